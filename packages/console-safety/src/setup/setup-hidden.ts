const keyOf = (username: string) => `pro__SETUP_HIDDEN_${username}`

/** Whether this person wants the checklist off his first page, in this browser. */
export const readSetupHidden = (username: string): boolean => localStorage.getItem(keyOf(username)) === '1'

export function keepSetupHidden(username: string, isHidden: boolean): void {
  if (isHidden) localStorage.setItem(keyOf(username), '1')
  else localStorage.removeItem(keyOf(username))
}

const doneKeyOf = (username: string) => `pro__SETUP_DONE_${username}`

/** Whether nothing was left to do when this person last looked: then the first page does not wait for the checklist. */
export const readSetupDone = (username: string): boolean => localStorage.getItem(doneKeyOf(username)) === '1'

export function keepSetupDone(username: string, isDone: boolean): void {
  if (isDone) localStorage.setItem(doneKeyOf(username), '1')
  else localStorage.removeItem(doneKeyOf(username))
}
