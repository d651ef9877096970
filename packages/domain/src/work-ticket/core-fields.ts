import { scaleOf } from './base-types.ts'
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

/** Work at height is graded by how high it is: Ⅰ 2–5 m to Ⅳ above 30 m (3-domain.md §3.4), the greater number is the higher grade. */
const gradedUpwards: ReadonlySet<string> = new Set(['04'])

/** A level (`lo_work_level`) among those of its kind of work: `9` is ungraded, `0` (特级) the highest. */
function gradeOf(workType: string, level: string): number {
  const number = Number(level)
  if (number === 9) return 0
  if (number === 0) return 10
  return gradedUpwards.has(workType) ? number : 9 - number
}

/** Is `to` the higher grade for this kind of work? For most a smaller number is, for work at height a greater one. */
export function raisesLevel(workType: string, from: string, to: string): boolean {
  return gradeOf(workType, to) > gradeOf(workType, from)
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
    if (field === 'workLevel')
      return !raisesLevel(scaleOf(ticket), ticket.workLevel, edit.workLevel ?? ticket.workLevel)
    if (field === 'planEnd') return (edit.planEnd ?? ticket.planEnd) > ticket.planEnd
    return coreFields.includes(field) || policy.coreFields.includes(field)
  })
  const parts = (event.editedParts ?? []).filter(
    (part) => coreParts.includes(part) || policy.coreFields.includes(part),
  )
  return [...fields, ...parts]
}
