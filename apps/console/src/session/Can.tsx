import type { Resource } from '@suoan/contract'
import { permissionOf } from '@suoan/contract'
import type { ReactNode } from 'react'
import { canDo } from './can.ts'
import { useSession } from './session-store.ts'

/** Shows its children to those who hold the permission. @example <Can do="lo:lock:open"><Button/></Can> */
export function Can({ do: code, children }: { do: string; children: ReactNode }) {
  return useCan(code) ? children : null
}

/** May the signed-in person do this? Follows the permissions when they change. */
export function useCan(code: string): boolean {
  return useSession((session) => canDo(session.permissions, code))
}

/** The same question outside a component. */
export function can(code: string): boolean {
  return canDo(useSession.getState().permissions, code)
}

/** May the signed-in person use this action of a resource? @example useCanVerb(lock, 'edit') */
export function useCanVerb(resource: Pick<Resource, 'permission'>, action: string): boolean {
  return useCan(permissionOf(resource, action))
}
