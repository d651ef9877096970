import type { PermissionAnswer } from '@suoan/contract'
import { request } from '../request/client.ts'
import { RequestFailure } from '../request/failure.ts'

/** Menu and rights of the person signed in. An answer without a menu is a failure: it ends in a logout (1-shell.md §8). */
export async function fetchPermissions(): Promise<PermissionAnswer> {
  const path = '/sys/permission/getUserPermissionByToken'
  const { result } = await request<PermissionAnswer | null>({ method: 'GET', path, quiet: true })
  if (!result || !Array.isArray(result.menu) || result.menu.length === 0) {
    throw new RequestFailure('business', 'getPermissionList: permissions must be a non-null array !')
  }
  // A missing list reads as an empty one (4-api.md §16.2).
  return { ...result, auth: result.auth ?? [], allAuth: result.allAuth ?? [] }
}

let early: Promise<PermissionAnswer> | null = null

/** Asks before the code that shows the answer is here: for whoever opens a page while signed in. */
export function beginPermissions(): void {
  early = fetchPermissions()
  // Said by whoever takes it.
  early.catch(() => {})
}

/**
 * What was asked early, once; asked now where nothing was, or where it failed: a session that has ended is told by parts of the
 * console which were not there yet.
 */
export async function takePermissions(): Promise<PermissionAnswer> {
  const begun = early
  early = null
  if (begun === null) return await fetchPermissions()
  return await begun.catch(() => fetchPermissions())
}
