import { workStatus } from '@suoan/domain/dictionaries'
import { breachesOf, invariants, safeDirectionAccepted, type SafetyTicket } from '@suoan/domain/invariants'
import {
  type advance,
  isTerminal,
  ticketMachine,
  type Advanced,
  type TicketEventType,
  type TicketMachine,
} from '@suoan/domain/work-ticket'
import { absences, leftAlone } from './absence.ts'
import { askedOf } from './ask.ts'
import type { Asked } from './asked.ts'
import { locksOnTheirOwn, openings, timePasses, type WorldMove } from './locks.ts'
import { outcomesOf, type Outcome } from './outcomes.ts'
import { nameOf, type PersonId } from './people.ts'
import { performAll } from './perform.ts'
import { brokenBy } from './invariants.ts'
import { reactionsTo, reactToOpening } from './react.ts'
import type { Scene } from './scenes.ts'
import { StateGraph, type Arrival } from './state-graph.ts'
import { stepText } from './step-text.ts'
import { AskedTable } from './table.ts'
import { Trials } from './trials.ts'
import type { CounterExample, Ground, History, Limits, StepKind, Walk, Way } from './walk.ts'
import { environmentFaults, type EnvironmentFault } from './environment-faults.ts'
import { planStart, type StepTrail, type World } from './world.ts'

/**
 * Walks every state of a scene breadth first, so that the first counter-example is a shortest one. Every event anybody
 * may ask for goes through the real `advance` on the given table; effects are applied to the small world; I1–I8 are
 * asked in every state, the invariants at every accepted step.
 */
export function explore(
  scene: Scene,
  machine: TicketMachine = ticketMachine,
  limits: Limits = { maxStates: 2_000_000 },
): Walk {
  return new Explorer(scene, machine, limits).run()
}

/** The same walk, kept so that walks of faulty tables can go on from it. */
export function groundOf(scene: Scene): Ground {
  return new Explorer(scene, ticketMachine, { maxStates: 2_000_000 }).ground()
}

/**
 * The walk of a table that differs from the real one in the rows and guards of these events only. Where the real table
 * led to the same state, only these events are asked again: everything else there answers as it did, and kept its
 * invariants. States the real table does not know are walked in full, so the answer is the one `explore` would give.
 */
export function exploreFrom(
  ground: Ground,
  machine: TicketMachine,
  events: ReadonlySet<TicketEventType>,
  limits: Limits,
): Walk {
  return new Explorer(ground.scene, machine, limits, {
    ...ground,
    again: withCauses(events, ground.scene),
  }).run()
}

/** What the server asks of itself (`react.ts`, `#move`) is asked again by asking for what causes it. */
function withCauses(events: ReadonlySet<TicketEventType>, { runs }: Scene): ReadonlySet<StepKind> {
  return new Set<StepKind>([
    ...events,
    ...(events.has('handOver') ? (['start'] as const) : []),
    ...(events.has('suspend') && runs.includes('guard') ? (['move'] as const) : []),
    ...(events.has('pointFail') ? (['pointRestore', 'move'] as const) : []),
  ])
}

/** Events `safeDirectionAccepted` asks for. */
const safeAsked: readonly StepKind[] = ['suspend', 'personOut', 'pointFail', 'gasRepeat', 'personalLockOn']

/**
 * One long history through a scene: at every state all steps are taken and judged, and `pick` chooses the one the
 * history goes on with (a number from 0 to n − 1). Ends early where nothing is possible any more, or an invariant broke.
 */
export function randomWalk(scene: Scene, steps: number, pick: (choices: number) => number): History {
  return new Explorer(scene, ticketMachine, { maxStates: Number.POSITIVE_INFINITY }).randomWalk(steps, pick)
}

class Explorer {
  readonly #scene: Scene
  readonly #limits: Limits
  readonly #table: AskedTable
  readonly #trials: Trials
  readonly #graph: StateGraph
  readonly #outcomes = new Set<Outcome>()
  readonly #moves = new Set<WorldMove['kind']>()
  /** Where the steps of the state being expanded lead, for a history. */
  readonly #next: { at: number; step: string }[] = []
  readonly #askers: readonly PersonId[]
  readonly #ground: (Ground & { again: ReadonlySet<StepKind> }) | null
  /** Ways out of each state, kept for a ground alone. */
  #ways: Way[][] | null = null
  /** What the step being taken brought about so far. */
  #brought: Outcome[] = []
  /** The state being expanded. */
  #at = -1
  #edges = 0
  #found: CounterExample | null = null

  constructor(
    scene: Scene,
    machine: TicketMachine,
    limits: Limits,
    ground: (Ground & { again: ReadonlySet<StepKind> }) | null = null,
  ) {
    this.#ground = ground
    this.#graph = new StateGraph(ground)
    this.#scene = scene
    this.#table = new AskedTable(scene, machine)
    this.#trials = new Trials(scene, this.#table, ({ id, text, step }) =>
      this.#report(id, text, this.#at, step),
    )
    this.#limits = limits
    this.#askers = ['iso', 'w1', 'stranger', ...(scene.runs.includes('test') ? (['lead'] as const) : [])]
  }

  run(): Walk {
    this.#begin()
    for (let at = 0; at < this.#graph.size && this.#found === null; at++) {
      if (at > this.#limits.maxStates)
        this.#report('P32', `状态不收敛：超过 ${this.#limits.maxStates} 个`, at)
      this.#expand(at)
    }
    if (this.#found === null) this.#everyTicketCanEnd()
    if (this.#found === null) this.#goalsReached()
    return {
      scene: this.#scene.name,
      states: this.#graph.size,
      edges: this.#edges + this.#trials.count,
      depth: this.#graph.depth,
      taken: this.#table.taken,
      outcomes: this.#outcomes,
      moves: this.#moves,
      asked: this.#table.asked,
      found: this.#found,
    }
  }

  ground(): Ground {
    this.#ways = []
    const walk = this.run()
    return { scene: this.#scene, walk, ...this.#graph.kept(), ways: this.#ways }
  }

  randomWalk(steps: number, pick: (choices: number) => number): History {
    this.#begin()
    let at = 0
    const taken: string[] = []
    while (taken.length < steps && this.#found === null) {
      this.#expand(at)
      const chosen = this.#next[this.#next.length === 0 ? -1 : pick(this.#next.length)]
      if (chosen === undefined) break
      taken.push(chosen.step)
      at = chosen.at
    }
    return { steps: taken, end: this.#graph.node(at).world, found: this.#found }
  }

  /** A draft is born by T01, whatever the caller sent; scenes that begin approved start as they are. */
  #begin(): void {
    const { start } = this.#scene
    const first = start.tickets[0]
    if (first?.ticket.status !== 0) {
      this.#reach(start, -1, '开始')
      return
    }
    const ticket = { ...first.ticket, status: 20 as const, phase: 20 as const, realStart: planStart }
    const create = (actor: PersonId) =>
      this.#table.advance(null, { type: 'create', ticket }, this.#table.factsOf(start, 0, actor))
    for (const actor of ['stranger', 'w1', 'lead', 'system'] as const)
      if (create(actor).ok) return this.#report('P02', `${nameOf(actor)}不签发也能新建工作票`, -1, '新建')
    const answer = create('app')
    if (!answer.ok) return this.#report('I0', `不能新建：${answer.message}`, -1, '新建')
    this.#table.take(answer)
    this.#reach({ ...start, tickets: [{ ...first, ticket: answer.ticket }] }, -1, '签发人新建工作票')
    if (answer.ticket.status !== 0 || answer.ticket.phase !== 0) this.#report('P24', '新建的票不是草稿', 0)
  }

  #expand(at: number): void {
    this.#at = at
    this.#next.length = 0
    this.#ways?.push([])
    const { world, inGround } = this.#graph.node(at)
    const again = inGround < 0 ? null : (this.#ground?.again ?? null)
    if (again !== null) this.#asBefore(at, inGround, again)
    const ends = world.tickets.every(({ ticket }) => isTerminal(ticket))
    const moves = again === null || again.has('move')
    world.tickets.forEach((_each, index) => {
      for (const asked of askedOf(world, index, this.#scene))
        if (again === null || again.has(asked.event.type)) this.#ask(at, world, index, asked)
      this.#trials.intrude(world, index, again)
      this.#trials.negativeCase(world, index, again)
      if (!ends && moves) for (const move of openings(world, index, this.#askers)) this.#move(at, move)
    })
    if (ends || !moves) return
    for (const move of locksOnTheirOwn(world, this.#scene.force)) this.#move(at, move)
    for (const move of timePasses(world, this.#scene.until)) this.#move(at, move)
    for (const move of absences(world, this.#scene.runs)) this.#move(at, move)
  }

  /** Ways the fault cannot have touched lead where they led. */
  #asBefore(at: number, inGround: number, again: ReadonlySet<StepKind>): void {
    for (const way of this.#ground?.ways[inGround] ?? []) {
      if (again.has(way.kind)) continue
      for (const outcome of way.outcomes) this.#outcomes.add(outcome)
      this.#edges += 1
      this.#judged(this.#graph.arrive(way.to, at, way.step), way.step)
    }
  }

  #ask(at: number, world: World, index: number, asked: Asked): void {
    const fair = this.#table.given(world, index, asked)
    const environmentFault = environmentFaults.find((each) => each.id === asked.environmentFault)
    const facts = environmentFault ? { ...fair, ...environmentFault.change(fair) } : fair
    const answer = this.#table.advance(world.tickets[index]?.ticket ?? null, asked.event, facts)
    const isNear = answer.ok || answer.rules.length > 0
    if (environmentFault === undefined && isNear)
      this.#trials.underEveryFault(world, index, asked, fair, answer.ok)
    if (answer.ok && environmentFault === undefined) this.#trials.askedByOthers(world, index, asked)
    if (answer.ok) this.#accept(at, world, index, asked, answer, environmentFault ?? null)
  }

  /** Takes an accepted event to its state, and asks the invariants about the step. */
  #accept(
    at: number,
    world: World,
    index: number,
    asked: Asked,
    answer: Advanced,
    environmentFault: EnvironmentFault | null,
  ): void {
    const trail: StepTrail = { releases: [], opened: null, notices: 0 }
    let after = performAll(world, answer, { index, actor: asked.actor, event: asked.event, trail })
    this.#brought = []
    const step = stepText(world, index, asked, environmentFault)
    this.#table.take(answer)
    const signing = this.#scene.signTogether && answer.waitingFor !== null
    if (signing) {
      const signed = this.#table.signOn(after, index, asked, trail, environmentFault)
      if (signed === null) return
      after = signed.after
      this.#checkStep(
        at,
        {
          before: signed.before,
          after,
          index,
          actor: signed.actor,
          event: asked.event,
          answer: signed.answer,
          environmentFault,
          trail,
        },
        step,
      )
    } else
      this.#checkStep(
        at,
        {
          before: world,
          after,
          index,
          actor: asked.actor,
          event: asked.event,
          answer,
          environmentFault,
          trail,
        },
        step,
      )
    const settled = this.#follow(at, after, index, asked, trail, step)
    if (settled !== null) this.#go(at, settled, step, trail, asked.event.type)
  }

  /** What the server does about it in the same transaction, or at once; null when that takes the step back. */
  #follow(
    at: number,
    after: World,
    index: number,
    { event }: Asked,
    trail: StepTrail,
    step: string,
  ): World | null {
    let now = after
    for (const { index: other, event: own } of reactionsTo(event, after, index)) {
      const answer = this.#table.advance(
        now.tickets[other]?.ticket ?? null,
        own,
        this.#table.factsOf(now, other, 'system'),
      )
      if (!answer.ok) return null
      const before = now
      this.#table.take(answer)
      const part: StepTrail = { releases: [], opened: null, notices: 0 }
      now = performAll(now, answer, { index: other, actor: 'system', event: own, trail: part })
      this.#checkStep(
        at,
        {
          before,
          after: now,
          index: other,
          actor: 'system',
          event: own,
          answer,
          environmentFault: null,
          trail: part,
        },
        step,
      )
      trail.releases.push(...part.releases)
    }
    return now
  }

  #checkStep(at: number, step: Parameters<typeof brokenBy>[0], text: string): void {
    const old = step.before.tickets[step.index]
    const now = step.after.tickets[step.index]
    if (old && now) this.#brought.push(...outcomesOf(old, now))
    const [broken] = brokenBy(step)
    if (broken) return this.#report(broken.id, broken.text, at, text)
    if (now?.ticket.status !== workStatus.finished) return
    const picture = this.#table.factsOf(step.after, step.index, 'system')
    const end: SafetyTicket = { ...now, picture, evacuationOrdered: false }
    const [left] = invariants.I5({ tickets: [end], releases: [], openings: [], chains: [] })
    if (left) this.#report(left.id, left.text, at, text)
  }

  /** A move of the plant, with what the server does about it: an opened lock fails its point on every ticket (T25). */
  #move(at: number, move: WorldMove): void {
    this.#moves.add(move.kind)
    this.#brought = []
    const trail: StepTrail = { releases: [], opened: move.opened, notices: 0 }
    let after = move.after
    const opened = move.opened === null ? [] : reactToOpening(after, move.opened.lockId)
    for (const { index, event } of [...opened, ...(move.asks ?? [])]) {
      const facts = this.#table.factsOf(after, index, 'system')
      const answer = this.#table.advance(after.tickets[index]?.ticket ?? null, event, facts)
      if (!answer.ok) continue
      this.#table.take(answer)
      after = performAll(after, answer, { index, actor: 'system', event, trail })
    }
    this.#go(at, after, move.text, trail, 'move')
  }

  #go(at: number, after: World, step: string, trail: StepTrail, kind: StepKind): void {
    this.#edges += 1
    const breaches = breachesOf(
      {
        tickets: [],
        releases: trail.releases,
        openings:
          trail.opened === null
            ? []
            : [
                {
                  logId: '',
                  lockCode: trail.opened.lockId,
                  decided: trail.opened.decided,
                  alarmTypes: trail.opened.alarm ? ['A01'] : [],
                },
              ],
        chains: [],
      },
      ['I3', 'I6'],
    )
    const [first] = breaches
    if (first) this.#report(first.id, first.text, at, step)
    for (const outcome of this.#brought) this.#outcomes.add(outcome)
    const to = this.#reach(after, at, step)
    this.#ways?.[at]?.push({ to, kind, step, outcomes: this.#brought })
  }

  #reach(world: World, parent: number, step: string): number {
    return this.#judged(this.#graph.reach(world, parent, step), step)
  }

  /** The number of the state a step led to; a new one is judged. */
  #judged({ at, isNew, inGround }: Arrival, step: string): number {
    this.#next.push({ at, step })
    if (!isNew) return at
    const { world } = this.#graph.node(at)
    if (inGround < 0) this.#checkState(at, world)
    // What does not depend on the table was judged when the real table reached it.
    else if (safeAsked.some((kind) => this.#ground?.again.has(kind))) this.#checkSafeDirection(at, world)
    return at
  }

  #checkState(at: number, world: World): void {
    const tickets = world.tickets.map((each, index): SafetyTicket => {
      const facts = this.#table.factsOf(world, index, 'system')
      // What opens after the end is somebody else's opening, or an alarm; the end itself is judged in `#checkStep`.
      const picture = isTerminal(each.ticket) ? { ...facts, locks: [], sessions: [] } : facts
      return {
        ticket: each.ticket,
        picture,
        evacuationOrdered: each.evacuation,
        signatures: each.signatures,
        sealedHashes: each.sealedHashes,
      }
    })
    const [breach] = breachesOf({ tickets, releases: [], openings: [], chains: [] }, ['I1', 'I2', 'I4', 'I5'])
    if (breach) return this.#report(breach.id, breach.text, at)
    const alone = leftAlone(world)
    if (alone) return this.#report(alone.id, alone.text, at)
    this.#checkSafeDirection(at, world)
  }

  #checkSafeDirection(at: number, world: World): void {
    for (const [index, each] of world.tickets.entries()) {
      const facts = this.#table.factsOf(world, index, 'system')
      const ask: typeof advance = (ticket, event, given) => this.#table.advance(ticket, event, given)
      const [refused] = safeDirectionAccepted(each.ticket, facts, ask)
      if (refused) return this.#report(refused.id, refused.text, at)
    }
  }

  /** No dead ends: from every state some way leads to where every ticket is finished, closed out or void. */
  #everyTicketCanEnd(): void {
    const stuck = this.#graph.deadEnd(({ tickets }) =>
      tickets.every(({ ticket }) => isTerminal(ticket) || this.#scene.endsIn === ticket.phase),
    )
    if (stuck >= 0) this.#report('P26', '从这里起，工作票再也不能了结', stuck)
  }

  #goalsReached(): void {
    const missing = this.#scene.goals.filter((goal) => !this.#outcomes.has(goal))
    if (missing.length > 0) this.#report('P27', `本该做得成的事，一次也做不成：${missing.join('、')}`, 0)
  }

  #report(id: string, text: string, at: number, last?: string): void {
    if (this.#found !== null) return
    const steps = this.#graph.wayTo(at).map(({ step, world }) => {
      const states = world.tickets.map(({ ticket }) => `${ticket.workNo} ${ticket.status}/${ticket.phase}`)
      return `${step}（${states.join('，')}）`
    })
    this.#found = {
      scene: this.#scene.name,
      id,
      text,
      trace: [...steps, ...(last === undefined ? [] : [last])],
    }
  }
}
