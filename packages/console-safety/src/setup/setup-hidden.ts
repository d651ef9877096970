const keyOf = (username: string) => `pro__SETUP_HIDDEN_${username}`

/** Whether this person wants the checklist off his first page, in this browser. */
export const readSetupHidden = (username: string): boolean => localStorage.getItem(keyOf(username)) === '1'

export function keepSetupHidden(username: string, isHidden: boolean): void {
  if (isHidden) localStorage.setItem(keyOf(username), '1')
  else localStorage.removeItem(keyOf(username))
}
