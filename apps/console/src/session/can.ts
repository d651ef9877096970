import type { PermissionAnswer } from '@suoan/contract'
import { buttonState } from '@suoan/domain/permission'

const rulesOf = ({ auth, allAuth }: PermissionAnswer) => ({
  auth,
  // A row without a status is in force: only "0" switches a rule off.
  allAuth: allAuth.map((row) => ({ ...row, status: row.status ?? '1' })),
  page: null,
})

/** May this person see the button with this code? Nobody may before the permissions are known. */
export function canDo(permissions: PermissionAnswer | null, code: string): boolean {
  return permissions !== null && buttonState(rulesOf(permissions), code).visible
}

/** Must this field be disabled for this person (rules of type 2)? */
export function isDisabled(permissions: PermissionAnswer | null, code: string): boolean {
  return permissions === null || !buttonState(rulesOf(permissions), code).enabled
}
