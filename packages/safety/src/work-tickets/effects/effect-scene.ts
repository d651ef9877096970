import type { ActorFact, Ticket } from '@suoan/domain/work-ticket'
import type { Tx } from '@suoan/platform/context'
import type { Emit } from '@suoan/platform/db/transaction'
import type { WorkRow } from '../ticket-row.ts'

/** What performing an effect may use: the transaction, the ticket after the event, who acted, and when. */
export interface EffectScene {
  readonly tx: Tx
  /** Told after the commit. */
  readonly emit: Emit
  readonly work: WorkRow
  readonly ticket: Ticket
  readonly actor: ActorFact
  readonly event: string
  /** The isolation point the event speaks of, if any. */
  readonly pointId: string | null
  readonly now: number
  /** The moment the event speaks of (`saidAt`): rows of what somebody did carry it, limits and alarms run from `now`. */
  readonly at: number
}
