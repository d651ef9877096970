import { execPhase, holdState, holdType, type RoleTag } from '@suoan/domain/dictionaries'
import type { ActingFact, ActorFact, ExternalFact, HoldFact, PersonFact } from '@suoan/domain/work-ticket'
import { actorOf, nameOf, workers, type PersonId } from './people.ts'
import { momentOf, type TicketWorld, type World } from './world.ts'

/** The tags a person carries on this ticket. */
export const tagsOn = (each: TicketWorld, id: PersonId): readonly RoleTag[] =>
  each.running.tags[id] ?? actorOf(id).roleTags

export const actorOn = (each: TicketWorld, id: PersonId): ActorFact => ({
  ...actorOf(id),
  roleTags: tagsOn(each, id),
})

/** Nobody of the world lacks a certificate; only a fault takes one away. The system needs none (G03). */
export const actingOf = (id: PersonId, at: number): ActingFact | null =>
  id === 'system' ? null : { at, certs: [], requiredCerts: [], isContractor: false }

/** A ticket's holds and those of others on its points, as the server loads them. */
export function holdsOf(world: World, { ticket, items }: TicketWorld): HoldFact[] {
  const points = items.map((item) => item.pointId)
  const nameOfTicket = (workId: string) =>
    world.tickets.find((each) => each.ticket.id === workId)?.ticket.workNo
  const rest = world.holds
    .filter((hold) => hold.workId === ticket.id || points.includes(hold.pointId))
    .map((hold) => ({
      ...hold,
      workNo: nameOfTicket(hold.workId) ?? '',
      userName: nameOf(hold.userId),
      lockCode: hold.lockId,
      holdType: holdType.isolationLock,
      releaseGroup: 1,
      lockShut: world.locks[hold.lockId]?.state === 'closed',
      releasing: world.tickets.some(
        (other) => other.ticket.id === hold.workId && other.ticket.phase === execPhase.releasing,
      ),
    }))
  const own = workers
    .filter((id) => world.workers[id].lockOn === ticket.id)
    .map((id) => ({
      holdId: `own-${id}`,
      // A lock on the box rests on no single point.
      pointId: '',
      workId: ticket.id,
      workNo: ticket.workNo,
      userId: id,
      userName: nameOf(id),
      lockId: `PL-${id}`,
      lockCode: `PL-${id}`,
      holdType: holdType.personalOnBox,
      state: holdState.active,
      releaseGroup: 1,
      lockShut: true,
      releasing: ticket.phase === execPhase.releasing,
    }))
  return [...rest, ...own]
}

/** The register's word on somebody without an account: admitted, with a pass that is good all the while. */
const admitted: ExternalFact = {
  registered: true,
  blacklisted: null,
  enabled: true,
  admitFrom: 0,
  admitTo: Infinity,
  passes: [{ from: 0, to: Infinity }],
}

/** The other ticket that somebody is inside on; one that this renews, or that renews this, is the same work (T46). */
function insideElsewhere(
  { tickets }: World,
  { ticket }: TicketWorld,
  insideOf: string | null,
): string | null {
  const other = tickets.find((each) => each.ticket.id === insideOf)?.ticket
  const isSame =
    other?.id === ticket.id || other?.id === ticket.parentWorkId || other?.parentWorkId === ticket.id
  return other === undefined || isSame ? null : other.workNo
}

/** The same when the pass ended at `now`, epoch ms. */
const withPassUntil = (now: number): ExternalFact => ({ ...admitted, passes: [{ from: 0, to: now }] })

/** What the guards ask about a person on this ticket. */
export function personOf(world: World, id: PersonId, each: TicketWorld): PersonFact {
  const worker = id === 'w1' || id === 'w2' ? { ...world.workers[id], ...world.traits[id] } : null
  const workId = each.ticket.id
  return {
    userId: id,
    name: nameOf(id),
    roleTags: tagsOn(each, id),
    certs: [],
    requiredCerts: [],
    isContractor: false,
    external: worker?.external ? (worker.passOver ? withPassUntil(momentOf[world.clock]) : admitted) : null,
    accountGap: null,
    briefed: worker?.briefed ?? true,
    briefSigned: worker?.briefed ?? true,
    personalLockOn: worker?.lockOn === workId,
    checkedIn: id !== 'grd' || each.running.guard === 'here',
    onSite: worker?.insideOf === workId,
    busyOn: { inside: insideElsewhere(world, each, worker?.insideOf ?? null), guarding: null },
    liveCounts: {},
    mustAck: worker?.mustAck ?? false,
  }
}
