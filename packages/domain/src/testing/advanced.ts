import type { Refusal } from '../verdict/index.ts'
import {
  advance,
  type Advanced,
  type Ticket,
  type TicketEvent,
  type TicketFacts,
} from '../work-ticket/index.ts'

/** The answer to an event that is taken; throws the refusal otherwise. */
export function taken(before: Ticket | null, event: TicketEvent, given: TicketFacts): Advanced {
  const answer = advance(before, event, given)
  if (!answer.ok) throw new Error(`${event.type}: ${answer.code} ${answer.message}`)
  return answer
}

/** The refusal of an event; throws when it is taken. */
export function refused(before: Ticket | null, event: TicketEvent, given: TicketFacts): Refusal {
  const answer = advance(before, event, given)
  if (answer.ok) throw new Error(`${event.type} was taken by ${answer.transId}`)
  return answer
}

/** Ids of the guards that refused. */
export const failing = (answer: Refusal): string[] =>
  answer.rules.filter((rule) => !rule.pass).map((rule) => rule.id)

/** `status/phase` after an event. */
export const stateOf = ({ ticket: { status, phase } }: Advanced): string => `${status}/${phase}`
