import {
  execPhase,
  holdState,
  holdType,
  itemState,
  lockStatus,
  type ExecPhase,
  type ItemState,
} from '../dictionaries/index.ts'
import { restingHolds } from '../isolation/index.ts'
import type { HoldFact, PointFact } from '../work-ticket/index.ts'
import { openingAlarms, type Breach, type SafetySnapshot, type SafetyTicket } from './snapshot.ts'

/** People inside: the list and the counter must agree, so the larger one counts. */
function insideOf({ ticket, picture }: SafetyTicket): number {
  return Math.max(ticket.onSiteCount, picture.persons.filter((person) => person.onSite).length)
}

const ownLock = (holds: readonly HoldFact[], workId: string, pointId: string) =>
  restingHolds(holds).some(
    (hold) => hold.workId === workId && hold.pointId === pointId && hold.holdType === holdType.isolationLock,
  )

/**
 * Why a mandatory point does not protect anybody now, or null. The lock's last report decides; an unknown state is not
 * closed (§0.3). How fresh the report is concerns the start (G11), not whoever is inside already: silence opens nothing.
 */
function unprotected(point: PointFact, { ticket, picture }: SafetyTicket): string | null {
  if (point.state !== itemState.verified) return '未验证'
  if (point.kind === 'residual') return point.residualDone === 1 ? null : '残余能量未释放'
  if (point.closure === null) return '没有锁具'
  if (point.closure.lockStatus !== lockStatus.closed) return `锁具 ${point.closure.lockCode} 未关闭`
  return ownLock(picture.holds, ticket.id, point.pointId) ? null : '没有本票占用'
}

const leaving: readonly ExecPhase[] = [execPhase.suspended, execPhase.heldExpired]

/** I1: people inside ⇒ every mandatory point locked and verified, or work is stopped and everybody was told to leave. */
export function peopleProtected({ tickets }: SafetySnapshot): Breach[] {
  return tickets.flatMap((each) => {
    const { ticket, picture, evacuationOrdered } = each
    const inside = insideOf(each)
    if (inside === 0 || (evacuationOrdered && leaving.includes(ticket.phase))) return []
    // Points given back with their group (T38) are no longer part of the isolation; one must remain.
    const needed = picture.points.filter((point) => point.mandatory && point.state !== itemState.restored)
    const breach = (pointId: string | null, text: string): Breach => ({
      id: 'I1',
      workId: ticket.id,
      pointId,
      text: `工作票 ${ticket.workNo} 现场有 ${inside} 人，但${text}`,
    })
    if (needed.length === 0 && ticket.needIsolation) return [breach(null, '没有任何必须隔离的隔离点')]
    return needed.flatMap((point) => {
      const gap = unprotected(point, each)
      return gap === null ? [] : [breach(point.pointId, `隔离点 ${point.pointCode} ${gap}`)]
    })
  })
}

const toBePlaced: readonly ItemState[] = [
  itemState.waiting,
  itemState.operated,
  itemState.awaitingRelock,
  itemState.abnormal,
]

/** Is the opening of this ticket's own lock what its phase is about? */
function isLawful(point: PointFact, each: SafetyTicket): boolean {
  const { ticket, picture } = each
  const nobody = insideOf(each) === 0
  if (ticket.phase === execPhase.testRun) return point.state === itemState.lifted && nobody
  if (ticket.phase === execPhase.isolating || ticket.phase === execPhase.relocking)
    return toBePlaced.includes(point.state)
  // A point that was being placed anew when the isolation was given up (T52) is claimed as locked by nobody.
  if (ticket.phase === execPhase.releasing && toBePlaced.includes(point.state)) return nobody
  // Leg L4: the isolator opens the lock, then reports the point restored (T43). No person relies on it any more.
  const personal = restingHolds(picture.holds).some(
    (hold) =>
      hold.workId === ticket.id &&
      hold.holdType !== holdType.isolationLock &&
      (hold.pointId === point.pointId || hold.holdType === holdType.personalOnBox),
  )
  return ticket.phase === execPhase.releasing && nobody && !personal
}

/** A hold lifted for a test is no active one (§8.1); while the test runs its lock may stand open only with nobody inside. */
const countsOn = (hold: HoldFact, { ticket }: SafetyTicket): boolean =>
  hold.state !== holdState.lifted || ticket.phase === execPhase.testRun

/**
 * I2: an isolation lock that stands open on a point ⇒ no hold rests on the point, or the opening is what the ticket's
 * phase is about (being placed, lifted for a test, being restored) and nobody else's hold rests on that very lock, or an
 * alarm A01/A02 is open for it.
 */
export function holdsKeptShut({ tickets }: SafetySnapshot): Breach[] {
  return tickets.flatMap((each) =>
    each.picture.points.flatMap((point): Breach[] => {
      const { closure } = point
      // Unknown is not closed for a guard, but it is no report of an opening either.
      if (closure === null || !reportedOpen.includes(closure.lockStatus)) return []
      const resting = restingHolds(each.picture.holds)
        .filter((hold) => hold.pointId === point.pointId)
        .filter((hold) => hold.workId !== each.ticket.id || countsOn(hold, each))
      const alarmed = each.picture.alarms.some(
        (alarm) => openingAlarms.includes(alarm.alarmType) && alarm.source === closure.lockCode,
      )
      if (resting.length === 0 || alarmed) return []
      const othersOnIt = resting.some(
        (hold) => hold.workId !== each.ticket.id && hold.lockId === closure.lockId,
      )
      // A lock accepted from the ticket that is being renewed (T46) is judged where its hold is.
      if (othersOnIt && !resting.some((hold) => hold.workId === each.ticket.id)) return []
      if (isLawful(point, each) && !othersOnIt) return []
      const owners = [...new Set(resting.map((hold) => hold.workNo))].join('、')
      const text = `隔离点 ${point.pointCode} 的锁具 ${closure.lockCode} 开着，但仍被 ${owners} 占用，也没有报警`
      return [{ id: 'I2', workId: each.ticket.id, pointId: point.pointId, text }]
    }),
  )
}

const reportedOpen: readonly number[] = [lockStatus.open, lockStatus.notFullyLocked, lockStatus.tampered]
