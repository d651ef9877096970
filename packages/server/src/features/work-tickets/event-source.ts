import type { Canonical } from '@suoan/domain/evidence-chain'
import type { ActorFact, Ticket, TicketEvent, TicketFacts } from '@suoan/domain/work-ticket'
import type { Tx } from '../../context.ts'
import type { WorkRow } from './ticket-row.ts'

/** Where a call happens: its transaction, the locked ticket, who calls, and when (epoch ms). */
export interface Scene {
  readonly tx: Tx
  readonly work: WorkRow
  readonly actor: ActorFact
  readonly now: number
}

/** What an endpoint adds to the bare event. Everything it writes vanishes with a refusal. */
export interface EventSource {
  /** Rows of the call itself (a gas sample, a briefing, a site check); the guards then see them. */
  prepare?(scene: Scene): Promise<void>
  /** The event, or null when the prepared rows are all there is: a note that moves nothing. */
  event(scene: Scene & { readonly facts: TicketFacts }): Promise<TicketEvent | null> | TicketEvent | null
  /** Rows that exist only once the event was taken. */
  finish?(scene: Scene & { readonly after: Ticket }): Promise<void>
  /** What the audit row keeps beside the guards: reasons, differences. */
  diff?(scene: Scene & { readonly after: Ticket }): Promise<Canonical> | Canonical
}

/** An event that needs nothing but itself. */
export const just = (event: TicketEvent, diff: Canonical = null): EventSource => ({
  event: () => event,
  diff: () => diff,
})
