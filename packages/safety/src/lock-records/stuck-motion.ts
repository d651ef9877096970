import { lockStatus } from '@suoan/domain/dictionaries'
import { isMoving, motionLimitMs } from '@suoan/domain/lock'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { scheduleTimer } from '@suoan/platform/timers'
import type { DeviceInHand } from './ingest/in-hand.ts'

/** Gives every lock of the batch that moves 15 s to arrive, counted by our own clock (3-domain.md §5.1). */
export async function watchMotion(tx: Tx, devices: Iterable<DeviceInHand>, now: number): Promise<void> {
  for (const { tenantId, lock } of devices) {
    if (lock === null || !isMoving(lock.state.status)) continue
    const timer = { tenantId, kind: 'lock.motion', subjectId: lock.id } as const
    await scheduleTimer(tx, { ...timer, dueAt: now + motionLimitMs, data: { since: lock.state.stateTime } })
  }
}

/**
 * A lock that is still moving after that is stuck: status 6, which no guard takes for closed, and A04. A report of where
 * it stands takes it out again.
 */
export function endMotions(ctx: Context): void {
  ctx.timers.on('lock.motion', async (ctx, { tenantId, subjectId: lockId, data: { since } }) => {
    await inTransaction(ctx, async (tx, emit) => {
      const now = new Date(ctx.clock.now())
      const { rows } = await sql`update lo_lock set lock_status = ${lockStatus.jammed}, state_time = ${now}
        where id = ${lockId} and tenant_id = ${tenantId}
          and lock_status in (${lockStatus.opening}, ${lockStatus.closing})
          and state_time is not distinct from ${since === null ? null : new Date(since)}::timestamptz
        returning id`.execute(tx)
      if (rows.length === 0) return
      emit('lock.changed', { tenantId, ids: [lockId] })
      emit('lock.stateChanged', { tenantId, lockId })
      emit('lock.alarmed', { tenantId, lockId, logId: '', eventType: 'STUCK' })
    })
  })
}
