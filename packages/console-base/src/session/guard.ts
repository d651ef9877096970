/** Fixed addresses of the console (1-shell.md §2.1). */
export const homePath = '/dashboard/analysis'
export const loginPath = '/user/login'
export const appLoginPath = '/oauth2-app/login'
export const testHomePath = '/test/home'
export const notFoundPath = '/404'

/**
 * Reachable without a token (1-shell.md §2.1). The login of a workplace chat app is one of them by its nature: it is
 * where the token comes from.
 */
const openPaths: readonly string[] = [
  loginPath,
  '/user/register',
  '/user/register-result',
  '/user/alteration',
  appLoginPath,
]

const fixedRedirects: Readonly<Record<string, string>> = {
  '/': homePath,
  '/user': loginPath,
  '/oauth2-app': appLoginPath,
  '/test': testHomePath,
}

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
  const fixed = fixedRedirects[path]
  if (fixed && (session.hasToken || isOpenPath(fixed))) {
    return { kind: 'redirect', to: fixed + target.slice(target.split(/[?#]/)[0]?.length) }
  }
  if (session.hasToken && path === loginPath) return { kind: 'redirect', to: redirectOf(target) ?? homePath }
  if (isOpenPath(path)) return { kind: 'show' }
  if (!session.hasToken) return { kind: 'redirect', to: loginWith(target) }
  if (session.permissions === 'missing') return { kind: 'loadPermissions' }
  if (session.permissions === 'failed') return { kind: 'signOut', to: loginWith(target) }
  return { kind: 'show' }
}

/** Is this one of the pages before the login? @param target path, with or without a query */
export function isOpenPath(target: string): boolean {
  return openPaths.includes(pathOf(target))
}

/** Address of the login page that comes back to `target` afterwards. */
export function loginWith(target: string): string {
  const path = pathOf(target)
  if (path === '/' || path === homePath || isOpenPath(path)) return loginPath
  return `${loginPath}?redirect=${encodeURIComponent(target)}`
}

/** The page asked for before the login, when it is one of ours behind the login. */
export function redirectOf(target: string): string | null {
  const redirect = new URLSearchParams(target.split('?')[1]?.split('#')[0] ?? '').get('redirect')
  const own = redirect === null ? null : ownPath(redirect)
  return own !== null && isOpenPath(own) ? null : own
}

/**
 * A text as an address within the console (path, query and hash); null when it is none. Another origin is never
 * followed, however it is spelled (a browser reads `/\evil` and `/<tab>/evil` as `//evil`).
 */
export function ownPath(text: string): string | null {
  if (!text.startsWith('/') || !URL.canParse(text, ownOrigin)) return null
  const { origin, pathname, search, hash } = new URL(text, ownOrigin)
  // A path such as `/.//evil` is read as `//evil`, which would be another origin where it is used next.
  return origin !== ownOrigin || pathname.startsWith('//') ? null : pathname + search + hash
}

const ownOrigin = 'http://own.invalid'

/** The path without query, hash and slash at its end; the empty path is the root. */
const pathOf = (target: string): string => (target.split(/[?#]/)[0] ?? '').replace(/\/+$/, '') || '/'
