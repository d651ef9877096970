import { keyValidMs } from './advance.ts'
import type { TicketEventType } from './events.ts'
import type { KeyFact } from './facts.ts'
import type { Ticket } from './ticket.ts'
import type { Role } from './transition-row.ts'
import { transitions } from './transitions.ts'

type State = Pick<Ticket, 'status' | 'phase'>

/** The roles that must sign an event in this state, in order; undefined when one person is enough (§4.4 `keys`). */
export function signaturesOf(
  event: TicketEventType,
  { status, phase }: State,
): readonly (readonly Role[])[] | undefined {
  return transitions.find((row) => row.event === event && row.keys && row.from.includes(`${status}/${phase}`))
    ?.keys
}

/** A request that waits for a second or third person (T27, T33, T44). */
export interface Pending {
  readonly event: TicketEventType
  /** The signature given last. */
  readonly last: KeyFact
  /** What the first one asked for, where the event says more than its name. */
  readonly asked: KeyFact['args']
  /** Roles of which one signs next. */
  readonly next: readonly Role[]
  /** When it lapses, epoch ms. */
  readonly until: number
}

/** What waits for another signature at `now` (epoch ms); null when nothing does, or it has lapsed. */
export function pendingRequest(state: State, keys: readonly KeyFact[], now: number): Pending | null {
  const last = keys.at(-1)
  if (!last || now - last.at > keyValidMs) return null
  const event = transitions.find((row) => row.event === last.event)?.event
  const next = event && signaturesOf(event, state)?.[last.index + 1]
  if (!event || !next) return null
  const asked = keys.findLast((key) => key.event === event && key.index === 0)?.args
  return { event, last, asked, next, until: last.at + keyValidMs }
}
