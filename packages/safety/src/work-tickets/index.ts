import {
  attachEndpoints,
  crewSafetyEndpoints,
  externalPersonEndpoints,
  gasDetectorEndpoints as detectors,
  replayEndpoints,
  tenant,
  user,
  workExamineEndpoints,
  workExecutionEndpoints as execution,
  workReviewEndpoints,
  evidenceEndpoints,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { engineOf } from '@suoan/platform/resource'
import { nameCallers } from '@suoan/platform/http/named-callers'
import { peopleInUse } from './people-in-use.ts'
import { tenantInUse } from './tenant-in-use.ts'
import { holderOf } from '../external-people/index.ts'
import { bindConflicts } from './conflicts/index.ts'
import { amISafe } from './crew-safety/am-i-safe.ts'
import { templateOf } from './facts/measure-template.ts'
import { checkPlan } from './draft/check-plan.ts'
import { copyTicket } from './draft/copy-ticket.ts'
import { lastOfSame } from './draft/last-of-same.ts'
import { measureLibrary } from './draft/measure-library.ts'
import { saveDraft } from './draft/save-draft.ts'
import { draftFromTemplate, listTemplates, saveTemplate } from './draft/templates.ts'
import { workNoKind } from './draft/work-number.ts'
import { just } from './ticket-command.ts'
import { reportGuard } from './guard-position.ts'
import { advanceTicket } from './advance-ticket.ts'
import { lookForEnds, sweepMissed } from './expire-tickets.ts'
import { watchLateSteps } from './late-steps.ts'
import { listDecisions, listTickets } from './list-tickets.ts'
import { loadDetail, loadTimeline } from './load-detail.ts'
import { plannedTickets } from './planned-tickets.ts'
import { bindApprovalLife } from './moves/approval-life.ts'
import { createBindMove, type MoveTable } from './moves/bind-move.ts'
import { handleTimers } from './emergency-timers.ts'
import { bindEmergency } from './moves/emergency.ts'
import { bindEmergencyTicket } from './moves/emergency-ticket.ts'
import { bindChanges } from './moves/changes.ts'
import { bindCrew } from './moves/crew.ts'
import { bindMeasures } from './moves/measure.ts'
import { bindDeciding } from './moves/decide.ts'
import { bindExtending } from './moves/extend.ts'
import { bindGas } from './moves/gas.ts'
import { bindGasDetectors } from './moves/gas-detector.ts'
import { detectorsOfTicket, readingsOf, ticketsToMeasure, watchOfTicket } from './show-detectors.ts'
import { bindHandover } from './moves/handover.ts'
import { bindIsolating } from './moves/isolate.ts'
import { bindReleasing } from './moves/release.ts'
import { bindRenewing } from './moves/renew.ts'
import { bindStopAtPlace } from './moves/stop-at-place.ts'
import { watchUnfit } from './unfit-inside.ts'
import { endTokensOfAccounts, watchTokens } from './end-tokens.ts'
import { watchLeaders } from './leader-watch.ts'
import { watchUnfitTokens } from './unfit-tokens.ts'
import { bindStopOrders } from './moves/stop-orders.ts'
import { bindSubmitting } from './moves/submit.ts'
import { attachmentsOf, bindAttaching } from './moves/attach.ts'
import { bindQuestions } from './moves/question.ts'
import { bindTagPrinting } from './moves/tag-print.ts'
import { bindTesting } from './moves/test-run.ts'
import { bindVisualCheck } from './moves/visual-check.ts'
import { bindWorking } from './moves/work.ts'
import { loadRecording } from './replay/load-recording.ts'
import { bindOffline } from './offline/index.ts'
import { reactToLocks } from './reactions.ts'
import { confirmPost, watchGuardians } from './guard-post.ts'
import { watchGas } from './gas-watch.ts'
import { handleTicketTimers } from './ticket-timers.ts'
import { readFilesByTicket } from './ticket-files.ts'
import { isNamedOnLive } from './visible.ts'
import { mountTicketResources } from './ticket-resources.ts'
import { bindTurns } from './turn/index.ts'
import { loadZeroProof } from './zero-proof/load-zero-proof.ts'

export { contentHashOf } from './content-hash.ts'
export { loadDetail, loadTimeline } from './load-detail.ts'
export { mustSee } from './visible.ts'
export { storedLink } from './ticket-chain.ts'
export { ticketOf } from './ticket-row.ts'
export { ownTurns } from './turn/own-turns.ts'

/** Work tickets (3-domain.md §3.7): lists, drafts, and each call bound to the event it stands for. */
export const mountWorkTickets: Feature = (mount) => {
  const { app, ctx, bind } = mount
  mountTicketResources(mount)
  readFilesByTicket(mount)
  engineOf(ctx).holders.add(user.name, peopleInUse)
  engineOf(ctx).fillRules.declare(workNoKind)
  engineOf(ctx).holders.add(tenant.name, tenantInUse)
  nameCallers(ctx, (actor) => isNamedOnLive(ctx, actor))
  bind(tickets.myList, ({ input, actor, reply }) =>
    listTickets(ctx, actor, input, 'mine', closedSignal(reply)),
  )
  bind(tickets.allList, ({ input, actor, reply }) =>
    listTickets(ctx, actor, input, 'all', closedSignal(reply)),
  )
  bind(tickets.planned, ({ input, actor }) => plannedTickets(ctx, actor, input))
  bind(workReviewEndpoints.myList, ({ input, actor, reply }) =>
    listDecisions(ctx, actor, input, 'review', closedSignal(reply)),
  )
  bind(workExamineEndpoints.myList, ({ input, actor, reply }) =>
    listDecisions(ctx, actor, input, 'examine', closedSignal(reply)),
  )
  bind(tickets.detail, ({ input, actor }) => loadDetail(ctx, actor, input.id))
  bindTurns(ctx, bind)
  bind(evidenceEndpoints.zeroProof, ({ input, actor }) => loadZeroProof(ctx, actor, input.id))
  bind(tickets.timeline, ({ input, actor }) => loadTimeline(ctx, actor, input.id))
  bind(tickets.saveDraft, async ({ input: { clientOpId, ...draft }, actor }) =>
    loadDetail(ctx, actor, await saveDraft(ctx, actor, draft, clientOpId)),
  )
  bind(tickets.copy, async ({ input, actor }) =>
    loadDetail(ctx, actor, await copyTicket(ctx, actor, input.workId, input.clientOpId)),
  )
  bind(tickets.measureTemplate, ({ input, actor }) =>
    ctx.db
      .transaction()
      .execute((tx) => templateOf(tx, { tenantId: actor.tenantId, ...input }, [input.workLevel])),
  )
  bind(tickets.templateSave, async ({ input, actor }) =>
    answered(await saveTemplate(ctx, actor, input), '已存为模板，新建工作票时可以从它开始'),
  )
  bind(tickets.templates, ({ actor }) => listTemplates(ctx, actor))
  bind(tickets.fromTemplate, async ({ input, actor }) =>
    loadDetail(ctx, actor, await draftFromTemplate(ctx, actor, input)),
  )
  bind(tickets.lastOfSame, ({ input, actor }) => lastOfSame(ctx, actor, input.id))
  bind(tickets.measureLibrary, ({ input, actor }) => measureLibrary(ctx, actor, input.hazards))
  bind(tickets.checkPlan, ({ input, actor }) => checkPlan(ctx, actor, input))
  bind(tickets.remove, async ({ input, actor }) => {
    await advanceTicket(ctx, actor, input, tickets.remove.path, just({ type: 'deleteDraft' }))
    return null
  })
  bindDeciding(ctx, bind)
  bind(crewSafetyEndpoints.amISafe, ({ actor }) => amISafe(ctx, actor))
  bind(externalPersonEndpoints.safetyByBadge, async ({ actor, input }) => {
    const holder = await holderOf(ctx, actor, input.code)
    return { ...(await amISafe(ctx, actor, holder.externalId)), personName: holder.personName }
  })
  bind(replayEndpoints.replay, ({ input, actor }) => loadRecording(ctx, actor, input.id, input.at))

  const moves: MoveTable = new Map()
  const bindMove = createBindMove(ctx, bind, moves)
  bindApprovalLife(ctx, bind, bindMove)
  bindSubmitting(bindMove)
  bindIsolating(bindMove)
  bindCrew(bindMove)
  bindMeasures(bindMove)
  bindGas(bindMove)
  bindGasDetectors(bindMove)
  bind(detectors.ofTicket, ({ input, actor }) => detectorsOfTicket(ctx, actor, input.workId))
  bind(detectors.watch, ({ input, actor }) => watchOfTicket(ctx, actor, input.workId))
  bind(detectors.readings, ({ input, actor }) => readingsOf(ctx, actor, input.deviceSn))
  bind(detectors.tickets, ({ actor }) => ticketsToMeasure(ctx, actor))
  bindWorking(bindMove)
  bindReleasing(bindMove)
  bindHandover(bindMove)
  bindTesting(bindMove)
  bindExtending(bindMove)
  bindChanges(bindMove)
  bindVisualCheck(bindMove)
  bindTagPrinting(bindMove)
  bindAttaching(bindMove)
  bindQuestions(bindMove)
  bind(attachEndpoints.list, ({ input, actor }) => attachmentsOf(ctx, actor, input.id))
  bind(execution.guardPosition, ({ input, actor }) =>
    reportGuard(ctx, actor, input, execution.guardPosition.path),
  )
  bind(execution.guardConfirm, ({ input, actor }) =>
    confirmPost(ctx, actor, input, execution.guardConfirm.path),
  )
  watchGuardians(ctx)
  watchUnfit(ctx)
  watchLeaders(ctx)
  watchTokens(ctx)
  endTokensOfAccounts(ctx)
  watchUnfitTokens(ctx)
  watchGas(ctx)
  handleTicketTimers(ctx)
  bindRenewing(ctx, bind)
  bindEmergency(ctx, bind, bindMove)
  bindEmergencyTicket(ctx, bind, bindMove)
  bindStopOrders(ctx, bind)
  bindStopAtPlace(ctx, bind)
  handleTimers(ctx)
  bindConflicts(ctx, bind, bindMove)
  bindOffline(ctx, bind, bindMove, moves)

  watchLateSteps(ctx)
  reactToLocks(ctx)
  lookForEnds(ctx)
  const stopSweeping = sweepMissed(ctx)
  app.addHook('onClose', stopSweeping)
}
