import { shanghaiTime } from '@suoan/kit/shanghai'

/** Minutes of the day in Shanghai during which ordinary messages wait; from > until goes over midnight. */
export interface QuietHours {
  readonly fromMinute: number
  readonly untilMinute: number
}

const minuteMs = 60_000

/** When a message may go out: `now`, or the end of the quiet hours it falls into. Epoch ms. */
export function afterQuiet(now: number, quiet: QuietHours | null): number {
  if (quiet === null || quiet.fromMinute === quiet.untilMinute) return now
  const time = shanghaiTime(now)
  const minute = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16))
  const { fromMinute: from, untilMinute: until } = quiet
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until
  if (!isQuiet) return now
  const left = (until - minute + 1_440) % 1_440
  // From the full minute on.
  return now - (now % minuteMs) + left * minuteMs
}

/** `22:30` as minutes of the day; null for anything else. */
export function minuteOf(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  return match === null ? null : Number(match[1]) * 60 + Number(match[2])
}

/** Minutes of the day as `22:30`. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
