import type { RoleTag } from '../dictionaries/index.ts'
import type { Verdict } from '../verdict/index.ts'
import type { Effect, TicketEvent, TicketEventType } from './events.ts'
import type { TicketFacts } from './facts.ts'
import type { Ticket } from './ticket.ts'

/** What a consequence sees: the ticket as the earlier consequences of the row left it. */
export interface Occasion {
  before: Ticket
  ticket: Ticket
  event: TicketEvent
  facts: TicketFacts
  verdicts: readonly Verdict[]
}

/** Fields to set and effects to perform. */
export interface Consequence {
  ticket?: Partial<Ticket>
  effects?: readonly Effect[]
}

/** Makes a consequence of an occasion. */
export type Build = (occasion: Occasion) => Consequence

/** The event of an occasion as the kind its row promises. Throws on any other: a wrong table, not a user's fault. */
export function as<T extends TicketEventType>(
  event: TicketEvent,
  ...types: readonly T[]
): Extract<TicketEvent, { type: T }> {
  const isOne = (each: TicketEvent): each is Extract<TicketEvent, { type: T }> =>
    (types as readonly string[]).includes(each.type)
  if (!isOne(event))
    throw new Error(`transition table: ${event.type} has a consequence made for ${types.join(', ')}`)
  return event
}

/** A consequence that sets no field. */
export const effects = (...list: readonly Effect[]): Consequence => ({ effects: list })

/** What is told to the holders of roles about what has happened, by the event; nobody is told who is asked to act by it. */
interface News {
  readonly roles: readonly RoleTag[]
  readonly text: string
  readonly detail?: string
  /** Holders of these are asked by another message. */
  readonly exceptRoles?: readonly RoleTag[]
  readonly exceptIds?: readonly string[]
}

/** Tells the holders of roles, the work named behind the words. */
export function news(say: (occasion: Occasion) => News): Build {
  return (occasion) => {
    const { roles, text, detail, exceptRoles = [], exceptIds = [] } = say(occasion)
    return effects({
      do: 'notice.send',
      roles,
      text,
      status: occasion.ticket.status,
      named: true,
      ...(detail === undefined || detail === '' ? {} : { detail }),
      ...(exceptRoles.length + exceptIds.length === 0
        ? {}
        : { except: { roles: exceptRoles, userIds: exceptIds } }),
    })
  }
}
