import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail, failUnseen } from '@suoan/platform/fail'
import { originOf, recordAudit } from '@suoan/platform/resource'
import { scheduleTimer } from '@suoan/platform/timers'
import { deviceState, rolloutState } from './states.ts'
import { withdraw } from './withdraw.ts'

const { running, stopped, cancelled } = rolloutState
const names: Readonly<Record<number, string>> = { 1: '进行中', 2: '已停止', 3: '已完成', 4: '已取消' }
const acts = {
  stop: { from: [running], to: stopped, name: '停止' },
  goOn: { from: [stopped], to: running, name: '继续' },
  cancel: { from: [running, stopped], to: cancelled, name: '取消' },
} as const

/**
 * Stops a roll-out, lets it go on, or ends it. What no device has acknowledged is taken back; what one has acknowledged it
 * does, and its answer is still counted.
 */
export async function changeRollout(
  ctx: Context,
  actor: Actor,
  { id, reason, act }: { readonly id: string; readonly reason: string; readonly act: keyof typeof acts },
  request: FastifyRequest,
): Promise<void> {
  const now = ctx.clock.now()
  const { tenantId } = actor
  await inTransaction(ctx, async (tx, emit) => {
    const { rows } = await sql<{ title: string; state: number }>`
      select title, state from lo_rollout where id = ${id} and tenant_id = ${tenantId} for update`.execute(tx)
    const [rollout] = rows
    if (rollout === undefined) throw failUnseen('lo_rollout', [id])
    const { from, to, name } = acts[act]
    if (!from.some((state) => state === rollout.state))
      throw fail('REFUSED', {
        detail: `下发任务“${rollout.title}”${names[rollout.state] ?? ''}，不能${name}`,
      })
    await sql`update lo_rollout set state = ${to}, reason = ${act === 'goOn' ? null : reason},
        end_time = ${act === 'cancel' ? new Date(now) : null} where id = ${id}`.execute(tx)
    if (act === 'goOn') {
      // Whoever goes on has looked at the failures: they are counted no more, only those that follow.
      await sql`update lo_rollout_device set stage = -1 where rollout_id = ${id} and state = ${deviceState.failed}`.execute(
        tx,
      )
      await scheduleTimer(tx, { tenantId, kind: 'rollout.step', subjectId: id, dueAt: now, data: {} })
    } else {
      await withdraw(tx, emit, tenantId, id)
      if (act === 'cancel')
        await sql`update lo_rollout_device set state = ${deviceState.cancelled}, end_time = ${new Date(now)},
            why = case when state = ${deviceState.sent} then '设备已收到，取消后不再跟踪' else why end
          where rollout_id = ${id} and state in (${deviceState.waits}, ${deviceState.sent})`.execute(tx)
    }
    const content = `下发任务“${rollout.title}”：${name}，原因：${reason}`
    await recordAudit(tx, { actor, content, operateType: 3, origin: originOf(request), now })
  })
}
