import { auditEndpoints as calls, evidenceEndpoints, lockLogEndpoints as lockLogs } from '@suoan/contract'
import type { Context } from '@suoan/platform/context'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit } from '@suoan/platform/resource/audit'
import { announceBreak } from './announce-break.ts'
import { anchorFile, registerKey } from './anchor-files.ts'
import { checkAnchor } from './check-anchor.ts'
import { anchorNightly } from './daily-anchor.ts'
import { evidencePackage } from './export-package.ts'
import { anchorNow, listAnchors, mustOwnAnchor, publicKeys } from './list-anchors.ts'
import { logMarks, remarkOn } from './log-marks.ts'
import { anchorFileName } from './make-anchor.ts'
import { proveRow } from './prove-row.ts'
import { sealRegularly } from './seal-logs.ts'
import { signedSheet } from './signed-sheet.ts'
import { verifyChainOf } from './verify-chain.ts'

export { announceBreak } from './announce-break.ts'
export { verifySubject } from './verify-chain.ts'
export { removeOldLogs } from './remove-old-logs.ts'

/** Proof that the records are complete and untouched (3-domain.md §3.6 LoAuditAnchor, §4.8, M4). */
export const audit: Feature = ({ app, ctx, bind }) => {
  bind(calls.verify, async ({ actor, input, reply }) => {
    const report = await verifyChainOf(ctx, actor, input, closedSignal(reply))
    if (!report.ok) await announceBreak(ctx, actor.tenantId, { ...report, label: report.subjectNo })
    return report
  })
  bind(calls.proof, ({ actor, input }) => proveRow(ctx, actor, input.logId))
  bind(calls.anchors, ({ actor, input }) => listAnchors(ctx, actor, input))
  bind(calls.anchorCheck, async ({ actor, input }) => {
    const { statement } = await mustOwnAnchor(ctx, actor, input.id)
    const check = await checkAnchor(ctx, input.id)
    if (!check.ok) await announceAnchor(ctx, actor.tenantId, `第 ${statement.anchorNo} 号锚点：${check.text}`)
    return check
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
  bind(lockLogs.marks, ({ actor, input }) => logMarks(ctx, actor, input.ids))
  bind(lockLogs.remark, async ({ actor, input, request }) => {
    await remarkOn(ctx, actor, input, originOf(request))
    return answered(null, '备注已登记')
  })
  for (const [endpoint, resource] of [
    [calls.signedLog, 'operationLog'],
    [calls.signedDataLog, 'dataLog'],
    [lockLogs.exportSigned, 'lockLog'],
  ] as const)
    bind(endpoint, async ({ actor, input, request, reply }) => {
      const { name, zip, rows } = await signedSheet(ctx, actor, resource, input, {
        address: request.ip,
        signal: closedSignal(reply),
      })
      await recordAudit(ctx.pool, {
        actor,
        content: `导出签名表格：${name}，${rows} 条`,
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
  sealRegularly(ctx)
  app.addHook('onReady', async () => {
    await registerKey(ctx)
  })
}

const announceAnchor = (ctx: Context, tenantId: number, label: string): Promise<void> =>
  announceBreak(ctx, tenantId, { kind: 'anchor', subjectId: `anchors-${tenantId}`, label })
