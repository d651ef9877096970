import { execPhase } from '@suoan/domain/dictionaries'
import type { Refusal } from '@suoan/domain/verdict'
import {
  ticketMachine,
  type Advanced,
  type Effect,
  type TicketEvent,
  type TicketFacts,
} from '@suoan/domain/work-ticket'
import type { Asked } from '../asked.ts'
import { askedOf } from '../ask.ts'
import { onLock, onTicket } from '../change-world.ts'
import { closed } from '../locks.ts'
import { performAll } from '../perform.ts'
import { onRunning } from '../perform-running.ts'
import { reactionsTo, reactToOpening } from '../react.ts'
import type { Scene } from '../scenes.ts'
import { AskedTable } from '../table.ts'
import type { Clock, World } from '../world.ts'

export type { Asked } from '../asked.ts'
export type { PersonId } from '../people.ts'
export type { Scene } from '../scene-parts.ts'
export { whole, world as startOf } from '../scene-parts.ts'
export { draft } from '../tickets.ts'
export { renewedEnd, type ScenePoint, type TicketWorld, type World } from '../world.ts'

/** An event somebody asks for, and of which ticket of the world. */
export interface AskedOn {
  index: number
  asked: Asked
}

/** Facts that the place where the world stands answers in another way than the model's own plant. */
export type Surroundings = (world: World, index: number) => Partial<TicketFacts>

/** Signatures lapse after an hour, a request to remove a lock after ten minutes, a test after its half hour. */
export type Passed = 'tenMinutes' | 'hour'

/**
 * One history of a small world that goes beside another implementation of the same rules, step by step: the table
 * answers, effects change the world, and what the server does by itself follows. Nothing is walked, nothing is proven.
 */
export class Lockstep {
  readonly #scene: Scene
  readonly #table: AskedTable
  readonly #surroundings: Surroundings
  readonly #alarms = new Set<string>()
  #world: World

  constructor(scene: Scene, surroundings: Surroundings) {
    this.#scene = scene
    this.#table = new AskedTable(scene, ticketMachine)
    this.#surroundings = surroundings
    this.#world = scene.start
  }

  get world(): World {
    return this.#world
  }

  /** `T27 start 4/12→20/20` of everything that was taken so far, what followed by itself included. */
  get taken(): ReadonlySet<string> {
    return this.#table.taken
  }

  /** Alarms that the tickets raised and nothing has answered yet: `A A17 P1`. */
  get alarms(): ReadonlySet<string> {
    return this.#alarms
  }

  /** Everything somebody of the scene may ask for now, accepted or not. */
  everythingAsked(): AskedOn[] {
    return this.#world.tickets.flatMap((_each, index) =>
      askedOf(this.#world, index, this.#scene)
        .filter(({ environmentFault }) => environmentFault === undefined)
        .map((asked) => ({ index, asked: { ...asked, event: this.#another(index, asked.event) } })),
    )
  }

  /** What the table says to it; nothing moves. */
  answer({ index, asked }: AskedOn): Advanced | Refusal {
    const { event } = asked
    const facts = this.#around(this.#table.given(this.#world, index, asked), index)
    return this.#table.advance(this.#world.tickets[index]?.ticket ?? null, event, facts)
  }

  /** Takes an event, with what follows from it; a refusal, also one of what follows, moves nothing. */
  take(step: AskedOn): Advanced | Refusal {
    const before = this.#world
    const answer = this.answer(step)
    if (!answer.ok) return answer
    this.#perform(step, answer)
    for (const { index, event } of reactionsTo(step.asked.event, this.#world, step.index)) {
      const next = this.answer({ index, asked: { event, actor: 'system' } })
      if (!next.ok) {
        // The start is taken back with what it would have brought (T45).
        this.#world = before
        return next
      }
      this.#perform({ index, asked: { event, actor: 'system' } }, next)
    }
    this.#settle()
    return answer
  }

  /** A lock closes, or stands open whoever opened it: a report that says so is all the tickets hear of. */
  turnLock(lockId: string, to: 'open' | 'closed'): void {
    if (to === 'closed') this.#world = closed(this.#world, lockId)
    else {
      this.#world = onLock(this.#world, lockId, { state: 'allowed' })
      for (const { index, event } of reactToOpening(this.#world, lockId)) this.#bySystem(index, event)
    }
    this.#settle()
  }

  /** Time goes by within the same part of the day, and what waited for it happens. */
  pass(time: Passed): void {
    this.#world.tickets.forEach((_each, index) => {
      if (time === 'hour') this.#world = onTicket(this.#world, index, () => ({ keys: [] }))
      this.#world = onRunning(this.#world, index, ({ removals }) => ({
        removals: removals.map((each) => ({ ...each, late: true })),
      }))
      for (const { removalId, state } of this.#world.tickets[index]?.running.removals ?? [])
        if (state < 2) this.#bySystem(index, { type: 'removalExpire', removalId })
      const { ticket, running } = this.#world.tickets[index] ?? {}
      if (time === 'hour' && running?.test?.on === true && ticket?.phase === execPhase.testRun)
        this.#bySystem(index, { type: 'suspend', reason: '试运行到时' })
    })
    this.#settle()
  }

  /** The clock goes on to another part of time: everything that waits is over, and tickets end with theirs. */
  turnClock(clock: Clock): void {
    this.pass('hour')
    this.#world = { ...this.#world, clock }
    this.#world.tickets.forEach((_each, index) => this.#bySystem(index, { type: 'expire' }))
    this.#settle()
  }

  /** A second request beside one that is open is another request (G25). */
  #another(index: number, event: TicketEvent): TicketEvent {
    const isOpen = this.#world.tickets[index]?.running.extension !== null
    return event.type === 'extendAsk' && isOpen ? { ...event, extendId: 'E2' } : event
  }

  #around(facts: TicketFacts, index: number): TicketFacts {
    // What rings in the place of the tickets rings for all of them.
    const alarms = [...this.#alarms].map((each) => {
      const [source = '', alarmType = ''] = each.split(' ')
      return { alarmType, level: 3 as const, source }
    })
    return { ...facts, alarms: [...facts.alarms, ...alarms], ...this.#surroundings(this.#world, index) }
  }

  #bySystem(index: number, event: TicketEvent): boolean {
    const step: AskedOn = { index, asked: { event, actor: 'system' } }
    const answer = this.answer(step)
    if (!answer.ok) return false
    this.#perform(step, answer)
    return true
  }

  #perform({ index, asked: { event, actor } }: AskedOn, answer: Advanced): void {
    const trail = { releases: [], opened: null, notices: 0 }
    this.#table.take(answer)
    this.#world = performAll(this.#world, answer, { index, actor, event, trail })
    for (const effect of answer.effects) this.#ring(index, event, effect)
  }

  #ring(index: number, event: TicketEvent, effect: Effect): void {
    const workId = this.#world.tickets[index]?.ticket.id ?? ''
    if (effect.do === 'alarm.raise') {
      const pointId = 'pointId' in event ? ` ${event.pointId ?? ''}` : ''
      this.#alarms.add(`${workId} ${effect.alarmType}${pointId}`)
    }
    if (effect.do === 'alarm.recover') this.#alarms.delete(`${workId} ${effect.alarmType}`)
    if (effect.do === 'point.set' && effect.proof) this.#alarms.delete(`${workId} A17 ${effect.pointId}`)
  }

  /** Reports that all say the same again: a closure may complete an isolation (T23), the last point a cancelled one (T53). */
  #settle(): void {
    this.#world.tickets.forEach(({ ticket }, index) => {
      const type = ticket.phase === execPhase.isolating ? 'isolationRecheck' : 'isolationRestored'
      const answer = this.answer({ index, asked: { event: { type }, actor: 'system' } })
      if (answer.ok && answer.ticket.phase !== ticket.phase) this.#bySystem(index, { type })
    })
  }
}
