import { custody, execPhase, lockPurpose, openMethod, workStatus } from '../dictionaries/index.ts'
import { pointsNamedIn, unmetPointRules } from '../isolation/index.ts'
import { applyChange, stepsOf } from './changes.ts'
import type { Change, PlainChange } from './change.ts'
import { judge, type Judgment } from './judge.ts'
import { purposeByPhase } from './matrix.ts'
import { boxHeldByOwn, isOwnLock, loginIsStale, movementOf, otherHolders, windowOf } from './rules.ts'
import type { Leg, Snapshot } from './snapshot.ts'

/**
 * What would turn a no into a yes (M3): the shortest list of changes, or the reason why nothing people can do now would.
 * `changes` is empty for a yes.
 */
export type Fix = { possible: true; changes: readonly Change[] } | { possible: false; reason: string }

/** Rules whose changes can move the request to another leg, ticket or time come first: they may settle others too. */
const order = 'R04 R05 R07 R02 R03 R08 R09 R10 R11 R12 R13 R14 R15 R06'.split(' ')

interface Found {
  changes: readonly Change[]
  steps: number
}

/**
 * The shortest list of changes after which the interlock says yes: a search from the failing rules through what people
 * can do about each, cheapest first. Every list it returns was applied and judged.
 */
export function shortestFix(snapshot: Snapshot): Fix {
  const search: Search = { best: null, dead: null }
  walk(snapshot, { changes: [], steps: 0 }, search)
  if (search.best) return { possible: true, changes: withoutIdle(snapshot, search.best.changes) }
  return { possible: false, reason: search.dead?.reason ?? '没有适用的开锁通道' }
}

/** A later change can do the work of an earlier one too (a new ticket, of a start): what is not needed is left out. */
function withoutIdle(snapshot: Snapshot, changes: readonly Change[]): readonly Change[] {
  for (const change of changes) {
    const rest = changes.filter((each) => each !== change)
    if (judge(rest.reduce(applyChange, snapshot)).allow) return withoutIdle(snapshot, rest)
  }
  return changes
}

interface Search {
  best: Found | null
  /** The dead end reached with the fewest changes: its reason is nearest to what is so now. */
  dead: { steps: number; reason: string } | null
}

function walk(snapshot: Snapshot, sofar: Found, search: Search): void {
  if (search.best && sofar.steps >= search.best.steps) return
  const judgment = judge(snapshot)
  if (judgment.allow) {
    search.best = sofar
    return
  }
  const failing = judgment.rules.filter((rule) => rule.applies && !rule.pass)
  const first = order.map((id) => failing.find((rule) => rule.id === id)).find((rule) => rule !== undefined)
  const ways = first ? waysOut(first.id, snapshot, judgment) : []
  const fresh = ways.filter((way) => !way.some((change) => used(sofar.changes, change)))
  if (fresh.length === 0) {
    // What a phase forbids says more than the state of the ticket does.
    const said = failing.find((rule) => rule.id === 'R07') ?? first
    const reason = [said?.text ?? judgment.message, said?.hint ?? ''].filter(Boolean).join('；')
    if (search.dead === null || sofar.steps < search.dead.steps) search.dead = { steps: sofar.steps, reason }
    return
  }
  for (const way of fresh) {
    const next = {
      changes: [...sofar.changes, ...way],
      steps: sofar.steps + way.reduce((sum, change) => sum + stepsOf(change), 0),
    }
    walk(way.reduce(applyChange, snapshot), next, search)
  }
}

const used = (changes: readonly Change[], change: Change): boolean =>
  changes.some(
    (each) =>
      each.kind === change.kind &&
      !(each.kind === 'movePoint' && change.kind === 'movePoint' && each.pointCode !== change.pointCode),
  )

/** One way out is a list of changes that belong together, mostly of one. */
type Ways = readonly (readonly Change[])[]
const only = (...kinds: readonly PlainChange[]): Ways => kinds.map((kind) => [{ kind }])

/** What people can do about a rule as it stands now; empty = nothing. */
function waysOut(id: string, snapshot: Snapshot, { leg }: Judgment): Ways {
  const { user, lock, ticket, emergency } = snapshot
  switch (id) {
    case 'R02':
      if (!lock.enabled) return only('enableLock')
      if (lock.frozen) return only('unfreezeLock')
      if ([custody.inStore, custody.issued, custody.installed].some((each) => each === lock.custody))
        return only('otherTicketsRelease')
      return lock.custody === custody.scrapped ? [] : only('settleLock')
    case 'R03':
      if (!user.active) return only('activateUser')
      if (user.mustAck) return only('acknowledge')
      return loginIsStale(snapshot) ? only('signIn') : only('renewCerts')
    case 'R04':
      return aboutTicket(snapshot, leg)
    case 'R05':
      return aboutWindow(snapshot, leg)
    case 'R06':
      return only('grant')
    case 'R07':
      return aboutPurpose(snapshot, leg)
    case 'R08':
      return aboutOrder(snapshot, leg)
    case 'R09':
      if (ticket === null) return []
      if (ticket.onSite.length > 0) return only('peopleOut')
      return ticket.personalLocksOn.length > 0 || (leg === 'L2' && boxHeldByOwn(snapshot))
        ? only('personalLocksOff')
        : only('otherTicketsRelease')
    case 'R10':
      if (ticket === null) return []
      if (ticket.guardian.required && !ticket.guardian.present) return only('guardianIn')
      if ((ticket.proofsDue ?? []).length > 0) return only('proveAgain')
      return only((ticket.gas.unheard ?? []).length > 0 ? 'gasWatch' : 'gasTest')
    case 'R11':
      if (snapshot.stopOrder !== null) return only('liftStop')
      return snapshot.alarms.length > 0 ? only('closeAlarms') : only('settleConflicts')
    case 'R12':
      return snapshot.method === openMethod.remote && lock.allowsRemote
        ? only('provePresence', 'confirmRemote')
        : only('provePresence')
    case 'R13':
      return only('secondPerson')
    case 'R14':
      if (emergency?.kind === 'RESCUE') return []
      return emergency !== null && snapshot.ownerOnSite ? only('ownerOut') : only('newEmergency')
    case 'R15':
      return only('goOnline')
    default:
      return []
  }
}

/** Is this a lock people open to work, so that a ticket at work could open it? */
const opensAtWork = ({ lock }: Snapshot): boolean =>
  lock.purpose !== lockPurpose.personal && purposeByPhase[lock.purpose][execPhase.working] !== undefined

/** Can this ticket still come to work, and is it not there already? */
function canStart(snapshot: Snapshot): boolean {
  const { ticket } = snapshot
  if (ticket === null || ticket.voidFlag || !opensAtWork(snapshot)) return false
  if (ticket.status === workStatus.executing)
    return [execPhase.suspended, execPhase.testRun, execPhase.relocking].some((each) => each === ticket.phase)
  return ticket.status < workStatus.executing && ticket.phase !== execPhase.releasing
}

/** A new ticket is always a way for a lock people open to work: the longest one. */
const renewal = (snapshot: Snapshot): Ways => (opensAtWork(snapshot) ? only('newTicket') : [])
const startOrNew = (snapshot: Snapshot): Ways => [
  ...(canStart(snapshot) ? only('startWork') : []),
  ...renewal(snapshot),
]

function aboutTicket(snapshot: Snapshot, leg: Leg | null): Ways {
  const { ticket, lock, emergency } = snapshot
  const gone: readonly number[] = [custody.inTransfer, custody.lost, custody.repair]
  // Back in store it is opened by whoever keeps it (L6).
  const toStore =
    ticket === null && lock.pointId === null && gone.includes(lock.custody) ? only('settleLock') : []
  if (leg !== null && snapshot.legsOff.includes(leg))
    return [...toStore, ...(ticket === null ? [] : startOrNew(snapshot))]
  if (emergency !== null) return ticket !== null && !ticket.voidFlag ? only('addLock') : []
  if (ticket === null) return [...toStore, ...startOrNew(snapshot)]
  if (ticket.voidFlag) return startOrNew(snapshot)
  if (leg === 'L1' && !(ticket.status === workStatus.executing && ticket.phase === execPhase.working))
    return startOrNew(snapshot)
  if (!ticket.listsLock) return [...only('addLock'), ...renewal(snapshot)]
  const cell = purposeByPhase[lock.purpose][ticket.phase]
  const tag = cell?.tags.find((each) => each !== 'OWNER')
  return [[{ kind: 'addPerson', tag: tag ?? 'WORK' }], ...renewal(snapshot)]
}

function aboutWindow(snapshot: Snapshot, leg: Leg | null): Ways {
  const { ticket, at } = snapshot
  if (ticket === null || leg === null) return []
  const { from, end } = windowOf(leg, ticket)
  if (end === null) return startOrNew(snapshot)
  if (at < from && from < end) return [[{ kind: 'wait', until: from }]]
  return leg === 'L4' ? only('moveDeadline') : renewal(snapshot)
}

/** R07: the phase or the person is wrong. Nobody is told to take a second role: roles are kept apart (G04, G12). */
function aboutPurpose(snapshot: Snapshot, leg: Leg | null): Ways {
  if (leg === 'L6') return only('issueLock')
  const { lock, ticket, user, ownerOnSite } = snapshot
  if (lock.purpose === lockPurpose.personal)
    return isOwnLock({ lock, user }) && ownerOnSite ? only('ownerOut') : []
  if (ticket === null) return []
  const cell = purposeByPhase[lock.purpose][ticket.phase]
  const fits = (tags: readonly string[] | undefined) =>
    ticket.userTags.length === 0 || (tags ?? []).some((tag) => ticket.userTags.some((own) => own === tag))
  // Another ticket's point hangs on this very lock (T46).
  if (cell && fits(cell.tags) && otherHolders(snapshot).length > 0) return only('otherTicketsRelease')
  if (cell && fits(cell.tags))
    return cell.only === 'allPersonalOff' && ticket.personalLocksOn.length > 0 ? only('personalLocksOff') : []
  const atWork = purposeByPhase[lock.purpose][execPhase.working]
  return canStart(snapshot) && fits(atWork?.tags) ? only('startWork') : []
}

function aboutOrder(snapshot: Snapshot, leg: Leg | null): Ways {
  if (leg === null) return []
  const { rules, points, pointId } = snapshot.prevention
  const movement = movementOf(snapshot, leg)
  const unmet = unmetPointRules(rules, points, pointId, movement)
  if (unmet.length === 0) return only('finishBefore')
  const codes = [
    ...new Set(rules.filter((rule) => rule.pointId === pointId).flatMap((rule) => pointsNamedIn(rule.expr))),
  ].filter((code) => points.some((point) => point.pointCode === code))
  // Fewest points first; four are more than a rule of the five preventions speaks about.
  for (let count = 1; count <= Math.min(codes.length, 4); count++) {
    const ways = movesOf(codes, count).filter((moves) => {
      const { prevention } = moves.reduce(applyChange, snapshot)
      return unmetPointRules(rules, prevention.points, pointId, movement).length === 0
    })
    if (ways.length > 0) return [ways.toSorted((a, b) => weight(a) - weight(b))[0] ?? []]
  }
  return []
}

/** Among lists of the same length the gentlest: back to normal, moved, locked, proven. */
const weight = (moves: readonly Change[]): number =>
  moves.reduce((sum, move) => sum + (move.kind === 'movePoint' ? ([1, 2, 3, 4][move.state] ?? 0) : 0), 0)

/** Every way to move exactly `count` of the points. */
function movesOf(codes: readonly string[], count: number): Change[][] {
  if (count === 0) return [[]]
  const [code, ...rest] = codes
  if (code === undefined) return []
  const states = [0, 1, 2, 3] as const
  return [
    ...states.flatMap((state) =>
      movesOf(rest, count - 1).map((moves): Change[] => [
        { kind: 'movePoint', pointCode: code, state },
        ...moves,
      ]),
    ),
    ...movesOf(rest, count),
  ]
}
