import {
  siteActions,
  ticketActions,
  type OfferedAction,
  type SiteActionKey,
  type TicketActionKey,
  type TicketDetail,
} from '@suoan/contract'
import { execPhase, workStatus } from '@suoan/domain/dictionaries'
import { emergencyType, signaturesOf, type Pending, type Role, type Ticket } from '@suoan/domain/work-ticket'
import { holds, mayCall, type Viewer } from './viewer.ts'

/** The parts of a detail that say whether there is anything to do. */
type Shown = Pick<
  TicketDetail,
  | 'ticket'
  | 'points'
  | 'locks'
  | 'people'
  | 'measures'
  | 'extensions'
  | 'stopCauses'
  | 'situation'
  | 'unsynced'
>
interface Subject {
  readonly shown: Shown
  readonly state: Pick<Ticket, 'status' | 'phase'>
  readonly viewer: Viewer
  /** The request that waits for another signature. */
  readonly pending: Pending | null
}

// Object.keys forgets the key type.
const keys = Object.keys(ticketActions) as TicketActionKey[]

/**
 * What a person may do with a ticket: events open to him, for which he holds the permission, and of which there is
 * anything on this ticket. Where several must sign, it is there only for whose turn it is, and says whether he asks or
 * confirms. Guards may still refuse.
 */
export function offeredActions(subject: Subject): OfferedAction[] {
  return keys.flatMap((key) => {
    const step = stepOf(key, subject)
    return step === 'none' ? [] : [{ key, event: ticketActions[key].event, step }]
  })
}

function stepOf(
  key: TicketActionKey,
  { shown, state, viewer, pending }: Subject,
): OfferedAction['step'] | 'none' {
  const action = ticketActions[key]
  if (!viewer.events.includes(action.event) || !mayCall(viewer, callOf(key, state.status))) return 'none'
  if (!fits(key, shown, viewer)) return 'none'
  const order = signaturesOf(action.event, state)
  const isAccepting = key === 'accept' || key === 'acceptExpired'
  if (!order) return isAccepting ? 'none' : null
  const isPending = pending?.event === action.event
  const turn: readonly Role[] = isPending ? pending.next : (order[0] ?? [])
  if (!turn.some((role) => viewer.roles.some((held) => held === role))) return 'none'
  // The dialog of an extension says itself who decides.
  if (key === 'extendDecide') return null
  // The territory's signature is an acceptance, with words of its own.
  if (turn.includes('DEPT') !== isAccepting) return 'none'
  return isAccepting ? null : isPending ? 'confirm' : 'ask'
}

/** Handing a step on is a right of its stage: the review's while the ticket is reviewed, the approval's afterwards. */
function callOf(key: TicketActionKey, status: Ticket['status']) {
  const action = ticketActions[key]
  return status === workStatus.reviewed && 'callInApproval' in action ? action.callInApproval : action.call
}

/** What an event's name does not say: whether there is anything for it on this ticket. */
function fits(key: TicketActionKey, shown: Shown, viewer: Viewer): boolean {
  const { ticket, points, locks, extensions, situation } = shown
  switch (key) {
    case 'emergencyStart':
      return ticket.workType === emergencyType
    case 'afterReview':
      return situation.afterReview !== null
    case 'causeClose':
      return shown.stopCauses.some((cause) => cause.isMine)
    case 'suspend':
      return ticket.execPhase === execPhase.working
    case 'extend':
      return !extensions.some((row) => row.isWaiting)
    case 'extendDecide':
      return extensions.some((row) => row.isWaiting)
    case 'rescue':
      return locks.some((row) => row.isAccess) && holds(viewer, 'GUARD', 'SAFETY')
    case 'deadline':
      return ticket.workStatus === workStatus.expired
    case 'testBegin':
      return points.some((row) => row.canLift || row.isLifted)
    case 'groupRelease':
      return new Set(points.filter((row) => !row.isRestored).map((row) => row.releaseGroup)).size > 1
    default:
      return true
  }
}

/** What a person may do in the tabs of a ticket. `canLockOn`: see there. */
export function offeredInTabs(shown: Shown, viewer: Viewer, canLockOn: boolean): SiteActionKey[] {
  const { isLive } = shown.situation
  const open: Record<SiteActionKey, boolean> = {
    // Anybody may report bad air; a passing sample is refused to others (T30).
    gasAdd: isLive,
    brief: isLive && holds(viewer, 'LEAD', 'PERMIT') && shown.people.some((person) => !person.isBriefed),
    briefConfirm:
      isLive && shown.people.some((person) => person.isMe && person.isBriefed && !person.isBriefSigned),
    measureConfirm:
      isLive &&
      holds(viewer, 'LEAD', 'GUARD', 'ISO', 'GASTEST') &&
      shown.measures.some((row) => row.involve === 1 && row.confirmBy === null),
    crewAdd: viewer.events.includes('crewChange'),
    lockAdd: viewer.events.includes('lockAdd'),
    lockOn: canLockOn,
    unsyncedOverride:
      isLive &&
      shown.unsynced.texts.length > 0 &&
      shown.unsynced.override === '' &&
      holds(viewer, 'PERMIT', 'SAFETY'),
  }
  const order: readonly SiteActionKey[] = [
    'gasAdd',
    'brief',
    'briefConfirm',
    'measureConfirm',
    'crewAdd',
    'lockAdd',
    'lockOn',
    'unsyncedOverride',
  ]
  return order.filter((key) => open[key] && mayCall(viewer, siteActions[key].call))
}
