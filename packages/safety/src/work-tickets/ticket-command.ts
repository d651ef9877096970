import type { Canonical } from '@suoan/domain/evidence-chain'
import type { Position } from '@suoan/domain/place'
import type { ActorFact, FactName, Ticket, TicketEvent, TicketFacts } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import type { BlobStore } from '@suoan/platform/files/store/blob-store'
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
  /** The session of the call; none when the system acts, or somebody else has brought what the actor signed. */
  readonly sessionId?: string
  /** Where uploads lie; none when the system acts, who takes no photos. */
  readonly blobs?: BlobStore
}

/** The moment a call speaks of: when it was signed where it was kept without a network, else now. Epoch ms. */
export const saidAt = ({ now, occurredAt = now }: Pick<Scene, 'now' | 'occurredAt'>): number => occurredAt

/** A call on one ticket as a value: what it reads, what it writes before the guards look, and what it then does. */
export interface TicketCommand {
  /** Where the caller says he stands (G08). */
  readonly position?: Position | undefined
  /** Facts that `act` looks at; what the guards read is loaded by itself. */
  readonly reads?: readonly FactName[]
  /** Writes rows of the call itself (a gas sample, a briefing, a site check); the guards then see them. */
  prepare?(scene: Scene): Promise<unknown>
  act(scene: Scene & { readonly facts: TicketFacts; readonly prepared: unknown }): Promise<Action> | Action
}

/** What a command does. Everything it writes vanishes with a refusal. */
export interface Action {
  /** Null when the prepared rows are all there is: a note that moves nothing. */
  readonly event: TicketEvent | null
  /** What the audit row keeps beside the guards: reasons, differences. A function is asked after the effects. */
  readonly audit?: Canonical | ((done: Done) => Promise<Canonical> | Canonical)
  /** For whom the caller stands in (T15); the audit row names him. */
  readonly onBehalfOf?: string | null
  /** Writes rows the effects of the event work on, once the event was accepted. */
  beforeEffects?(scene: Scene): Promise<void>
  /** Writes rows that exist only once the event was accepted and its effects are performed. */
  afterEffects?(done: Done): Promise<void>
}

/** The scene after the effects of the event. */
export type Done = Scene & { readonly after: Ticket; readonly emit: Emit }

/** A command; `act` sees the facts that `reads` names and what `prepare` returned. */
export function command<const K extends FactName = never, P = undefined>(parts: {
  readonly position?: Position | undefined
  readonly reads?: readonly K[]
  prepare?(scene: Scene): Promise<P>
  act(scene: Scene & { readonly facts: Pick<TicketFacts, K>; readonly prepared: P }): Promise<Action> | Action
}): TicketCommand {
  // `takeEvent` hands over both.
  return parts as TicketCommand
}

/** A command whose event is known beforehand. */
export const just = (
  event: TicketEvent | null,
  audit: Action['audit'] = null,
  afterEffects?: Action['afterEffects'],
): TicketCommand => ({ act: () => ({ event, audit, ...(afterEffects && { afterEffects }) }) })

/** An event nobody called for; its reason, where it has one, stands in the audit row, with the point it speaks of. */
export const bySystem = (event: TicketEvent, afterEffects?: Action['afterEffects']): TicketCommand =>
  just(
    event,
    'reason' in event
      ? { ...('pointId' in event ? { pointId: event.pointId } : {}), reason: event.reason }
      : null,
    afterEffects,
  )

/** What the audit row of a performed action keeps. */
export const auditOf = async ({ audit }: Action, done: Done): Promise<Canonical> =>
  (typeof audit === 'function' ? await audit(done) : audit) ?? null
