import { closeResult, execPhase, itemState, stepStatus, workStatus } from '@suoan/domain/dictionaries'
import type { Item, TicketWorld } from './world.ts'

/** What a step brought about, said of the ticket and not of the row that did it: a wrong row must not hide behind its name. */
export type Outcome =
  | 'submit'
  | 'reviewed'
  | 'approve'
  | 'sign'
  | 'rework'
  | 'withdraw'
  | 'isolate'
  | 'operate'
  | 'lock'
  | 'tag'
  | 'verify'
  | 'begin'
  | 'resume'
  | 'enter'
  | 'release'
  | 'restore'
  | 'partRelease'
  | 'close'
  | 'expire'
  | 'void'
  | 'delete'
  | 'lift'
  | 'relock'
  | 'extend'
  | 'handOver'
  | 'remove'
  | 'transfer'
  | 'escalate'

type Step = (before: TicketWorld, after: TicketWorld) => boolean

const status = (each: TicketWorld) => each.ticket.status
const phase = (each: TicketWorld) => each.ticket.phase
const atWork = (each: TicketWorld) =>
  status(each) === workStatus.executing && phase(each) === execPhase.working
const becomes =
  (test: (item: Item) => boolean): Step =>
  (before, after) =>
    after.items.some((item, place) => {
      const old = before.items[place]
      return old !== undefined && test(item) && !test(old)
    })
const signed = (each: TicketWorld) => each.steps.filter((row) => row.status === stepStatus.passed).length

const removed = (each: TicketWorld) => each.running.removals.filter((removal) => removal.state === 2).length
const seats = (each: TicketWorld) => each.steps.filter((row) => row.seatOf !== null).length

const steps: Readonly<Record<Outcome, Step>> = {
  submit: (before, after) => status(after) === workStatus.submitted && ![1, 2].includes(status(before)),
  reviewed: (before, after) =>
    status(after) === workStatus.reviewed && status(before) !== workStatus.reviewed,
  approve: (before, after) => status(after) === workStatus.approved && status(before) < workStatus.approved,
  sign: (before, after) => after.ticket.round === before.ticket.round && signed(after) > signed(before),
  // Back to review in a round of its own (T12); a return in the same round (T14) decides nothing.
  rework: (before, after) =>
    status(before) === workStatus.reviewed &&
    status(after) === workStatus.submitted &&
    after.ticket.round > before.ticket.round,
  withdraw: (before, after) => status(after) === workStatus.draft && status(before) === workStatus.submitted,
  isolate: (before, after) => phase(before) === execPhase.none && phase(after) === execPhase.isolating,
  operate: becomes((item) => item.state === itemState.operated || item.state === itemState.residualReleased),
  lock: becomes((item) => item.state === itemState.locked),
  tag: becomes((item) => item.tagHung),
  verify: becomes((item) => item.state === itemState.verified),
  begin: (before, after) => atWork(after) && status(before) !== workStatus.executing,
  resume: (before, after) =>
    atWork(after) && status(before) === workStatus.executing && phase(before) === execPhase.suspended,
  enter: (before, after) => after.ticket.onSiteCount > before.ticket.onSiteCount,
  release: (before, after) =>
    phase(after) === execPhase.releasing &&
    phase(before) !== execPhase.releasing &&
    status(after) !== workStatus.expired,
  restore: becomes((item) => item.state === itemState.restored),
  // A group given back while the work goes on (T38).
  partRelease: (before, after) =>
    status(after) === workStatus.executing &&
    phase(after) !== execPhase.releasing &&
    after.items.some((item, place) => item.state === 8 && before.items[place]?.state !== 8),
  close: (before, after) => phase(after) === execPhase.closed && phase(before) === execPhase.releasing,
  expire: (before, after) => status(after) === workStatus.expired && status(before) !== workStatus.expired,
  void: (before, after) =>
    after.ticket.voidFlag && !before.ticket.voidFlag && after.ticket.contentHash !== null,
  delete: (before, after) =>
    after.ticket.voidFlag && !before.ticket.voidFlag && after.ticket.contentHash === null,
  lift: becomes((item) => item.state === itemState.lifted),
  relock: (before, after) => atWork(after) && phase(before) === execPhase.relocking,
  extend: (before, after) => after.ticket.extendCount > before.ticket.extendCount,
  handOver: (before, after) =>
    before.running.handovers.length > after.running.handovers.length &&
    before.running.tags !== after.running.tags,
  remove: (before, after) => removed(after) > removed(before),
  transfer: (before, after) =>
    after.ticket.closeResult === closeResult.renewed && before.ticket.closeResult !== closeResult.renewed,
  escalate: (before, after) => seats(after) > seats(before),
}

/** What a person would say has happened between two moments of a ticket. */
export function outcomesOf(before: TicketWorld, after: TicketWorld): Outcome[] {
  return (Object.keys(steps) as Outcome[]).filter((name) => steps[name](before, after)) // keys of a closed record
}
