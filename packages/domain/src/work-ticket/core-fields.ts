import type { TicketEdit, TicketEvent } from './events.ts'
import type { PolicyFact } from './facts.ts'
import type { Ticket } from './ticket.ts'

/** Parts outside the ticket row whose change is always core (T12). */
const coreParts = ['points', 'isolationPeople']

/** Fields whose every change is core (T12); level and time depend on the direction. */
const coreFields: readonly (keyof TicketEdit)[] = [
  'content',
  'place',
  'areaCode',
  'workType',
  'needIsolation',
  'planStart',
]

/** `0` is the highest grade and `9` ungraded, so a smaller number is a raise. */
export function raisesLevel(from: string, to: string): boolean {
  return Number(to) < Number(from)
}

/** Names of ticket fields the edit really changes. */
export function changedFields(ticket: Ticket, edit: TicketEdit): (keyof TicketEdit)[] {
  const named = Object.keys(edit) as (keyof TicketEdit)[] // Object.keys forgets the key type
  return named.filter((field) => edit[field] !== undefined && edit[field] !== ticket[field])
}

/** Changes that void every review (T12): core fields, level down, time longer, points or isolation people. */
export function coreChanges(
  ticket: Ticket,
  event: Extract<TicketEvent, { type: 'approve' }>,
  policy: Pick<PolicyFact, 'coreFields'>,
): string[] {
  const edit = event.edit ?? {}
  const fields = changedFields(ticket, edit).filter((field) => {
    if (field === 'workLevel') return !raisesLevel(ticket.workLevel, edit.workLevel ?? ticket.workLevel)
    if (field === 'planEnd') return (edit.planEnd ?? ticket.planEnd) > ticket.planEnd
    return coreFields.includes(field) || policy.coreFields.includes(field)
  })
  const parts = (event.editedParts ?? []).filter(
    (part) => coreParts.includes(part) || policy.coreFields.includes(part),
  )
  return [...fields, ...parts]
}
