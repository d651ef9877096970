import type { InputOf, offlineEndpoints, OfflineCapsule } from '@suoan/contract'
import { execPhase, workStatus } from '@suoan/domain/dictionaries'
import { capsuleMaxAgeMs, energisingMaxAgeMs, offlineOperations } from '@suoan/domain/offline'
import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail, failUnseen } from '@suoan/platform/fail'
import { loadDetail } from '../load-detail.ts'
import { sha256 } from '../../evidence/hash.ts'
import { mustSee } from '../visible.ts'
import { readPublicKey } from './read-op.ts'
import { issueTokens } from './tokens.ts'

/**
 * Hands out a ticket to be taken where there is no network (3-domain.md §4.6). From now on the start waits for it (G27),
 * until its terminal has been heard again.
 */
export async function issueCapsule(
  ctx: Context,
  actor: Actor,
  { workId, deviceId, publicKey }: InputOf<typeof offlineEndpoints.capsule>,
): Promise<OfflineCapsule> {
  await mustSee(ctx, actor, workId)
  if (readPublicKey(publicKey) === null)
    throw fail('BAD_INPUT', { detail: '终端公钥格式不正确，请更新客户端后重试' })
  const now = ctx.clock.now()
  const validEnd = await mustBeTakeable(ctx, actor, workId, now)
  const capsuleId = newId()
  const expireAt = Math.min(now + capsuleMaxAgeMs, validEnd)
  const chainStart = sha256(`suoan/capsule/${capsuleId}`)
  const tokens = await issueTokens(ctx, actor, workId, deviceId)
  await sql`insert into lo_capsule
      (id, tenant_id, work_id, user_id, device_id, public_key, issued_time, expire_time, chain_head)
    values (${capsuleId}, ${actor.tenantId}, ${workId}, ${actor.userId}, ${deviceId}, ${publicKey},
      ${new Date(now)}, ${new Date(expireAt)}, ${chainStart})`.execute(ctx.db)
  return {
    capsuleId,
    deviceId,
    issuedAt: now,
    expireAt,
    energisingUntil: Math.min(now + energisingMaxAgeMs, expireAt),
    chainStart,
    operations: offlineOperations,
    ticket: await loadDetail(ctx, actor, workId),
    tokens,
  }
}

/** Only a person named on a live ticket takes it along. Returns when the ticket ends. */
async function mustBeTakeable(ctx: Context, actor: Actor, workId: string, now: number): Promise<number> {
  const { rows } = await sql<{
    workStatus: number
    execPhase: number
    voidFlag: number
    end: Date
    named: boolean
  }>`
    select w.work_status, w.exec_phase, w.void_flag, coalesce(w.valid_end, w.plan_end) as end,
      (w.leader_id = ${actor.userId} or exists (select 1 from lo_work_person p
        where p.work_id = w.id and p.user_id = ${actor.userId} and p.state = 1)) as named
    from lo_work w where w.id = ${workId} and w.tenant_id = ${actor.tenantId} and w.del_flag = 0`.execute(
    ctx.db,
  )
  const [ticket] = rows
  if (!ticket) throw failUnseen('lo_work', [workId])
  if (!ticket.named) throw fail('REFUSED', { detail: '只有票面人员可以领取离线任务包，请联系工作负责人' })
  const live: readonly number[] = [workStatus.approved, workStatus.executing]
  const ended = ticket.voidFlag === 1 || ticket.execPhase === execPhase.closed || ticket.end.getTime() <= now
  if (ended || !live.includes(ticket.workStatus))
    throw fail('REFUSED', { detail: '工作票未批准或已结束，不能领取离线任务包' })
  return ticket.end.getTime()
}
