/** Sums and comparisons over counts per day, oldest first, today last. */

export const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)

/** The last seven days, today among them. */
export const lastWeek = (counts: readonly number[]): readonly number[] => counts.slice(-7)

const weekBefore = (counts: readonly number[]): readonly number[] => counts.slice(-14, -7)

/** Whole percent of `part` in `all`, rounded down: only all of them are a hundred. Null when there are none. */
export const percentOf = (part: number, all: number): number | null =>
  all === 0 ? null : Math.floor((100 * part) / all)

/** By how many percent the first differs from the second; null when there is nothing to compare with. */
const change = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round((100 * (now - before)) / before)

/** The last seven days against the seven before them. */
export const weekChange = (counts: readonly number[]): number | null =>
  change(sum(lastWeek(counts)), sum(weekBefore(counts)))

/** Yesterday against the day before: today is not over. */
export const dayChange = (counts: readonly number[]): number | null =>
  change(counts.at(-2) ?? 0, counts.at(-3) ?? 0)

/** The part of the last seven days and of the seven before them, in percent. */
export const weekShares = (part: readonly number[], all: readonly number[]) => ({
  now: percentOf(sum(lastWeek(part)), sum(lastWeek(all))),
  before: percentOf(sum(weekBefore(part)), sum(weekBefore(all))),
})

/** Mean per day with at most one place behind the point. */
export const perDay = (counts: readonly number[]): number =>
  counts.length === 0 ? 0 : Math.round((10 * sum(counts)) / counts.length) / 10

export const ranges = [
  { key: 'day', label: '今日' },
  { key: 'week', label: '本周' },
  { key: 'month', label: '本月' },
  { key: 'year', label: '本年' },
] as const

export type RangeKey = (typeof ranges)[number]['key']

/** First and last day of the day, week (from Monday), month or year that an instant lies in, by the plant's calendar. */
export function rangeAt(key: RangeKey, now: number): [from: string, to: string] {
  const today = new Date(now + 8 * 3_600_000)
  const [year, month, date] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()]
  const day = (...at: [number, number, number]) => new Date(Date.UTC(...at)).toISOString().slice(0, 10)
  const monday = date - ((today.getUTCDay() + 6) % 7)
  switch (key) {
    case 'day':
      return [day(year, month, date), day(year, month, date)]
    case 'week':
      return [day(year, month, monday), day(year, month, monday + 6)]
    case 'month':
      return [day(year, month, 1), day(year, month + 1, 0)]
    case 'year':
      return [day(year, 0, 1), day(year, 11, 31)]
  }
}
