import type { TicketEventType } from '@suoan/domain/work-ticket'
import type { Endpoint } from '../endpoint.ts'
import { emergencyEndpoints as emergencies } from './emergency.ts'
import { lockEndpoints as locks } from './lock.ts'
import { offlineEndpoints as offline } from './offline.ts'
import { examineStepEndpoints, recallEndpoints, reviewStepEndpoints } from './work-approval.ts'
import { workExecutionEndpoints as execution } from './work-execution.ts'
import { workExamineEndpoints, workReviewEndpoints, workTicketEndpoints as tickets } from './work-ticket.ts'

/** What a person may press: the event of the transition table it leads to (null: a note, no move), and the call that says which permission it needs. */
interface Action {
  readonly event: TicketEventType | null
  readonly call: Pick<Endpoint, 'access'>
  /** The call while the ticket waits for approval, where review and approval have calls of their own. */
  readonly callInApproval?: Pick<Endpoint, 'access'>
}
type Actions = Readonly<Record<string, Action>>

/** What can be done with a ticket as a whole. */
export const ticketActions = {
  edit: { event: 'edit', call: tickets.saveDraft },
  submit: { event: 'submit', call: tickets.submit },
  withdraw: { event: 'withdraw', call: tickets.withdraw },
  review: { event: 'reviewPass', call: workReviewEndpoints.decide },
  examine: { event: 'approve', call: workExamineEndpoints.decide },
  returnReview: { event: 'returnReview', call: examineStepEndpoints.returnReview },
  delegate: {
    event: 'delegate',
    call: reviewStepEndpoints.delegate,
    callInApproval: examineStepEndpoints.delegate,
  },
  addSigner: {
    event: 'addSigner',
    call: reviewStepEndpoints.addSigner,
    callInApproval: examineStepEndpoints.addSigner,
  },
  urge: { event: 'urge', call: reviewStepEndpoints.urge },
  isolateStart: { event: 'isolateStart', call: tickets.isolateStart },
  start: { event: 'start', call: tickets.start },
  causeClose: { event: 'causeClose', call: tickets.causeClose },
  resume: { event: 'resume', call: tickets.resume },
  testEnd: { event: 'testEnd', call: execution.testEnd },
  relocked: { event: 'relocked', call: execution.relocked },
  extendDecide: { event: 'extendApprove', call: execution.extendDecide },
  deadline: { event: 'closeDeadlineMove', call: execution.closeDeadlineMove },
  releaseBegin: { event: 'releaseBegin', call: tickets.releaseBegin },
  finish: { event: 'finish', call: tickets.finish },
  accept: { event: 'finish', call: tickets.accept },
  handover: { event: 'handoverAsk', call: execution.handoverAsk },
  extend: { event: 'extendAsk', call: execution.extendAsk },
  testBegin: { event: 'testBegin', call: execution.testBegin },
  groupRelease: { event: 'groupRelease', call: execution.groupRelease },
  suspend: { event: 'suspend', call: tickets.suspend },
  recall: { event: 'recall', call: recallEndpoints.recall },
  emergencyStart: { event: 'emergencySubmit', call: emergencies.start },
  renew: { event: 'renew', call: emergencies.renew },
  closeExpired: { event: 'closeExpired', call: tickets.closeExpired },
  acceptExpired: { event: 'closeExpired', call: tickets.accept },
  isolateCancel: { event: 'isolateCancel', call: tickets.isolateCancel },
  afterReview: { event: 'afterReview', call: emergencies.afterReview },
  void: { event: 'void', call: tickets.void },
  remove: { event: 'deleteDraft', call: tickets.remove },
  // No event of the table: whoever is saved goes first, and the stop follows (L7). It stands wherever a stop is possible.
  rescue: { event: 'suspend', call: locks.open },
  stop: { event: 'suspend', call: tickets.stop },
} as const satisfies Actions
export type TicketActionKey = keyof typeof ticketActions

/** What can be done beside the moves of a ticket, in the tabs that show what it is about. */
export const siteActions = {
  gasAdd: { event: 'gasRepeat', call: tickets.gasAdd },
  brief: { event: null, call: tickets.brief },
  /** The caller confirms that he was briefed (G13). */
  briefConfirm: { event: null, call: tickets.briefConfirm },
  /** The caller confirms on site that measures are in place (G28). */
  measureConfirm: { event: null, call: tickets.measureConfirm },
  crewAdd: { event: 'crewChange', call: tickets.crewAdd },
  lockAdd: { event: 'lockAdd', call: execution.lockAdd },
  /** The caller hangs his own lock (T26): he works here, or takes over from somebody who does. */
  lockOn: { event: 'personalLockOn', call: tickets.personalLockOn },
  unsyncedOverride: { event: null, call: offline.unsyncedOverride },
} as const satisfies Actions
export type SiteActionKey = keyof typeof siteActions

/** What can be done at one isolation point. */
export const pointActions = {
  operate: { event: 'pointOperate', call: tickets.pointOperate },
  lock: { event: 'pointLock', call: tickets.pointLock },
  tag: { event: 'pointTag', call: tickets.pointTag },
  verify: { event: 'pointVerify', call: tickets.pointVerify },
  look: { event: null, call: execution.visualCheck },
  witness: { event: null, call: tickets.pointWitness },
  restore: { event: 'pointRestore', call: tickets.pointRestore },
  fail: { event: 'pointFail', call: tickets.pointFail },
} as const satisfies Actions
export type PointActionKey = keyof typeof pointActions

/** What can be done for one person of the ticket. */
export const personActions = {
  guardIn: { event: null, call: tickets.guardIn },
  guardConfirm: { event: null, call: execution.guardConfirm },
  /** For somebody without an account, with his badge and his hand (T26). */
  lockOn: { event: 'personalLockOn', call: tickets.personalLockOn },
  lockOff: { event: 'personalLockOff', call: tickets.personalLockOff },
  removal: { event: 'removalAsk', call: emergencies.ask },
  in: { event: 'personIn', call: tickets.personIn },
  out: { event: 'personOut', call: tickets.personOut },
  replace: { event: 'crewChange', call: execution.crewReplace },
} as const satisfies Actions
export type PersonActionKey = keyof typeof personActions

/** What can be done about a handover that is under way. */
export const handoverActions = {
  accept: { event: 'handoverAccept', call: execution.handoverAccept },
  done: { event: 'handoverDone', call: execution.handoverDone },
  cancel: { event: 'handoverCancel', call: execution.handoverCancel },
} as const satisfies Actions
export type HandoverActionKey = keyof typeof handoverActions

type EventOf<T extends Actions> = Extract<T[keyof T]['event'], TicketEventType>
type Pressed =
  | EventOf<typeof ticketActions>
  | EventOf<typeof siteActions>
  | EventOf<typeof pointActions>
  | EventOf<typeof personActions>
  | EventOf<typeof handoverActions>

/** Where the events are caused that no action above stands for. An event with neither does not compile. */
export const otherEvents = {
  create: 'list',
  reviewReject: 'decision',
  approveReject: 'decision',
  extendReject: 'decision',
  removalApprove: 'removals',
  removalReject: 'removals',
  removalDo: 'removals',
  removalAck: 'removals',
  // Refused whoever asks; the answer says what to do instead (T31, T51).
  pointAdd: 'refused',
  reopen: 'refused',
  emergencyReview: 'withAnother',
  emergencyApprove: 'withAnother',
  isolationRecheck: 'system',
  isolationRestored: 'system',
  stepOverdue: 'system',
  expire: 'system',
  presenceReported: 'system',
  handOver: 'system',
  removalExpire: 'system',
  afterReviewLate: 'system',
} as const satisfies Readonly<
  Record<
    Exclude<TicketEventType, Pressed>,
    'list' | 'decision' | 'removals' | 'refused' | 'withAnother' | 'system'
  >
>
