import { workStatus } from '../dictionaries/index.ts'
import { breachesOf, invariants, safeDirectionAccepted, type SafetyTicket } from '../invariants/index.ts'
import {
  advance,
  eventNames,
  isTerminal,
  ticketMachine,
  type Advanced,
  type Ticket,
  type TicketEvent,
  type TicketEventType,
  type TicketFacts,
  type TicketMachine,
} from '../work-ticket/index.ts'
import { askedOf, type Asked } from './ask.ts'
import { crewOf, factsOf } from './facts.ts'
import { locksOnTheirOwn, openings, pointHeldBy, reliesOn, timePasses, type WorldMove } from './locks.ts'
import { misusesOf } from './misuse.ts'
import { outcomesOf, type Outcome } from './outcomes.ts'
import { nameOf, type PersonId } from './people.ts'
import { actorOn } from './people-facts.ts'
import { withRequest } from './running-facts.ts'
import { endRenewed, reactToRestore } from './react.ts'
import { performAll } from './perform.ts'
import { brokenBy } from './promises.ts'
import type { Scene } from './scenes.ts'
import { StateNames } from './state-key.ts'
import { weathers, type Weather } from './weather.ts'
import { planStart, type StepTrail, type World } from './world.ts'

/** A state of the walk: how it was first reached, and what it looks like. */
interface Node {
  world: World
  parent: number
  step: string
  depth: number
  /** Its number in the ground, or −1. */
  inGround: number
}

/** What a step of a walk was: an event somebody asked for, or a move of the plant. */
type StepKind = TicketEventType | 'move'

/** A way out of a state, as the walk of the table found it. */
interface Way {
  to: number
  kind: StepKind
  step: string
  outcomes: readonly Outcome[]
}

/** A finished walk of a scene on the table as it is; walks of faulty tables go on from it (`exploreFrom`). */
export interface Ground {
  scene: Scene
  walk: Walk
  names: StateNames
  known: ReadonlyMap<string, number>
  states: readonly { world: World; ways: readonly Way[] }[]
}

/** Something that must not be: which promise, in words, and the shortest way there. */
export interface CounterExample {
  scene: string
  id: string
  text: string
  trace: readonly string[]
}

export interface Walk {
  scene: string
  states: number
  edges: number
  depth: number
  /** `T27 start 4/12→20/20` of every accepted event. */
  taken: ReadonlySet<string>
  outcomes: ReadonlySet<Outcome>
  moves: ReadonlySet<WorldMove['kind']>
  /** `start 4/12`: events anybody asked for, and the state they were asked in. */
  asked: ReadonlySet<string>
  found: CounterExample | null
}

/** Phases in which a lock that opens fails its point at once (`server/features/work-tickets/reactions.ts`). */
const relied: readonly string[] = ['4/10', '4/11', '4/12', '20/20', '20/21', '20/22', '20/23', '40/25']

const kindOf = ({ event, actor }: Asked): string =>
  `${event.type}${'pass' in event ? String(event.pass) : ''}${'edit' in event ? Object.keys(event.edit ?? {}).join() : ''} ${actor}`

const takenText = ({ transId, event, from, ticket, waitingFor }: Advanced): string => {
  const to = waitingFor === null ? `${ticket.status}/${ticket.phase}` : 'ask'
  return `${transId} ${event} ${from === null ? 'new' : `${from.status}/${from.phase}`}→${to}`
}

function stepText(world: World, index: number, { event, actor }: Asked, weather: Weather | null): string {
  const point = 'pointId' in event && event.pointId !== null ? ` ${event.pointId}` : ''
  const person = 'userId' in event ? ` ${nameOf(event.userId)}` : ''
  const when = weather === null ? '' : `（${weather.text}）`
  return `${when}${nameOf(actor)}：${eventNames[event.type]}${point}${person} [${world.tickets[index]?.ticket.workNo ?? ''}]`
}

/** More signatures than any row of the table asks for. */
const mostSignatures = 6
/** How many occurrences of a kind of step each weather, intruder and misuse is tried at. */
const triesPerKind = 3
/** In how many states of one status and phase intruders ask for everything. */
const statesPerPhase = 12

export interface Limits {
  /** States after which the walk gives up: what never ends proves nothing, so that is a breach too. */
  maxStates: number
}

/**
 * Walks every state of a scene breadth first, so that the first counter-example is a shortest one. Every event anybody
 * may ask for goes through the real `advance` on the given table; effects are applied to the small world; I1–I8 are
 * asked in every state, the promises at every accepted step.
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
 * promises. States the real table does not know are walked in full, so the answer is the one `explore` would give.
 */
export function exploreFrom(
  ground: Ground,
  machine: TicketMachine,
  events: ReadonlySet<TicketEventType>,
  limits: Limits,
): Walk {
  return new Explorer(ground.scene, machine, limits, { ...ground, again: withCauses(events) }).run()
}

/** What the server asks of itself (`react.ts`, `#move`) is asked again by asking for what causes it. */
function withCauses(events: ReadonlySet<TicketEventType>): ReadonlySet<StepKind> {
  return new Set<StepKind>([
    ...events,
    ...(events.has('handOver') ? (['start'] as const) : []),
    ...(events.has('pointFail') ? (['pointRestore', 'move'] as const) : []),
  ])
}

/** Events `safeDirectionAccepted` asks for. */
const safeAsked: readonly StepKind[] = ['suspend', 'personOut', 'pointFail', 'gasRepeat', 'personalLockOn']

/**
 * One long history through a scene: at every state all steps are taken and judged, and `pick` chooses the one the
 * history goes on with (a number from 0 to n − 1). Ends early where nothing is possible any more, or a promise broke.
 */
export function wander(scene: Scene, steps: number, pick: (choices: number) => number): History {
  return new Explorer(scene, ticketMachine, { maxStates: Number.POSITIVE_INFINITY }).wander(steps, pick)
}

export interface History {
  steps: readonly string[]
  end: World
  found: CounterExample | null
}

class Explorer {
  readonly #scene: Scene
  readonly #machine: TicketMachine
  readonly #limits: Limits
  readonly #crew: readonly PersonId[]
  readonly #nodes: Node[] = []
  readonly #names: StateNames
  readonly #known = new Map<string, number>()
  readonly #back: number[][] = []
  readonly #tries = new Map<string, number>()
  readonly #taken = new Set<string>()
  readonly #outcomes = new Set<Outcome>()
  readonly #moves = new Set<WorldMove['kind']>()
  #lastFacts: [World | null, readonly (TicketFacts | undefined)[]] = [null, []]
  /** Where the steps of the state being expanded lead, for a history. */
  readonly #next: { at: number; step: string }[] = []
  readonly #askers: readonly PersonId[]
  readonly #asked = new Set<string>()
  readonly #ground: (Ground & { again: ReadonlySet<StepKind> }) | null
  /** Own number of a state of the ground, or −1. */
  readonly #ofGround: Int32Array
  /** Ways out of each state, kept for a ground alone. */
  #ways: Way[][] | null = null
  /** What the step being taken brought about so far. */
  #brought: Outcome[] = []
  #edges = 0
  #found: CounterExample | null = null

  constructor(
    scene: Scene,
    machine: TicketMachine,
    limits: Limits,
    ground: (Ground & { again: ReadonlySet<StepKind> }) | null = null,
  ) {
    this.#ground = ground
    this.#names = ground?.names ?? new StateNames()
    this.#ofGround = new Int32Array(ground?.states.length ?? 0).fill(-1)
    this.#scene = scene
    this.#machine = machine
    this.#limits = limits
    this.#askers = ['iso', 'w1', 'stranger', ...(scene.runs.includes('test') ? (['lead'] as const) : [])]
    this.#crew = [...crewOf(scene.workers), ...scene.extra]
  }

  run(): Walk {
    this.#begin()
    for (let at = 0; at < this.#nodes.length && this.#found === null; at++) {
      if (at > this.#limits.maxStates)
        this.#report('P32', `状态不收敛：超过 ${this.#limits.maxStates} 个`, at)
      this.#expand(at)
    }
    if (this.#found === null) this.#everyTicketCanEnd()
    if (this.#found === null) this.#goalsReached()
    return {
      scene: this.#scene.name,
      states: this.#nodes.length,
      edges: this.#edges,
      depth: this.#nodes.at(-1)?.depth ?? 0,
      taken: this.#taken,
      outcomes: this.#outcomes,
      moves: this.#moves,
      asked: this.#asked,
      found: this.#found,
    }
  }

  ground(): Ground {
    this.#ways = []
    const walk = this.run()
    const ways = this.#ways
    return {
      scene: this.#scene,
      walk,
      names: this.#names,
      known: this.#known,
      states: this.#nodes.map(({ world }, at) => ({ world, ways: ways[at] ?? [] })),
    }
  }

  wander(steps: number, pick: (choices: number) => number): History {
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
    return { steps: taken, end: (this.#nodes[at] as Node).world, found: this.#found } // `at` was reached
  }

  /** A draft is born by T01, whatever the caller sent; scenes that begin approved start as they are. */
  #begin(): void {
    const { start } = this.#scene
    const first = start.tickets[0]
    if (first?.ticket.status !== 0) {
      this.#reach(start, -1, '开始')
      return
    }
    const given = factsOf(start, 0, 'app', this.#crew)
    const sent = {
      ...first.ticket,
      status: 20 as const,
      phase: 20 as const,
      realStart: planStart,
    }
    for (const actor of ['stranger', 'w1', 'lead', 'system'] as const) {
      const wrong = advance(
        null,
        { type: 'create', ticket: sent },
        factsOf(start, 0, actor, this.#crew),
        this.#machine,
      )
      if (wrong.ok) return this.#report('P02', `${nameOf(actor)}不签发也能新建作业票`, -1, '新建')
    }
    const answer = advance(null, { type: 'create', ticket: sent }, given, this.#machine)
    if (!answer.ok) return this.#report('I0', `不能新建：${answer.message}`, -1, '新建')
    this.#taken.add(`${answer.transId} create new→${answer.ticket.status}/${answer.ticket.phase}`)
    this.#reach({ ...start, tickets: [{ ...first, ticket: answer.ticket }] }, -1, '签发人新建作业票')
    if (answer.ticket.status !== 0 || answer.ticket.phase !== 0) this.#report('P24', '新建的票不是草稿', 0)
  }

  #expand(at: number): void {
    this.#next.length = 0
    this.#ways?.push([])
    const { world, inGround } = this.#nodes[at] as Node // at < nodes.length
    const again = inGround < 0 ? null : (this.#ground?.again ?? null)
    if (again !== null) this.#asBefore(at, inGround, again)
    const ends = world.tickets.every(({ ticket }) => isTerminal(ticket))
    const moves = again === null || again.has('move')
    world.tickets.forEach((_each, index) => {
      for (const asked of askedOf(world, index, this.#scene))
        if (again === null || again.has(asked.event.type)) this.#ask(at, world, index, asked)
      this.#intrude(at, world, index, again)
      this.#misuse(at, world, index, again)
      if (!ends && moves) for (const move of openings(world, index, this.#askers)) this.#move(at, move)
    })
    if (ends || !moves) return
    for (const move of locksOnTheirOwn(world, this.#scene.force)) this.#move(at, move)
    for (const move of timePasses(world, this.#scene.until)) this.#move(at, move)
  }

  /** Ways the fault cannot have touched lead where they led. */
  #asBefore(at: number, inGround: number, again: ReadonlySet<StepKind>): void {
    for (const way of this.#ground?.states[inGround]?.ways ?? []) {
      if (again.has(way.kind)) continue
      for (const outcome of way.outcomes) this.#outcomes.add(outcome)
      this.#edges += 1
      this.#arrive(way.to, at, way.step)
    }
  }

  #advance(ticket: Ticket | null, event: TicketEvent, facts: TicketFacts): ReturnType<typeof advance> {
    if (ticket !== null) this.#asked.add(`${event.type} ${ticket.status}/${ticket.phase}`)
    return advance(ticket, event, facts, this.#machine)
  }

  #ask(at: number, world: World, index: number, asked: Asked): void {
    const fair = this.#given(world, index, asked)
    const weather = weathers.find((each) => each.id === asked.weather)
    const facts = weather ? { ...fair, ...weather.change(fair) } : fair
    const answer = this.#advance(world.tickets[index]?.ticket ?? null, asked.event, facts)
    const isNear = answer.ok || answer.rules.length > 0
    if (weather === undefined && isNear) this.#inEveryWeather(at, world, index, asked, fair, answer.ok)
    if (answer.ok && weather === undefined) this.#askedByOthers(at, world, index, asked)
    if (answer.ok) this.#accept(at, world, index, asked, answer, weather ?? null)
  }

  /** What the right person may do now, people without his duty ask for as well. */
  #askedByOthers(at: number, world: World, index: number, asked: Asked): void {
    const ticket = world.tickets[index]?.ticket
    if (ticket === undefined || !this.#isNew(`others ${kindOf(asked)} ${ticket.status}/${ticket.phase}`))
      return
    for (const actor of ['stranger', 'w1', 'w2', 'system'] as const) {
      if (asked.actor === actor) continue
      const wrong = { ...asked, actor }
      const answer = this.#advance(ticket, asked.event, this.#given(world, index, wrong))
      this.#edges += 1
      if (answer.ok) this.#judge(at, world, index, wrong, answer, null)
    }
  }

  /** Takes an accepted event to its state, and asks the promises about the step. */
  #accept(
    at: number,
    world: World,
    index: number,
    asked: Asked,
    answer: Advanced,
    weather: Weather | null,
  ): void {
    const trail: StepTrail = { releases: [], opened: null, notices: 0 }
    let after = performAll(world, answer, { index, actor: asked.actor, event: asked.event, trail })
    this.#brought = []
    const step = stepText(world, index, asked, weather)
    this.#taken.add(takenText(answer))
    const signing = this.#scene.signTogether && answer.waitingFor !== null
    if (signing) {
      const signed = this.#signOn(after, index, asked, trail, weather)
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
          weather,
          trail,
        },
        step,
      )
    } else
      this.#checkStep(
        at,
        { before: world, after, index, actor: asked.actor, event: asked.event, answer, weather, trail },
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
    const reactions =
      event.type === 'start'
        ? endRenewed(after, index)
        : event.type === 'pointRestore'
          ? reactToRestore(after, index)
          : []
    let now = after
    for (const { index: other, event: own } of reactions) {
      const answer = this.#advance(
        now.tickets[other]?.ticket ?? null,
        own,
        this.#factsOf(now, other, 'system'),
      )
      if (!answer.ok) return null
      const before = now
      this.#taken.add(takenText(answer))
      const part: StepTrail = { releases: [], opened: null, notices: 0 }
      now = performAll(now, answer, { index: other, actor: 'system', event: own, trail: part })
      this.#checkStep(
        at,
        { before, after: now, index: other, actor: 'system', event: own, answer, weather: null, trail: part },
        step,
      )
      trail.releases.push(...part.releases)
    }
    return now
  }

  /** The other signatures, one after the other, where a scene looks at something else. */
  #signOn(world: World, index: number, asked: Asked, trail: StepTrail, weather: Weather | null) {
    let now = world
    // A signature that lapses at once would be given for ever.
    for (let given = 0; given < mostSignatures; given++) {
      const next = (['apr1', 'per'] as const).flatMap((actor) => {
        const fair = this.#factsOf(now, index, actor)
        const facts = weather === null ? fair : { ...fair, ...weather.change(fair) }
        const answer = this.#advance(now.tickets[index]?.ticket ?? null, asked.event, facts)
        return answer.ok ? [{ actor, answer }] : []
      })[0]
      if (next === undefined) return null
      const after = performAll(now, next.answer, { index, actor: next.actor, event: asked.event, trail })
      this.#taken.add(takenText(next.answer))
      if (next.answer.waitingFor === null)
        return { before: now, after, actor: next.actor, answer: next.answer }
      now = after
    }
    return null
  }

  #checkStep(at: number, step: Parameters<typeof brokenBy>[0], text: string): void {
    const old = step.before.tickets[step.index]
    const now = step.after.tickets[step.index]
    if (old && now) this.#brought.push(...outcomesOf(old, now))
    const [broken] = brokenBy(step)
    if (broken) return this.#report(broken.id, broken.text, at, text)
    if (now?.ticket.status !== workStatus.finished) return
    const picture = this.#factsOf(step.after, step.index, 'system')
    const end: SafetyTicket = { ...now, picture, evacuationOrdered: false }
    const [left] = invariants.I5({ tickets: [end], releases: [], openings: [], chains: [] })
    if (left) this.#report(left.id, left.text, at, text)
  }

  #inEveryWeather(
    at: number,
    world: World,
    index: number,
    asked: Asked,
    fair: TicketFacts,
    isAccepted: boolean,
  ): void {
    const ticket = world.tickets[index]?.ticket
    if (ticket === undefined) return
    if (!this.#isNew(`${kindOf(asked)} ${ticket.status}/${ticket.phase} ${String(isAccepted)}`)) return
    for (const weather of weathers) {
      const answer = this.#advance(ticket, asked.event, { ...fair, ...weather.change(fair) })
      this.#edges += 1
      if (answer.ok) this.#judge(at, world, index, asked, answer, weather)
    }
  }

  /** People without a duty ask for everything: only the safe direction may be granted. */
  #intrude(at: number, world: World, index: number, again: ReadonlySet<StepKind> | null): void {
    const ticket = world.tickets[index]?.ticket
    if (ticket === undefined || !this.#isNew(`intrude ${ticket.status}/${ticket.phase}`, statesPerPhase))
      return
    for (const asked of askedOf(world, index, { ...this.#scene, without: [] })) {
      if (again !== null && !again.has(asked.event.type)) continue
      for (const actor of ['stranger', 'w1', 'system'] as const) {
        if (
          asked.actor === actor ||
          !this.#isNew(`${actor} ${kindOf(asked)} ${ticket.status}/${ticket.phase}`)
        )
          continue
        const wrong = { ...asked, actor }
        const answer = this.#advance(ticket, asked.event, this.#given(world, index, wrong))
        this.#edges += 1
        if (answer.ok) this.#judge(at, world, index, wrong, answer, null)
      }
    }
  }

  #misuse(at: number, world: World, index: number, again: ReadonlySet<StepKind> | null): void {
    const each = world.tickets[index]
    if (each === undefined) return
    const { status, phase } = each.ticket
    const items = each.items.map((item) => item.state).join('')
    const { insideOf, lockOn } = world.workers.w1
    const rows = each.steps.map((row) => `${row.round}.${row.status}`).join()
    const onPaper = `${each.ticket.round} ${String(each.ticket.contentHash === null)} ${rows}`
    if (!this.#isNew(`misuse ${status}/${phase} ${items} ${insideOf} ${lockOn} ${onPaper}`)) return
    for (const misuse of misusesOf(world, index)) {
      if (again !== null && !again.has(misuse.event.type)) continue
      const target =
        'pointId' in misuse.event
          ? (each.items.find((item) => 'pointId' in misuse.event && item.pointId === misuse.event.pointId)
              ?.state ?? '')
          : ''
      if (!this.#isNew(`${misuse.text} ${misuse.actor} ${status}/${phase} ${target} ${onPaper}`)) continue
      const answer = this.#advance(each.ticket, misuse.event, this.#given(world, index, misuse))
      this.#edges += 1
      if (answer.ok) this.#report('P25', `本应拒绝：${misuse.text}`, at, stepText(world, index, misuse, null))
    }
  }

  #judge(
    at: number,
    world: World,
    index: number,
    asked: Asked,
    answer: Advanced,
    weather: Weather | null,
  ): void {
    const trail: StepTrail = { releases: [], opened: null, notices: 0 }
    const { event, actor } = asked
    const after = performAll(world, answer, { index, actor, event, trail })
    const [broken] = brokenBy({ before: world, after, index, actor, event, answer, weather, trail })
    // In this weather the others sign too: what a first signature was wrongly taken for shows at the last one.
    if (broken === undefined && answer.waitingFor !== null && this.#scene.signTogether) {
      const last = this.#signOn(after, index, asked, trail, weather)
      const [late] = last === null ? [] : brokenBy({ ...last, index, event, weather, trail })
      if (late) this.#report(late.id, late.text, at, stepText(world, index, asked, weather))
    }
    if (broken) this.#report(broken.id, broken.text, at, stepText(world, index, asked, weather))
  }

  /** The snapshot with the row a request brings. */
  #given(world: World, index: number, { event, actor }: Asked): TicketFacts {
    const facts = this.#factsOf(world, index, actor)
    const each = world.tickets[index]
    return each === undefined ? facts : withRequest(world, each, event, facts)
  }

  /** The snapshot is the same for everybody who asks in a state, but for who he is. */
  #factsOf(world: World, index: number, actor: PersonId): TicketFacts {
    const [seen, facts] = this.#lastFacts
    const each = world.tickets[index]
    if (seen === world && facts[index] !== undefined && each !== undefined)
      return { ...facts[index], actor: actorOn(each, actor) }
    const made = factsOf(world, index, actor, this.#crew)
    const others = seen === world ? facts : []
    this.#lastFacts = [world, world.tickets.map((_each, place) => (place === index ? made : others[place]))]
    return made
  }

  #isNew(kind: string, most = triesPerKind): boolean {
    const count = this.#tries.get(kind) ?? 0
    if (count >= most) return false
    this.#tries.set(kind, count + 1)
    return true
  }

  /** A move of the plant, with what the server does about it: an opened lock fails its point on every ticket (T25). */
  #move(at: number, move: WorldMove): void {
    this.#moves.add(move.kind)
    this.#brought = []
    const trail: StepTrail = { releases: [], opened: move.opened, notices: 0 }
    let after = move.after
    const pointId = move.opened === null ? null : pointHeldBy(after, move.opened.lockId)
    if (pointId !== null)
      after.tickets.forEach((each, index) => {
        const rests = reliesOn(after, each, pointId)
        const failed = each.items.some((item) => item.pointId === pointId && item.state === 9)
        if (!rests || failed || !relied.includes(`${each.ticket.status}/${each.ticket.phase}`)) return
        const event = { type: 'pointFail' as const, pointId, reason: '隔离锁被打开' }
        const answer = this.#advance(each.ticket, event, this.#factsOf(after, index, 'system'))
        if (!answer.ok) return
        this.#taken.add(takenText(answer))
        after = performAll(after, answer, { index, actor: 'system', event, trail })
      })
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

  /** The number of the state a step leads to; a new one is judged. */
  #reach(world: World, parent: number, step: string): number {
    const key = this.#names.nameOf(world)
    const inGround = this.#ground?.known.get(key)
    if (inGround !== undefined) return this.#arrive(inGround, parent, step)
    const known = this.#known.get(key)
    if (known !== undefined) return this.#meet(known, parent, step)
    const at = this.#add({ world, inGround: -1 }, parent, step)
    this.#known.set(key, at)
    this.#checkState(at, world)
    return at
  }

  /** A state the real table reaches too; what does not depend on the table was judged there. */
  #arrive(inGround: number, parent: number, step: string): number {
    const known = this.#ofGround[inGround] ?? -1
    if (known >= 0) return this.#meet(known, parent, step)
    const state = this.#ground?.states[inGround]
    if (state === undefined) throw new Error(`no state ${inGround} in the ground`)
    const { world } = state
    const at = this.#add({ world, inGround }, parent, step)
    this.#ofGround[inGround] = at
    if (safeAsked.some((kind) => this.#ground?.again.has(kind))) this.#checkSafeDirection(at, world)
    return at
  }

  #meet(known: number, parent: number, step: string): number {
    this.#next.push({ at: known, step })
    this.#back[known]?.push(parent)
    return known
  }

  #add(state: Pick<Node, 'world' | 'inGround'>, parent: number, step: string): number {
    const at = this.#nodes.length
    this.#next.push({ at, step })
    this.#back.push(parent < 0 ? [] : [parent])
    this.#nodes.push({
      ...state,
      parent,
      step,
      depth: parent < 0 ? 0 : (this.#nodes[parent]?.depth ?? 0) + 1,
    })
    return at
  }

  #checkState(at: number, world: World): void {
    const tickets = world.tickets.map((each, index): SafetyTicket => {
      const facts = this.#factsOf(world, index, 'system')
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
    this.#checkSafeDirection(at, world)
  }

  #checkSafeDirection(at: number, world: World): void {
    for (const [index, each] of world.tickets.entries()) {
      const facts = this.#factsOf(world, index, 'system')
      const ask: typeof advance = (ticket, event, given) => this.#advance(ticket, event, given)
      const [refused] = safeDirectionAccepted(each.ticket, facts, ask)
      if (refused) return this.#report(refused.id, refused.text, at)
    }
  }

  /** No dead ends: from every state some way leads to where every ticket is finished, closed out or void. */
  #everyTicketCanEnd(): void {
    const canEnd = new Uint8Array(this.#nodes.length)
    const queue = this.#nodes.flatMap(({ world }, at) =>
      world.tickets.every(({ ticket }) => isTerminal(ticket) || this.#stopsAt(ticket.phase)) ? [at] : [],
    )
    for (const at of queue) canEnd[at] = 1
    while (queue.length > 0) {
      for (const before of this.#back[queue.pop() as number] ?? [])
        // the queue is not empty
        if (canEnd[before] === 0) {
          canEnd[before] = 1
          queue.push(before)
        }
    }
    const stuck = canEnd.indexOf(0)
    if (stuck >= 0) this.#report('P26', '从这里起，作业票再也不能了结', stuck)
  }

  #stopsAt(phase: number): boolean {
    return this.#scene.endsIn === phase
  }

  #goalsReached(): void {
    const missing = this.#scene.goals.filter((goal) => !this.#outcomes.has(goal))
    if (missing.length > 0) this.#report('P27', `本该做得成的事，一次也做不成：${missing.join('、')}`, 0)
  }

  #report(id: string, text: string, at: number, last?: string): void {
    if (this.#found !== null) return
    const steps: string[] = []
    for (let node = this.#nodes[at]; node !== undefined; node = this.#nodes[node.parent]) {
      const states = node.world.tickets.map(
        ({ ticket }) => `${ticket.workNo} ${ticket.status}/${ticket.phase}`,
      )
      steps.push(`${node.step}（${states.join('，')}）`)
    }
    this.#found = {
      scene: this.#scene.name,
      id,
      text,
      trace: [...steps.toReversed(), ...(last === undefined ? [] : [last])],
    }
  }
}
