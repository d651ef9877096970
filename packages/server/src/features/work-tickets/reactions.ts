import type { Context } from '../../context.ts'
import { advanceBySystem } from './advance-ticket.ts'

/**
 * What a lock's report means for tickets: a confirmed closure may complete the isolation (phase 10 → 11, T23), and a
 * ticket whose points are all restored before its start goes back to its approved state (T53).
 */
export function reactToLocks(ctx: Context): void {
  ctx.events.on('lock.stateChanged', async ({ tenantId, lockId }) => {
    const waiting = await ctx.db
      .selectFrom('loWorkPoint')
      .innerJoin('loWork', 'loWork.id', 'loWorkPoint.workId')
      .select('loWork.id')
      .distinct()
      .where('loWorkPoint.actualLockId', '=', lockId)
      .where('loWork.tenantId', '=', tenantId)
      .where('loWork.workStatus', '=', 4)
      .where('loWork.execPhase', '=', 10)
      .execute()
    for (const { id } of waiting) await advanceBySystem(ctx, tenantId, id, { type: 'isolationRecheck' })
  })
}
