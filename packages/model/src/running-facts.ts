import { stopCause, type StopCause } from '@suoan/domain/dictionaries'
import { day, minute } from '@suoan/domain/verdict'
import { isTerminal, type StepRow, type TicketEvent, type TicketFacts } from '@suoan/domain/work-ticket'
import { holdsOf, personOf } from './people-facts.ts'
import { nameOf, type PersonId } from './people.ts'
import { momentOf, type Deal, type Removal, type TicketWorld, type World } from './world.ts'

type RunningFacts = Pick<
  TicketFacts,
  'handovers' | 'testRun' | 'stopCauses' | 'extension' | 'renewal' | 'renewedBy' | 'removals' | 'emergency'
>

/** One open cause of a kind is enough in this world: it bears the name of its kind. */
export const causeIdOf = (kind: StopCause): string => `C${kind}`

/** Nobody but the safety officer answers for these (T55). */
export const onlySafety: readonly StopCause[] = [
  stopCause.injury,
  stopCause.gas,
  stopCause.unstated,
  stopCause.other,
]

/** Every step the flow asked is long past its time, and a superior may be asked in its place (T16). */
export const overdue = (row: StepRow, now: number): StepRow =>
  row.seatOf === null ? { ...row, dueAt: now - day, slaMin: 1, escalateTo: 'DEPT' } : row

/** Facts about what runs beside status and phase, as the server loads them. */
export function runningFacts(world: World, each: TicketWorld, now: number): RunningFacts {
  const { test, extension, handovers, removals, stops, emergency } = each.running
  return {
    handovers: handovers.map((deal) => dealFact(world, each, deal, now)),
    testRun: test && { pointIds: test.pointIds, userIds: test.userIds, until: now + minute },
    stopCauses: openCauses(stops, now),
    extension:
      extension === null ? null : { extendId: 'E', newEnd: extension, askBy: 'lead', askTime: now - minute },
    ...renewals(world, each, now),
    removals: removals.map((removal) => removalFact(removal, now)),
    emergency:
      emergency === 'none'
        ? null
        : {
            byId: 'per',
            reviewDue: momentOf[2],
            reviewed: emergency === 'reviewed',
            escalated: emergency === 'escalated',
          },
  }
}

function dealFact(
  world: World,
  each: TicketWorld,
  deal: Deal,
  now: number,
): TicketFacts['handovers'][number] {
  return {
    handoverId: deal.handoverId,
    roleTag: deal.tag,
    fromUserId: deal.from,
    fromName: nameOf(deal.from),
    toUserId: deal.to,
    state: deal.state,
    acceptedAt: deal.state === 1 ? now - minute : null,
    incoming: personOf(world, deal.to, each),
    holdsPost: true,
  }
}

function removalFact(removal: Removal, now: number): TicketFacts['removals'][number] {
  const at = now - (removal.late ? 11 : 1) * minute
  return {
    ...removal,
    lockId: `PL-${removal.ownerId}`,
    lockCode: `PL-${removal.ownerId}`,
    ownerName: nameOf(removal.ownerId),
    requestAt: at,
    approveAt: removal.approveBy === null ? null : at,
    grantUsed: false,
  }
}

const openCauses = (stops: TicketWorld['running']['stops'], now: number): TicketFacts['stopCauses'] =>
  stops.map((kind) => ({
    causeId: causeIdOf(kind),
    kind,
    reason: kind,
    at: now - 2 * minute,
    closedAt: null,
  }))

function renewals(
  world: World,
  { ticket }: TicketWorld,
  now: number,
): Pick<TicketFacts, 'renewal' | 'renewedBy'> {
  const parent = world.tickets.find((other) => other.ticket.id === ticket.parentWorkId)
  const child = world.tickets.find(
    (other) => other.ticket.parentWorkId === ticket.id && !isTerminal(other.ticket),
  )
  return {
    renewedBy: child?.ticket.workNo ?? null,
    renewal:
      parent === undefined || isTerminal(parent.ticket)
        ? null
        : {
            parentId: parent.ticket.id,
            parentNo: parent.ticket.workNo,
            status: parent.ticket.status,
            phase: parent.ticket.phase,
            onSite: Object.entries(world.workers)
              .filter(([, worker]) => worker.insideOf === parent.ticket.id)
              .map(([id]) => nameOf(id)),
            holds: holdsOf(world, parent)
              .filter((hold) => hold.workId === parent.ticket.id)
              .map((hold) => ({ ...hold, pointCode: hold.pointId })),
            doubtful: parent.items.filter((item) => item.state === 9).map((item) => item.pointId),
            openCauses: openCauses(parent.running.stops, now),
          },
  }
}

/** A request brings its own row: the server writes it before it asks. */
export function withRequest(
  world: World,
  each: TicketWorld,
  event: TicketEvent,
  facts: TicketFacts,
): TicketFacts {
  // A sample is stored before the guards look (T30).
  if (event.type === 'gasRepeat') {
    const { gas } = facts
    const tests = gas.tests.map((test) =>
      test.position === event.position ? { ...test, pass: event.pass } : test,
    )
    return { ...facts, gas: { ...gas, tests } }
  }
  if (event.type !== 'handoverAsk') return facts
  const deal = { ...dealOf(event.handoverId), handoverId: event.handoverId }
  return { ...facts, handovers: [...facts.handovers, dealFact(world, each, deal, facts.now)] }
}

/** `new:WORK:w1:w2` asks that w1 hands WORK to w2. */
export function dealOf(handoverId: string): Deal {
  const [, tag, from, to] = handoverId.split(':')
  // The ids are made in `ask-running.ts` alone.
  return {
    handoverId: `${tag}:${from}:${to}`,
    tag: tag as Deal['tag'],
    from: from as PersonId,
    to: to as PersonId,
    state: 0,
  }
}
