import { databaseRefusal } from '../db/database-refusal.ts'

/** After this many failures people are told (A20), and the page says so. */
export const failuresBeforeAlarm = 8

/** Whether work that has been tried so often has become people's business. */
export const mustAlarm = (attempts: number): boolean => attempts >= failuresBeforeAlarm

/** Seconds until the next try: half a second, doubled with each failure, at most five minutes. */
export const waitAfter = (attempts: number): number => Math.min(0.5 * 2 ** Math.min(attempts - 1, 20), 300)

/** The failure as people read it, at most 500 characters: what we know of it in Chinese, else the error's own words. */
export function failureText(error: unknown): string {
  const known = databaseRefusal(error)?.message
  const own = error instanceof Error ? error.message : String(error)
  return [...(known === undefined ? `处理出错：${own}` : `${known}（${own}）`)].slice(0, 500).join('')
}
