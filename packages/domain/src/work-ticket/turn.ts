import {
  execPhase,
  itemState,
  lockStatus,
  roleTags,
  stepStatus,
  type RoleTag,
} from '../dictionaries/index.ts'
import type { Verdict } from '../verdict/index.ts'
import { actingGap, type ActingFact } from './acting.ts'
import { advance, attendants, ticketMachine, type TicketMachine } from './advance.ts'
import type { TicketEvent } from './events.ts'
import type { ActorFact, PointFact, TicketFacts } from './facts.ts'
import type { Guard } from './guard.ts'
import type { GuardId } from './guards.ts'
import { closureGap, proofGap, reVerifyGap, securedGap } from './guards-isolation.ts'
import { guardiansAt, personalHolds } from './guards-people.ts'
import { handoverChecks } from './handover.ts'
import type { PersonFact } from './person-fact.ts'
import { pendingRequest } from './pending-request.ts'
import type { StepAssignment } from './steps.ts'
import { votersWanted } from './steps.ts'
import { minEvidence } from './input-checks.ts'
import { isTerminal, type Ticket } from './ticket.ts'
import { limitGap, limitUnit } from './verify-limit.ts'

/**
 * What somebody does about a ticket that waits: an event of the table by its name, or a word that its guards wait for
 * (a briefing, a sample, a look at a lock).
 */
export type TurnAct =
  | TicketEvent['type']
  | 'brief'
  | 'briefConfirm'
  | 'guardIn'
  | 'gasAdd'
  | 'measureConfirm'
  | 'unsyncedOverride'
  | 'readLock'
  | 'look'
  | 'witness'

/** Somebody who may be named: his tags on this ticket and by his post, and the certificates they ask of him. */
export interface Candidate {
  readonly actor: ActorFact
  readonly acting: ActingFact | null
}

/** One thing that is to be done now, or as soon as what it misses is there. */
export interface TurnTask {
  readonly act: TurnAct
  /** What it is about, as people call it: a point's code, people's names, a cause; empty for the ticket as a whole. */
  readonly at: string
  readonly pointId?: string
  /** Whom it is about, where that is one person. */
  readonly userId?: string
  readonly rowId?: string
  /** The press of this person, everything that he says in it being in order; null: a note, which `tags` may take. */
  readonly press: ((userId: string) => TicketEvent) | null
  /** Whose business it is where the table lets more people do it, or says it by relation and not by tag. */
  readonly only?: readonly string[]
  readonly tags?: readonly RoleTag[]
  /** What a note of these tags asks of certificates is asked of whoever takes it. */
  readonly certified?: true
  /** What refuses it whoever presses; empty: whoever may can do it now. */
  readonly missing: readonly Verdict[]
  /** A way of his own (in, out) that nobody waits for. */
  readonly isOwnWay?: true
}

type Draft = Omit<TurnTask, 'missing'>

/** Who may say that the closure of a lock was seen, by how the lock tells of itself (G11). */
export const closureWords = {
  readLock: ['ISO', 'VERIFY', 'PERMIT', 'LEAD'],
  look: ['VERIFY'],
  witness: ['VERIFY', 'PERMIT', 'LEAD', 'SAFETY'],
} as const satisfies Readonly<Record<string, readonly RoleTag[]>>

/**
 * What a ticket waits for, in the order in which it is put right: first what is still missing for the step, then the step.
 * `asked`: whom the flow will ask, where a submission or a review is to come; without it the flow is taken to have people.
 */
export function turnTasks(
  ticket: Ticket,
  facts: TicketFacts,
  asked: readonly StepAssignment[] | null = null,
): TurnTask[] {
  const seen = pressing(facts)
  // A lock may stand in the way of the placing and of the start: it is named once.
  const tasks = new Map(
    draftsOf(ticket, seen, asked ?? anyone(facts)).map((task) => [keyOf(task), task] as const),
  )
  return [...tasks.values()].map((task) => ({ ...task, missing: missingFor(ticket, task, seen) }))
}

const keyOf = ({ act, at, pointId, userId, rowId }: Draft): string =>
  JSON.stringify([act, at, pointId, userId, rowId])

/**
 * Those of the candidates who can do it, as soon as nothing is missing. Where nothing is, `advance` itself says yes to
 * exactly these.
 */
export function takersOf(
  ticket: Ticket,
  task: TurnTask,
  facts: TicketFacts,
  candidates: readonly Candidate[],
): Candidate[] {
  const { only, tags, press } = task
  const asked = candidates.filter(
    ({ actor }) =>
      !actor.isSystem &&
      (only === undefined || only.includes(actor.userId)) &&
      (tags === undefined || tags.some((tag) => actor.roleTags.includes(tag))),
  )
  if (press === null)
    return asked.filter(
      ({ actor, acting }) => task.certified !== true || actingGap(actor, acting, tags ?? []) === null,
    )
  const seen = opened(pressing(facts), task)
  const machine = lenient(seen, task)
  return asked.filter((each) => advance(ticket, press(each.actor.userId), as(seen, each), machine).ok)
}

/** The facts as a press finds them: he stands where the step asks, and says with it what its dialog asks. */
function pressing(facts: TicketFacts): TicketFacts {
  return over(facts, {
    insideFence: true,
    siteCheck: { areaInspected: true, toolsCleared: true, guardsRefitted: true, photo: true },
    notifiedAt: facts.now,
  })
}

/** Whoever restores a point opens its lock with the same press (T43): what he is asked is what comes after. */
const opened = (facts: TicketFacts, { act, pointId }: Pick<Draft, 'act' | 'pointId'>): TicketFacts =>
  act !== 'pointRestore'
    ? facts
    : over(facts, {
        points: facts.points.map((point) =>
          point.pointId === pointId && point.closure !== null
            ? { ...point, closure: { ...point.closure, lockStatus: lockStatus.open } }
            : point,
        ),
      })

/** Not a copy: facts that were not loaded must not be looked at. */
const over = (facts: TicketFacts, change: Partial<TicketFacts>): TicketFacts =>
  Object.create(
    facts,
    Object.fromEntries(Object.entries(change).map(([name, value]) => [name, { value, enumerable: true }])),
  ) as TicketFacts

const as = (facts: TicketFacts, { actor, acting }: Candidate): TicketFacts => over(facts, { actor, acting })

/**
 * Somebody against whom nothing can be said: what a rule has against him, it has against the thing. Nobody leads and
 * permits the same electrical work, and nobody who works or guards permits any, so there are two of them.
 */
const ideals = (task: Pick<TurnTask, 'only'>): Candidate[] =>
  (['PERMIT', 'LEAD'] as const).map((without) => ({
    actor: {
      userId: task.only?.[0] ?? '',
      name: '',
      roleTags: roleTags.filter((tag) => tag !== without && !['GUARD', 'WORK', 'CONTR'].includes(tag)),
      isDepartmentEditor: true,
      isSystem: false,
    },
    acting: null,
  }))

/** The rules without what they say of everybody: what is left is said of the person. */
function lenient(facts: TicketFacts, task: Pick<TurnTask, 'only'>): TicketMachine {
  const seenByIdeals = ideals(task).map((ideal) => as(facts, ideal))
  const wrap = (guard: Guard): Guard => ({
    ...guard,
    check(ticket, event, own) {
      const verdict = guard.check(ticket, event, own)
      if (verdict.pass) return verdict
      const ofAll = seenByIdeals.some((seen) => guard.check(ticket, event, seen).text === verdict.text)
      return ofAll ? { ...verdict, pass: true } : verdict
    },
  })
  const { rows, guards } = ticketMachine
  return { rows, guards: new Proxy(guards, { get: (all, id: GuardId) => wrap(all[id]) }) }
}

/** What `advance` has against the press of anybody. */
function missingFor(ticket: Ticket, task: Draft, facts: TicketFacts): Verdict[] {
  const { press } = task
  if (press === null) return []
  const seen = opened(facts, task)
  const answers = ideals(task).map((ideal) =>
    advance(ticket, press(ideal.actor.userId), as(seen, ideal), ticketMachine),
  )
  if (answers.some(({ ok }) => ok)) return []
  const heard = answers.flatMap((answer) => (answer.ok ? [] : [answer.rules]))
  const rules = heard.find((each) => each.length > 0) ?? []
  return rules.filter(({ pass }) => !pass)
}

/** People for every step of the flow: whether there are any is said by the submission itself (T04, T07). */
const anyone = ({ flow }: TicketFacts): StepAssignment[] =>
  flow.flatMap(({ stage, stepNo, quorum }) =>
    Array.from({ length: votersWanted(quorum) }, (_, at) => ({
      stage,
      stepNo,
      userId: `?${stage}.${stepNo}.${at}`,
      userName: '',
      delegateFor: null,
    })),
  )

const event = (act: TicketEvent['type'], press: (userId: string) => TicketEvent, more: Partial<Draft> = {}) =>
  ({ at: '', ...more, act, press }) satisfies Draft
const note = (act: TurnAct, tags: readonly RoleTag[] | undefined, more: Partial<Draft> = {}): Draft => ({
  at: '',
  ...more,
  ...(tags && { tags }),
  act,
  press: null,
})

function draftsOf(ticket: Ticket, facts: TicketFacts, asked: readonly StepAssignment[]): Draft[] {
  if (isTerminal(ticket)) return owedAfterwards(facts)
  return [...owedAfterwards(facts), ...handovers(facts), ...ofState(ticket, facts, asked)]
}

/** What somebody still owes whatever the ticket does: to say that he knows of his removed lock (T49), the later review (T50). */
const owedAfterwards = ({ removals: all, emergency }: TicketFacts): Draft[] => [
  ...all
    .filter(({ state }) => state === 2)
    .map(({ removalId, ownerId, lockCode }) =>
      event('removalAck', () => ({ type: 'removalAck', removalId, channel: 1 }), {
        at: lockCode,
        only: [ownerId],
        userId: ownerId,
      }),
    ),
  ...(emergency !== null && !emergency.reviewed
    ? [event('afterReview', () => ({ type: 'afterReview', opinion: '已审查' }))]
    : []),
]

const handovers = ({ handovers: all }: TicketFacts): Draft[] =>
  all.map(({ handoverId, state, fromUserId, fromName, toUserId }) =>
    state === 0
      ? event('handoverAccept', () => ({ type: 'handoverAccept', handoverId }), {
          at: fromName,
          only: [toUserId],
          userId: toUserId,
        })
      : event(
          'handoverDone',
          () => ({ type: 'handoverDone', handoverId, checks: handoverChecks.map(({ code }) => code) }),
          { at: fromName, only: [fromUserId], userId: fromUserId },
        ),
  )

function ofState(ticket: Ticket, facts: TicketFacts, asked: readonly StepAssignment[]): Draft[] {
  const { status, phase } = ticket
  const needsIsolation = ticket.needIsolation || facts.policy.isolationRequired === 2
  switch (`${status}/${phase}`) {
    case '0/0':
    case '3/0':
    case '5/0':
      return [event('submit', () => ({ type: 'submit', assignees: asked }), { only: [ticket.applicantId] })]
    case '1/0':
    case '2/0':
      return decisions(ticket, facts, asked)
    case '4/0':
      return needsIsolation
        ? [event('isolateStart', () => ({ type: 'isolateStart' }))]
        : [...causes(facts), ...preparing(ticket, facts, 'start')]
    case '4/10':
      return [...causes(facts), ...placing(ticket, facts)]
    case '4/11':
      return [...causes(facts), ...closing(facts), ...proving(facts)]
    case '4/12':
      return [...causes(facts), ...preparing(ticket, facts, 'start')]
    case '20/20':
      return working(ticket, facts)
    case '20/21':
      return [...causes(facts), ...placing(ticket, facts), ...preparing(ticket, facts, 'resume')]
    case '20/22':
      return [event('testEnd', () => ({ type: 'testEnd', deEnergised: true }))]
    case '20/23':
      return [
        ...placing(ticket, facts),
        ...proving(facts),
        ...guardians(facts),
        event('relocked', () => ({ type: 'relocked' })),
      ]
    case '4/24':
    case '20/24':
    case '40/24':
      return releasing(ticket, facts)
    case '40/25':
      return [...leaving(facts), ...causes(facts), event('releaseBegin', () => ({ type: 'releaseBegin' }))]
    default:
      return []
  }
}

/** The steps of the round that wait, each for its own person. */
function decisions(ticket: Ticket, { steps }: TicketFacts, asked: readonly StepAssignment[]): Draft[] {
  const contentHash = ticket.contentHash ?? ''
  return steps
    .filter((row) => row.round === ticket.round && row.status === stepStatus.pending)
    .map(({ id: rowId, stage, userId, userName }) => {
      const said = { rowId, contentHash, opinion: '' }
      const more = { at: userName, rowId, userId, only: [userId] }
      return stage === 1
        ? event('reviewPass', () => ({ type: 'reviewPass', ...said, examiners: asked }), more)
        : event('approve', () => ({ type: 'approve', ...said }), more)
    })
}

/** Why the work stands still, each for whoever answers for it (T55). */
const causes = ({ stopCauses }: TicketFacts): Draft[] =>
  stopCauses
    .filter(({ closedAt }) => closedAt === null)
    .map(({ causeId, reason }) =>
      event(
        'causeClose',
        () => ({ type: 'causeClose', causeId, evidence: '。'.repeat(minEvidence), hasFile: true }),
        { at: reason },
      ),
    )

const inOrder = (points: readonly PointFact[]): PointFact[] => points.toSorted((a, b) => a.order - b.order)

/** The next step of every point that is not secured; a point that waits for another one is not next. */
function placing(ticket: Ticket, facts: TicketFacts): Draft[] {
  const { points, holds, locks, now } = facts
  const drafts = inOrder(points)
    .filter(({ mandatory, state }) => mandatory && state !== itemState.restored)
    .flatMap((point): Draft[] => {
      if (securedGap(point, now) === null) return []
      const { pointId, pointCode: at, state } = point
      const lifted = holds.find(
        (hold) => hold.pointId === pointId && hold.workId === ticket.id && hold.state === 2,
      )
      // What was lifted for a test goes back by the hands that placed it (T37).
      const more = { at, pointId, ...(lifted && { only: [lifted.userId] }) }
      switch (state) {
        case itemState.waiting:
        case itemState.abnormal:
        case itemState.awaitingRelock:
          return [
            event(
              'pointOperate',
              () => ({ type: 'pointOperate', pointId, presenceProof: true, residualDone: true }),
              more,
            ),
          ]
        case itemState.operated: {
          const lockId = point.plannedLockId ?? locks[0]?.lockId ?? ''
          const substituteReason = point.plannedLockId === null ? '代用' : ''
          return [event('pointLock', () => ({ type: 'pointLock', pointId, lockId, substituteReason }), more)]
        }
        case itemState.locked:
          return [event('pointTag', () => ({ type: 'pointTag', pointId }), more)]
        default:
          return closureOf(point, now)
      }
    })
  const isFree = (task: Draft) => task.act !== 'pointOperate' || missingFor(ticket, task, facts).length === 0
  const free = drafts.filter(isFree)
  return free.length > 0 ? free : drafts.slice(0, 1)
}

/** Somebody makes sure of a lock whose closure is not proven (any more): by asking it, looking at it, or as a witness. */
function closureOf({ closure, pointCode: at, pointId, kind }: PointFact, now: number): Draft[] {
  if (kind === 'residual' || closure === null || closureGap(closure, now) === null) return []
  const how = closure.reach === 'passive' ? 'witness' : closure.reach === 'lowPower' ? 'look' : 'readLock'
  return [note(how, closureWords[how], { at, pointId })]
}

const closing = ({ points, now }: TicketFacts): Draft[] =>
  inOrder(points)
    .filter(
      ({ mandatory, state }) => mandatory && state !== itemState.restored && state !== itemState.waiting,
    )
    .flatMap((point) => closureOf(point, now))

/** A verification with a reading that the limit takes; where it takes none, the limit is what is missing. */
function verifying({ pointId, pointCode: at, verifyMethods, verifyLimit }: PointFact, now: number): Draft {
  const unit = limitUnit(verifyLimit)
  const value = [0, null].find((each) => limitGap(verifyLimit, { value: each, unit }) === null) ?? 0
  const method = verifyMethods[0] ?? ''
  const proof = { verifierName: '', at: now, method, value, unit, result: true, reVerifyDue: null }
  return event(
    'pointVerify',
    (verifierId) => ({ type: 'pointVerify', pointId, proof: { ...proof, verifierId } }),
    { at, pointId },
  )
}

/** Points to be proven without energy: those not proven, and those whose proof does not hold any more. */
const proving = ({ points, persons, now }: TicketFacts): Draft[] =>
  inOrder(points)
    .filter(({ mandatory, state }) => mandatory && state !== itemState.restored)
    .filter((point) =>
      point.state === itemState.verified
        ? proofGap(point, point.proof, persons, now) !== null
        : point.state === itemState.tagged || point.state === itemState.residualReleased,
    )
    .map((point) => verifying(point, now))

const enters = ({ roleTags: tags }: PersonFact): boolean => tags.includes('WORK') || tags.includes('CONTR')

/** What a start or a resumption still lacks, each with who brings it, and then the step itself (G11–G15, G27, G28). */
function preparing(ticket: Ticket, facts: TicketFacts, type: 'start' | 'resume'): Draft[] {
  const step = event(type, () => ({ type }))
  const missing = new Set(missingFor(ticket, step, facts).map(({ id }) => id))
  const pending = pendingRequest(ticket, facts.keys, facts.now)
  return [
    ...(missing.has('G11') ? closing(facts) : []),
    ...(missing.has('G12') ? proving(facts) : []),
    ...(missing.has('G13') ? crewGaps(ticket, facts, type) : []),
    ...(missing.has('G15') ? guardians(facts) : []),
    ...(missing.has('G14') ? [note('gasAdd', ['GASTEST', 'GUARD'], { certified: true })] : []),
    ...(missing.has('G28')
      ? [note('measureConfirm', ['LEAD', 'GUARD', 'ISO', 'GASTEST'], { certified: true })]
      : []),
    ...(missing.has('G27') ? [note('unsyncedOverride', ['PERMIT', 'SAFETY'])] : []),
    { ...step, at: pending?.event === type ? pending.last.userName : '' },
  ]
}

function crewGaps(
  ticket: Ticket,
  { persons, points, policy }: TicketFacts,
  type: 'start' | 'resume',
): Draft[] {
  const asked = persons.filter((person) => person.onSite || (type === 'start' && enters(person)))
  const unbriefed = policy.briefRequired ? asked.filter(({ briefed }) => !briefed) : []
  const unsigned = policy.briefRequired
    ? asked.filter(({ briefed, briefSigned }) => briefed && !briefSigned)
    : []
  const mayLock = ticket.phase !== execPhase.none
  const unlocked =
    policy.personalLock && ticket.needIsolation && mayLock
      ? asked.filter(({ personalLockOn }) => !personalLockOn)
      : []
  const pointId = points.find(({ kind }) => kind === 'isolate')?.pointId ?? null
  return [
    ...(unbriefed.length === 0
      ? []
      : [note('brief', ['LEAD', 'PERMIT'], { at: namesOf(unbriefed), certified: true })]),
    // Who has no account signs by hand at the screen of whoever briefs him.
    ...unsigned.map((person) =>
      person.external === null
        ? note('briefConfirm', undefined, { at: person.name, userId: person.userId, only: [person.userId] })
        : note('brief', ['LEAD', 'PERMIT'], { at: person.name, certified: true }),
    ),
    ...unlocked.map((person) => {
      const { userId, name, external } = person
      const press = (): TicketEvent => ({
        type: 'personalLockOn',
        userId,
        lockId: '',
        ownerId: userId,
        pointId,
        boxId: null,
        ...(external !== null && { confirmed: true as const }),
      })
      return event('personalLockOn', press, { at: name, userId, ...himselfOr(external, userId) })
    }),
  ]
}

/** Who has no account acts at the screen of those who attend him. */
const himselfOr = (external: PersonFact['external'], userId: string): Partial<Draft> =>
  external === null ? { only: [userId] } : { tags: attendants }

const namesOf = (people: readonly { readonly name: string }[]): string =>
  people.map(({ name }) => name).join('、')

/** Guardians who are not at their post, while too few are (G15). */
function guardians(facts: TicketFacts): Draft[] {
  const { required, all, there } = guardiansAt(facts)
  if (there.length >= required) return []
  return all
    .filter(({ checkedIn }) => !checkedIn)
    .map(({ userId, name }) => note('guardIn', undefined, { at: name, userId, only: [userId] }))
}

/** Work goes on: what others ask, what must be proven again, and its end, which the leader declares. */
function working(ticket: Ticket, facts: TicketFacts): Draft[] {
  const { points, persons, extension, keys, now } = facts
  const pending = pendingRequest(ticket, keys, now)
  const asked = pending === null ? [] : requestOf(pending)
  const due = inOrder(points).filter(
    ({ mandatory, proof, state }) =>
      mandatory && state === itemState.verified && proof !== null && reVerifyGap(proof, now) !== null,
  )
  return [
    ...asked,
    ...(extension === null
      ? []
      : [event('extendApprove', () => ({ type: 'extendApprove', extendId: extension.extendId }))]),
    ...due.map((point) => verifying(point, now)),
    ...guardians(facts),
    ...persons
      .filter(enters)
      .flatMap(({ userId, name, onSite, external }): Draft[] =>
        external !== null
          ? []
          : [
              event(
                onSite ? 'personOut' : 'personIn',
                () => ({ type: onSite ? 'personOut' : 'personIn', userId }),
                { at: name, userId, only: [userId], isOwnWay: true },
              ),
            ],
      ),
    event('releaseBegin', () => ({ type: 'releaseBegin' })),
  ]
}

/** What was asked for and waits for a second signature, said as it was asked. */
function requestOf({ event: type, asked, last }: NonNullable<ReturnType<typeof pendingRequest>>): Draft[] {
  const at = last.userName
  // Written by `argsOf` from an event of this type.
  if (type === 'testBegin')
    return [event(type, () => ({ ...(asked as object), type }) as TicketEvent, { at })]
  if (type === 'groupRelease')
    return [event(type, () => ({ ...(asked as object), type }) as TicketEvent, { at })]
  return []
}

/** Whoever is inside leaves; he says so, or whoever counts heads. */
const leaving = ({ persons }: TicketFacts): Draft[] =>
  persons
    .filter(({ onSite }) => onSite)
    .map(({ userId, name, external }) =>
      event('personOut', () => ({ type: 'personOut', userId }), {
        at: name,
        userId,
        ...himselfOr(external, userId),
      }),
    )

/** Locks off, points back in reverse order, then the last signatures (T42–T45, T53). */
function releasing(ticket: Ticket, facts: TicketFacts): Draft[] {
  const { points, persons, holds, keys, now } = facts
  const owned = new Map(personalHolds(holds, ticket.id).map((hold) => [hold.userId, hold]))
  const off = [...owned.values()].map(({ holdId, userId, userName }) => {
    const external = persons.find((person) => person.userId === userId)?.external ?? null
    const press = (): TicketEvent => ({
      type: 'personalLockOff',
      holdId,
      ...(external !== null && { confirmed: true as const }),
    })
    return event('personalLockOff', press, { at: userName, userId, ...himselfOr(external, userId) })
  })
  const held = points.filter(({ state }) => state !== itemState.restored && state !== itemState.waiting)
  const back = inOrder(held)
    .toReversed()
    .map(({ pointId, pointCode: at }) =>
      event('pointRestore', () => ({ type: 'pointRestore', pointId }), { at, pointId }),
    )
  const next = back.filter((task) => missingFor(ticket, task, facts).every(({ id }) => id !== 'T43'))
  const pending = pendingRequest(ticket, keys, now)
  const last: Draft[] =
    held.length > 0
      ? []
      : // The locks' own reports end a cancelled isolation (T53): nobody presses for it.
        ticket.status === 4
        ? []
        : ticket.status === 40
          ? [event('closeExpired', () => ({ type: 'closeExpired' }), { at: pending?.last.userName ?? '' })]
          : [
              event('finish', () => ({ type: 'finish', closeResult: '1' }), {
                at: pending?.last.userName ?? '',
              }),
            ]
  return [...leaving(facts), ...off, ...(next.length > 0 ? next : back.slice(0, 1)), ...last]
}
