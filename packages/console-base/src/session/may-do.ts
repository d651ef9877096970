import type { PermissionAnswer } from '@suoan/contract'
import { buttonState, hiddenByPrefix } from '@suoan/domain/permission'
import type { GrantedAction } from '@suoan/domain/permission'

/** The action list of a route; null when it has none. */
type PageList = readonly GrantedAction[] | null

const known = ({ allAuth }: PermissionAnswer) =>
  // A row without a status is in force: only "0" switches a rule off.
  allAuth.map((row) => ({ ...row, status: row.status ?? '1' }))

const rulesOf = (permissions: PermissionAnswer, page: PageList) => ({
  auth: permissions.auth,
  allAuth: known(permissions),
  page,
})

/** May this person see the button with this code? Nobody may before the permissions are known. */
export function canDo(permissions: PermissionAnswer | null, code: string, page: PageList = null): boolean {
  return permissions !== null && buttonState(rulesOf(permissions, page), code).visible
}

/** Must this field be disabled for this person (rules of type 2)? */
export function isDisabled(
  permissions: PermissionAnswer | null,
  code: string,
  page: PageList = null,
): boolean {
  return permissions === null || !buttonState(rulesOf(permissions, page), code).enabled
}

/**
 * What below a prefix this person may not have: columns and toolbar buttons of a table, without the prefix
 * (1-shell.md §6). @example hiddenParts(permissions, 'lock:') // ['imei']
 */
export function hiddenParts(permissions: PermissionAnswer | null, prefix: string): string[] {
  return permissions === null
    ? []
    : hiddenByPrefix({ auth: permissions.auth, allAuth: known(permissions) }, prefix)
}
