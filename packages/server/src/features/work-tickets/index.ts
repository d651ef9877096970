import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import type { Feature } from '../../http/route.ts'
import { checkPlan } from './draft/check-plan.ts'
import { copyTicket } from './draft/copy-ticket.ts'
import { saveDraft } from './draft/save-draft.ts'
import { just } from './event-source.ts'
import { advanceTicket } from './advance-ticket.ts'
import { sweepExpired } from './expire-tickets.ts'
import { listDecisions, listTickets } from './list-tickets.ts'
import { loadDetail, loadTimeline } from './load-detail.ts'
import { createBindMove } from './moves/bind-move.ts'
import { bindCrew } from './moves/crew.ts'
import { bindDeciding } from './moves/decide.ts'
import { bindGas } from './moves/gas.ts'
import { bindIsolating } from './moves/isolate.ts'
import { bindReleasing } from './moves/release.ts'
import { bindSubmitting } from './moves/submit.ts'
import { bindWorking } from './moves/work.ts'
import { reactToLocks } from './reactions.ts'
import { mountTicketResources } from './ticket-resources.ts'

/** Work tickets (3-domain.md §3.7): lists, drafts, and each call bound to the event it stands for. */
export const mountWorkTickets: Feature = (mount) => {
  const { app, ctx, bind } = mount
  mountTicketResources(mount)
  bind(tickets.myList, ({ input, actor }) => listTickets(ctx, actor, input, 'mine'))
  bind(tickets.allList, ({ input, actor }) => listTickets(ctx, actor, input, 'all'))
  bind(workReviewEndpoints.myList, ({ input, actor }) => listDecisions(ctx, actor, input, 'review'))
  bind(workExamineEndpoints.myList, ({ input, actor }) => listDecisions(ctx, actor, input, 'examine'))
  bind(tickets.detail, ({ input, actor }) => loadDetail(ctx, actor, input.id))
  bind(tickets.timeline, ({ input, actor }) => loadTimeline(ctx, actor, input.id))
  bind(tickets.saveDraft, async ({ input: { clientOpId, ...draft }, actor }) =>
    loadDetail(ctx, actor, await saveDraft(ctx, actor, draft, clientOpId)),
  )
  bind(tickets.copy, async ({ input, actor }) =>
    loadDetail(ctx, actor, await copyTicket(ctx, actor, input.workId, input.clientOpId)),
  )
  bind(tickets.checkPlan, ({ input, actor }) => checkPlan(ctx, actor, input))
  bind(tickets.remove, async ({ input, actor }) => {
    await advanceTicket(ctx, actor, input, tickets.remove.path, just({ type: 'deleteDraft' }))
    return null
  })
  bindDeciding(ctx, bind)

  const bindMove = createBindMove(ctx, bind)
  bindSubmitting(bindMove)
  bindIsolating(bindMove)
  bindCrew(bindMove)
  bindGas(bindMove)
  bindWorking(bindMove)
  bindReleasing(bindMove)

  const stopReacting = reactToLocks(ctx)
  const stopSweeping = sweepExpired(ctx)
  app.addHook('onClose', async () => {
    stopReacting()
    await stopSweeping()
  })
}
