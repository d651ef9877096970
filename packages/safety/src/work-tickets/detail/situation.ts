import type { TicketHead, TicketSituation } from '@suoan/contract'
import { execPhase, workStatus } from '@suoan/domain/dictionaries'
import { isTicketIn, type Ticket } from '@suoan/domain/work-ticket'
import { shanghaiMoment } from '@suoan/kit/shanghai'

type Of = Pick<
  TicketHead,
  'workStatus' | 'execPhase' | 'voidFlag' | 'closeFlag' | 'closeDeadline' | 'testRun' | 'afterReviewState'
>

type State = Pick<Ticket, 'status' | 'phase' | 'voidFlag' | 'closeFlag'>

/** `LoWork.afterReviewState`: 1 owed, 2 given, 3 overdue (T50). */
const owed: Readonly<Record<number, 'due' | 'late'>> = { 1: 'due', 3: 'late' }

/** When the time to close out ends, epoch ms; null for a ticket that has none or is closed. */
export function closeBy({ workStatus: status, closeFlag, closeDeadline }: Of): number | null {
  if (status !== workStatus.expired || closeFlag === 1 || closeDeadline === null) return null
  return shanghaiMoment(closeDeadline)
}

/** What status, phase and flags of a ticket mean at `now` (epoch ms), said once for every screen. */
export function situationOf(ticket: Of, state: State, now: number): TicketSituation {
  const { workStatus: status, execPhase: phase } = ticket
  const isVoid = ticket.voidFlag === 1
  const deadline = closeBy(ticket)
  const isTesting = phase === execPhase.testRun
  return {
    isLive: isTicketIn('inField', state),
    isRunning: isTicketIn('live', state),
    isReleasing: phase === execPhase.releasing || phase === execPhase.closed,
    isBeforeStart: status < workStatus.executing,
    isSuspended: status === workStatus.executing && phase === execPhase.suspended,
    isTesting,
    isRelocking:
      ticket.testRun !== null &&
      !isTesting &&
      phase !== execPhase.closed &&
      (status === workStatus.executing || status === workStatus.expired),
    isCloseLate: deadline !== null && deadline <= now,
    afterReview: owed[ticket.afterReviewState ?? 0] ?? null,
    isBroken:
      isVoid ||
      status === workStatus.reviewRejected ||
      status === workStatus.approveRejected ||
      status === workStatus.expired ||
      phase === execPhase.suspended ||
      isTesting,
  }
}
