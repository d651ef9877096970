export const homePath = '/dashboard/analysis'
export const loginPath = '/user/login'

/** Reachable without a token (1-shell.md §2.1). Only the login page exists so far; the others lead to it. */
const openPaths: readonly string[] = [loginPath]

export interface GuardSession {
  readonly hasToken: boolean
  readonly permissions: 'missing' | 'loaded' | 'failed'
}

export type Decision =
  | { readonly kind: 'show' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'loadPermissions' }
  /** Forget the session, then go to the login page. */
  | { readonly kind: 'signOut'; readonly to: string }

/**
 * The route guard (1-shell.md §2.3) as a table of its cases.
 * @param target path with query of the page asked for
 */
export function guard(session: GuardSession, target: string): Decision {
  const path = pathOf(target)
  if (!session.hasToken) {
    return openPaths.includes(path) ? { kind: 'show' } : { kind: 'redirect', to: loginWith(target) }
  }
  if (path === loginPath) return { kind: 'redirect', to: redirectOf(target) ?? homePath }
  if (path === '/' || path === '') return { kind: 'redirect', to: homePath }
  if (session.permissions === 'missing') return { kind: 'loadPermissions' }
  if (session.permissions === 'failed') return { kind: 'signOut', to: loginWith(target) }
  return { kind: 'show' }
}

/** Address of the login page that comes back to `target` afterwards. */
export function loginWith(target: string): string {
  const path = pathOf(target)
  if (path === '/' || path === '' || path === homePath || path === loginPath) return loginPath
  return `${loginPath}?redirect=${encodeURIComponent(target)}`
}

/** The page asked for before the login, when it is one of ours: another origin is never followed. */
export function redirectOf(target: string): string | null {
  const redirect = new URLSearchParams(target.split('?')[1] ?? '').get('redirect')
  if (!redirect || !redirect.startsWith('/') || /^\/[/\\]/.test(redirect)) return null
  return pathOf(redirect) === loginPath ? null : redirect
}

const pathOf = (target: string): string => target.split(/[?#]/)[0] ?? ''
