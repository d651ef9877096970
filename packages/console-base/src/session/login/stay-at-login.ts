// A file of its own: the console needs it for signing out, and nothing else of the login.
const stayKey = 'pro__SSO_STAY'

/** From now on this window stays at the login page, though the server would send it on: whoever signed out wants it so. */
export const stayAtLogin = (): void => sessionStorage.setItem(stayKey, '1')

/** Whether `stayAtLogin` was said since the last time this was asked. */
export function takeStay(): boolean {
  const isAsked = sessionStorage.getItem(stayKey) !== null
  sessionStorage.removeItem(stayKey)
  return isAsked
}
