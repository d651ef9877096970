import type { Canonical } from '@suoan/domain/evidence-chain'
import type { Position } from '@suoan/domain/place'
import type { ActorFact, FactName, Ticket, TicketEvent, TicketFacts } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import type { WorkRow } from './ticket-row.ts'

/** Where a call happens: its transaction, the locked ticket, who calls, and when (epoch ms). */
export interface Scene {
  readonly tx: Tx
  readonly work: WorkRow
  readonly actor: ActorFact
  readonly now: number
  /** When it happened, epoch ms, where that is not now: an operation that a terminal kept while it had no network. */
  readonly occurredAt?: number
  /** The session of the call; none when the system acts. */
  readonly sessionId?: string
}

/** What an endpoint adds to the bare event. Everything it writes vanishes with a refusal. */
export interface EventSource {
  /** Where the caller says he stands (G08). */
  readonly position?: Position | undefined
  /** Rows of the call itself (a gas sample, a briefing, a site check); the guards then see them. */
  prepare?(scene: Scene): Promise<void>
  /** Facts that `event` itself looks at (`reading`); what its guards read is loaded by itself. */
  readonly reads?: readonly FactName[]
  /** The event, or null when the prepared rows are all there is: a note that moves nothing. */
  event(scene: Scene): EventAnswer
  /** Rows the effects of the event work on, written once it was taken and before they are performed. */
  taken?(scene: Scene): Promise<void>
  /** Rows that exist only once the event was taken. */
  finish?(scene: Scene & { readonly after: Ticket; readonly emit: Emit }): Promise<void>
  /** For whom the caller stands in (T15), once `event` was asked; the audit row names him. */
  onBehalfOf?(): string | null
  /** What the audit row keeps beside the guards: reasons, differences. */
  diff?(scene: Scene & { readonly after: Ticket }): Promise<Canonical> | Canonical
}

type EventAnswer = Promise<TicketEvent | null> | TicketEvent | null

/** A source whose event follows from some facts of the ticket. */
export function reading<const K extends FactName>(
  reads: readonly K[],
  source: Omit<EventSource, 'event' | 'reads'> & {
    event(scene: Scene & { readonly facts: Pick<TicketFacts, K> }): EventAnswer
  },
): EventSource {
  // `takeEvent` hands over the facts that `reads` names.
  return { ...source, reads, event: source.event }
}

/** An event that needs nothing but itself. */
export const just = (event: TicketEvent, diff: Canonical = null): EventSource => ({
  event: () => event,
  diff: () => diff,
})
