import type { Advanced, TicketEvent } from '@suoan/domain/work-ticket'
import type { Outcome } from './outcomes.ts'
import type { PersonId } from './people.ts'
import type { EnvironmentFault } from './environment-faults.ts'
import type { StepTrail, TicketWorld, World } from './world.ts'

/** One accepted event, as the invariants look at it. */
export interface AcceptedStep {
  before: World
  after: World
  index: number
  actor: PersonId
  event: TicketEvent
  answer: Advanced
  environmentFault: EnvironmentFault | null
  trail: StepTrail
}

/** The same with its ticket before and after, and what that brought about. */
export interface Seen extends AcceptedStep {
  old: TicketWorld
  now: TicketWorld
  outcomes: readonly Outcome[]
}

/** A invariant about a step: Chinese text when it is broken, null when it holds. */
export type Invariant = (step: Seen) => string | null
