import type { Endpoint } from '@suoan/contract'
import type { RoleTag } from '@suoan/domain/dictionaries'
import type { TicketEventType } from '@suoan/domain/work-ticket'
import type { Actor } from '@suoan/platform/context'

/** Who looks at a ticket, and what it lets him do. */
export interface Viewer {
  readonly userId: string
  /** His tags on the ticket and of his post; APPROVE only where he approved this one. */
  readonly roles: readonly RoleTag[]
  readonly permissions: Actor['permissions']
  /** Whose steps he decides now as their agent (decision 0800). */
  readonly standsInFor?: readonly string[]
  /** Events of the transition table open to him now. */
  readonly events: readonly TicketEventType[]
}

/** May he make this call at all? Whoever has a tag here needs no permission for what is safe. */
export const mayCall = (
  { permissions, roles = [] }: Pick<Viewer, 'permissions'> & Partial<Pick<Viewer, 'roles'>>,
  { access }: Pick<Endpoint, 'access'>,
): boolean =>
  typeof access === 'string' ||
  permissions.has(access.permission) ||
  (access.orNamed === true && roles.length > 0)

/** Does he hold one of these roles here? */
export const holds = ({ roles }: Viewer, ...wanted: readonly RoleTag[]): boolean =>
  wanted.some((role) => roles.includes(role))
