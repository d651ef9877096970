/** One thing that was looked at. `advice` says what to do, in Chinese, where it is not well. */
export type Finding =
  | { readonly state: 'ok'; readonly title: string; readonly text: string }
  | {
      readonly state: 'warning' | 'error'
      readonly title: string
      readonly text: string
      readonly advice: string
    }

export const ok = (title: string, text: string): Finding => ({ state: 'ok', title, text })
export const warning = (title: string, text: string, advice: string): Finding => ({
  state: 'warning',
  title,
  text,
  advice,
})
export const error = (title: string, text: string, advice: string): Finding => ({
  state: 'error',
  title,
  text,
  advice,
})
