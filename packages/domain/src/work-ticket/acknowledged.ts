import { refusalText } from '../verdict/index.ts'
import type { TicketEvent } from './events.ts'
import type { TicketFacts } from './facts.ts'

/** Somebody, as far as the rule on removed locks asks (T49). */
export interface Acknowledges {
  /** A lock of his was removed by others and he has not acknowledged it (T48). */
  readonly mustAck?: boolean
}

/**
 * T49: why a person takes no part in isolation or work now, or null: a lock of his was removed by others and he has not
 * said that he knows. Every place that gives somebody a hold, a grant or a place on a ticket asks this.
 */
export const removalGap = ({ mustAck }: Acknowledges): string | null =>
  mustAck === true ? refusalText('LO-4215') : null

/** Names of those of whom the same is true. */
export const unacknowledged = (people: readonly (Acknowledges & { readonly name: string })[]): string[] =>
  people.filter((each) => removalGap(each) !== null).map(({ name }) => name)

/**
 * Whom an event puts on a ticket, or gives something: the one who joins a crew (whom he replaces is not asked, he
 * leaves); with a whole plan, everybody on it.
 */
export function placedBy(event: TicketEvent, persons: TicketFacts['persons']): TicketFacts['persons'] {
  const joining =
    event.type === 'crewChange' ? persons.filter(({ userId }) => userId === event.userId) : persons
  // Nobody is let in because nothing is known of him.
  return joining.length > 0 ? joining : persons
}
