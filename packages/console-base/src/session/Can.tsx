import type { Resource } from '@suoan/contract'
import { permissionOf } from '@suoan/contract'
import { useContext, useMemo } from 'react'
import type { ReactNode } from 'react'
import { canDo, hiddenParts, isDisabled } from './may-do.ts'
import { PageActions } from './page-actions.ts'
import { useSession } from './session-store.ts'

/** Shows its children to those who hold the permission. @example <Can do="lo:lock:open"><Button/></Can> */
export function Can({ do: code, children }: { do: string; children: ReactNode }) {
  return useCan(code) ? children : null
}

/** May the signed-in person do this here? Follows the permissions when they change; the route's own list goes first. */
export function useCan(code: string): boolean {
  const page = useContext(PageActions)
  return useSession((session) => canDo(session.permissions, code, page))
}

/** Tells of a code whether its field must be disabled for the signed-in person here (rules of type 2). */
export function useIsDisabled(): (code: string) => boolean {
  const page = useContext(PageActions)
  const permissions = useSession((session) => session.permissions)
  return (code) => isDisabled(permissions, code, page)
}

/** Columns and toolbar buttons that a table with this prefix leaves out, without the prefix. */
export function useHiddenParts(prefix: string): readonly string[] {
  const permissions = useSession((session) => session.permissions)
  return useMemo(() => hiddenParts(permissions, prefix), [permissions, prefix])
}

/** May the signed-in person use this action of a resource? @example useCanVerb(lock, 'edit') */
export function useCanVerb(resource: Pick<Resource, 'permission'>, action: string): boolean {
  return useCan(permissionOf(resource, action))
}
