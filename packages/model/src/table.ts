import {
  advance,
  type Advanced,
  type Ticket,
  type TicketEvent,
  type TicketFacts,
  type TicketMachine,
} from '@suoan/domain/work-ticket'
import type { Asked } from './asked.ts'
import { crewOf, factsOf } from './facts.ts'
import type { PersonId } from './people.ts'
import { actingOf, actorOn } from './people-facts.ts'
import { performAll } from './perform.ts'
import { withRequest } from './running-facts.ts'
import type { Scene } from './scenes.ts'
import { takenText } from './step-text.ts'
import type { EnvironmentFault } from './environment-faults.ts'
import type { StepTrail, World } from './world.ts'

/** More signatures than any row of the table asks for. */
const mostSignatures = 6

/** A last signature, with the world before and after it. */
export interface LastSignature {
  before: World
  after: World
  actor: PersonId
  answer: Advanced
}

/** The table under the walk: the real `advance` with what somebody sees who asks in a state of the small world. */
export class AskedTable {
  readonly #machine: TicketMachine
  readonly #crew: readonly PersonId[]
  readonly #asked = new Set<string>()
  readonly #taken = new Set<string>()
  #lastFacts: [World | null, readonly (TicketFacts | undefined)[]] = [null, []]

  constructor(scene: Scene, machine: TicketMachine) {
    this.#machine = machine
    this.#crew = [...crewOf(scene.workers), ...scene.extra]
  }

  /** `start 4/12`: events anybody asked for, and the state they were asked in. */
  get asked(): ReadonlySet<string> {
    return this.#asked
  }

  /** `T27 start 4/12→20/20` of every event that was taken. */
  get taken(): ReadonlySet<string> {
    return this.#taken
  }

  advance(ticket: Ticket | null, event: TicketEvent, facts: TicketFacts): ReturnType<typeof advance> {
    if (ticket !== null) this.#asked.add(`${event.type} ${ticket.status}/${ticket.phase}`)
    return advance(ticket, event, facts, this.#machine)
  }

  /** Remembers that an accepted event became a step of the walk. */
  take(answer: Advanced): void {
    this.#taken.add(takenText(answer))
  }

  /** The snapshot with the row a request brings. */
  given(world: World, index: number, { event, actor }: Asked): TicketFacts {
    const facts = this.factsOf(world, index, actor)
    const each = world.tickets[index]
    return each === undefined ? facts : withRequest(world, each, event, facts)
  }

  /** The snapshot is the same for everybody who asks in a state, but for who he is. */
  factsOf(world: World, index: number, actor: PersonId): TicketFacts {
    const [seen, facts] = this.#lastFacts
    const each = world.tickets[index]
    if (seen === world && facts[index] !== undefined && each !== undefined)
      return { ...facts[index], actor: actorOn(each, actor), acting: actingOf(actor, facts[index].now) }
    const made = factsOf(world, index, actor, this.#crew)
    const others = seen === world ? facts : []
    this.#lastFacts = [world, world.tickets.map((_each, place) => (place === index ? made : others[place]))]
    return made
  }

  /** The other signatures, one after the other, where a scene looks at something else. */
  signOn(
    world: World,
    index: number,
    asked: Asked,
    trail: StepTrail,
    environmentFault: EnvironmentFault | null,
  ): LastSignature | null {
    let now = world
    // A signature that lapses at once would be given for ever.
    for (let given = 0; given < mostSignatures; given++) {
      const next = (['apr1', 'per'] as const).flatMap((actor) => {
        const fair = this.factsOf(now, index, actor)
        const facts = environmentFault === null ? fair : { ...fair, ...environmentFault.change(fair) }
        const answer = this.advance(now.tickets[index]?.ticket ?? null, asked.event, facts)
        return answer.ok ? [{ actor, answer }] : []
      })[0]
      if (next === undefined) return null
      const after = performAll(now, next.answer, { index, actor: next.actor, event: asked.event, trail })
      this.take(next.answer)
      if (next.answer.waitingFor === null)
        return { before: now, after, actor: next.actor, answer: next.answer }
      now = after
    }
    return null
  }
}
