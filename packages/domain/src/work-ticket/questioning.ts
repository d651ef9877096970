import { isTicketIn } from './ticket-sets.ts'
import type { ActorFact } from './facts.ts'
import type { StepRow } from './steps.ts'
import type { Ticket } from './ticket.ts'

/** What is asked of a ticket to judge the questions on it. */
type Asked = Parameters<typeof isTicketIn>[1] & Pick<Ticket, 'applicantId' | 'leaderId' | 'round'>

/**
 * Why somebody may not ask about a ticket before he decides; null when he may: whoever is or was asked to decide in this
 * round, and who stands in for one of them (decision 0965).
 */
export function questionGap(
  ticket: Asked,
  actor: Pick<ActorFact, 'userId'>,
  steps: readonly Pick<StepRow, 'userId' | 'round'>[],
  standsInFor: readonly string[],
): string | null {
  if (!isTicketIn('awaitingDecision', ticket)) return '只有在审核、审批期间可以提问'
  const signers = steps.filter(({ round }) => round === ticket.round).map(({ userId }) => userId)
  return signers.some((id) => id === actor.userId || standsInFor.includes(id))
    ? null
    : '只有本轮的审核人和批准人可以提问'
}

/** Why somebody may not answer; null when he may: whoever wrote the ticket or leads the work knows. */
export function answerGap(
  ticket: Asked,
  actor: Pick<ActorFact, 'userId' | 'isDepartmentEditor'>,
): string | null {
  if (!isTicketIn('awaitingDecision', ticket) && !isTicketIn('withApplicant', ticket))
    return '审核、审批已经结束，问题不再需要答复'
  return actor.userId === ticket.applicantId || actor.userId === ticket.leaderId || actor.isDepartmentEditor
    ? null
    : '由申请人、工作负责人或本部门编制人答复'
}
