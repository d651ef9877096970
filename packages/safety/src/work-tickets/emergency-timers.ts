import type { Context } from '@suoan/platform/context'
import { advanceBySystem } from './advance-ticket.ts'
import { stopWork } from './moves/stop-orders.ts'

/** What becomes due: an emergency removal nobody finished (T48), a review an emergency ticket owes (T50). */
export function handleTimers({ timers }: Context): void {
  timers.on('removal.expire', async (ctx, { tenantId, subjectId, data }) => {
    await advanceBySystem(ctx, tenantId, data.workId, { type: 'removalExpire', removalId: subjectId })
  })
  timers.on('area.stop', async (ctx, { tenantId, subjectId }) => {
    const { failed } = await stopWork(ctx, tenantId, subjectId)
    // The timer stays and tries again.
    if (failed.length > 0) throw new AggregateError(failed, `${failed.length} tickets could not be stopped`)
  })
  timers.on('ticket.afterReview', async (ctx, { tenantId, subjectId }) => {
    await advanceBySystem(ctx, tenantId, subjectId, { type: 'afterReviewLate' })
  })
}
