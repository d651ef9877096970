import { redirectOf } from '../guard.ts'
import { takeStay } from './stay-at-login.ts'

/** How somebody comes back from another server to one of our login pages. */
export type Arrival =
  | { readonly kind: 'third'; readonly token: string; readonly source: string }
  | { readonly kind: 'cas'; readonly ticket: string }
  | { readonly kind: 'failed'; readonly text: string }

/** What is remembered in this window while the person is away. */
export interface Away {
  readonly remember: boolean
  /** The page asked for before the login. */
  readonly redirect: string | null
  readonly to: 'third' | 'cas'
}

const awayKey = 'pro__SIGN_IN_AWAY'

const errorTexts: Readonly<Record<string, string>> = {
  denied: '您在第三方页面取消了登录',
  lost: '第三方登录已超时，或不是在这个浏览器里开始的，请重新登录',
  away: '第三方登录服务暂时不可用，请稍后重试或用账号密码登录',
  busy: '当前网络发起第三方登录过于频繁，请 10 分钟后再试，或用账号密码登录',
  failed: '第三方登录没有通过校验，请重新登录；若仍失败请联系管理员',
}

/**
 * Reads the way back from an address; null when it is none. A CAS ticket counts only in a window that left for the
 * single sign-on itself, so that nobody is signed in as somebody else by a link (planted sign-in).
 */
export function arrivalIn(search: string, away: Away | null): Arrival | null {
  const query = new URLSearchParams(search)
  const error = query.get('thirdError')
  if (error !== null) return { kind: 'failed', text: errorTexts[error] ?? '第三方登录失败，请重新登录' }
  const token = query.get('oauth2LoginToken')
  const source = query.get('thirdType')
  if (token !== null && source !== null) return { kind: 'third', token, source }
  const ticket = query.get('ticket')
  if (query.get('way') !== 'cas' || ticket === null) return null
  return away?.to === 'cas'
    ? { kind: 'cas', ticket }
    : { kind: 'failed', text: '单点登录不是在这个窗口里开始的，请重新点击“单点登录”' }
}

let taken: { readonly arrival: Arrival | null; readonly away: Away | null } | undefined

/** Takes the way back out of the address and of this window, once: a ticket is never left in the history. */
export function takeArrival(): { readonly arrival: Arrival | null; readonly away: Away | null } {
  if (taken) return taken
  const away = awayIn(sessionStorage.getItem(awayKey))
  const arrival = arrivalIn(location.search, away)
  if (arrival) {
    sessionStorage.removeItem(awayKey)
    const redirect = away?.redirect ? `?redirect=${encodeURIComponent(away.redirect)}` : ''
    history.replaceState(null, '', location.pathname + redirect)
  }
  taken = { arrival, away: arrival ? away : null }
  return taken
}

let stays: boolean | undefined

/**
 * Whether this load of the login page shows its forms where SSO_AUTO would leave at once: after signing out, after a
 * refused arrival, on the way back from the other server without having signed in there, and with `local=1`.
 */
export function staysAtLogin(): boolean {
  if (stays !== undefined) return stays
  const isAway = sessionStorage.getItem(awayKey) !== null
  const isAsked = takeStay()
  stays =
    takeArrival().arrival !== null ||
    isAway ||
    isAsked ||
    new URLSearchParams(location.search).get('local') === '1'
  return stays
}

/** Leaves for another server and remembers what this page was asked for. */
export function leaveTo(address: string, to: Away['to'], remember: boolean): void {
  const away: Away = { to, remember, redirect: redirectOf(location.pathname + location.search) }
  sessionStorage.setItem(awayKey, JSON.stringify(away))
  location.assign(address)
}

/** Reads what `leaveTo` stored; null for anything else. */
export function awayIn(text: string | null): Away | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || !('to' in value)) return null
    const { to } = value
    if (to !== 'third' && to !== 'cas') return null
    const redirect = 'redirect' in value && typeof value.redirect === 'string' ? value.redirect : null
    return { to, redirect, remember: 'remember' in value && value.remember === true }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
