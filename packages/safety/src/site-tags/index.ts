import { siteTagEndpoints } from '@suoan/contract'
import { presenceMinutes } from '@suoan/domain/interlock'
import { inTransaction } from '@suoan/platform/db/transaction'
import { answered, type Feature } from '@suoan/platform/http/route'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { issueTag } from './issue-tag.ts'
import { takeProof } from './scans.ts'

export { hashOfTag } from './issue-tag.ts'
export { photoProof, placesOfTag, spendScan, takeProof, type ShownProof, type TakenProof } from './scans.ts'

/** Tags of points, locks and areas, and who read them when (3-domain.md R12, T21). */
export const siteTags: Feature = ({ ctx, bind }) => {
  bind(siteTagEndpoints.issue, async ({ actor, input, request }) => {
    const now = ctx.clock.now()
    const { code, name } = await inTransaction(ctx, async (tx) => {
      const issued = await issueTag(tx, actor, input, now)
      await recordAudit(tx, {
        actor,
        content: `签发现场标签：${issued.name}，旧标签即时失效`,
        operateType: 3,
        origin: originOf(request),
        now,
      })
      return issued
    })
    return answered({ code }, `“${name}”的新标签已签发，旧标签即时失效；标签文字只显示这一次`)
  })
  bind(siteTagEndpoints.scan, async ({ actor, input: { kind, id, ...proof } }) => {
    const taken = await inTransaction(ctx, (tx) =>
      takeProof(tx, {
        tenantId: actor.tenantId,
        userId: actor.userId,
        sessionId: actor.sessionId,
        place: { kind, id },
        proof,
        now: ctx.clock.now(),
      }),
    )
    if (taken === null || !taken.matches)
      return answered(null, '所扫标签不是此处的标签，请扫描该隔离点、锁具或区域的现场标签', 500, false)
    return answered({ scanId: taken.scanId, validSec: presenceMinutes * 60 }, '已确认到场')
  })
}
