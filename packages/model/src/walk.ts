import type { TicketEventType } from '@suoan/domain/work-ticket'
import type { WorldMove } from './locks.ts'
import type { Outcome } from './outcomes.ts'
import type { Scene } from './scenes.ts'
import type { KnownStates } from './state-graph.ts'
import type { World } from './world.ts'

/** What a step of a walk was: an event somebody asked for, or a move of the plant. */
export type StepKind = TicketEventType | 'move'

/** A way out of a state, as the walk of the table found it. */
export interface Way {
  to: number
  kind: StepKind
  step: string
  outcomes: readonly Outcome[]
}

/** A finished walk of a scene on the table as it is; walks of faulty tables go on from it (`exploreFrom`). */
export interface Ground extends KnownStates {
  scene: Scene
  walk: Walk
  /** The ways out of each state. */
  ways: readonly (readonly Way[])[]
}

/** Something that must not be: which invariant, in words, and the shortest way there. */
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

/** How far a walk may go. */
export interface Limits {
  /** States after which the walk gives up: what never ends proves nothing, so that is a breach too. */
  maxStates: number
}

/** One way through a scene (`randomWalk`). */
export interface History {
  steps: readonly string[]
  end: World
  found: CounterExample | null
}
