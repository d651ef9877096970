import { auditEndpoints as calls, evidenceEndpoints, type ChainReport } from '@suoan/contract'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import type { Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit } from '@suoan/platform/resource/audit'
import { anchorFile, registerKey } from './anchor-files.ts'
import { checkAnchor } from './check-anchor.ts'
import { anchorNightly, scheduleAnchor } from './daily-anchor.ts'
import { evidencePackage } from './export-package.ts'
import { anchorNow, listAnchors, mustOwnAnchor, publicKeys } from './list-anchors.ts'
import { anchorFileName } from './make-anchor.ts'
import { proveRow } from './prove-row.ts'
import { verifyChainOf } from './verify-chain.ts'

/** Proof that the records are complete and untouched (3-domain.md §3.6 LoAuditAnchor, §4.8, M4). */
export const audit: Feature = ({ app, ctx, bind }) => {
  bind(calls.verify, async ({ actor, input }) => {
    const report = await verifyChainOf(ctx, actor, input)
    if (!report.ok) await announceBreak(ctx, actor, report)
    return report
  })
  bind(calls.proof, ({ actor, input }) => proveRow(ctx, actor, input.logId))
  bind(calls.anchors, ({ actor, input }) => listAnchors(ctx, actor, input))
  bind(calls.anchorCheck, async ({ actor, input }) => {
    await mustOwnAnchor(ctx, actor, input.id)
    return await checkAnchor(ctx, input.id)
  })
  bind(calls.anchorFile, async ({ actor, input, reply }) => {
    const anchor = await mustOwnAnchor(ctx, actor, input.id)
    await reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${anchorFileName(anchor.statement)}"`)
      .send(`${JSON.stringify(await anchorFile(ctx, anchor), null, 2)}\n`)
    return null
  })
  bind(evidenceEndpoints.evidencePackage, async ({ actor, input, request, reply }) => {
    const { name, zip } = await evidencePackage(ctx, actor, input.id)
    await recordAudit(ctx.pool, {
      actor,
      content: `导出证据包：${name}`,
      operateType: 6,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    await reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .send(zip)
    return null
  })
  bind(calls.publicKey, () => publicKeys(ctx))
  bind(calls.anchorMake, ({ actor }) => anchorNow(ctx, actor))
  anchorNightly(ctx)
  app.addHook('onReady', async () => {
    await registerKey(ctx)
    await scheduleAnchor(ctx)
  })
}

/** A break that a check finds is an alarm (A11); the decisions about a lock are that lock's. */
async function announceBreak(ctx: Context, actor: Actor, report: ChainReport): Promise<void> {
  const { kind, subjectId: id, subjectNo: label } = report
  await inTransaction(ctx, async (_, emit) =>
    emit('chain.broken', { tenantId: actor.tenantId, kind: kind === 'work' ? 'work' : 'lock', id, label }),
  )
}
