import { day, minute } from '../verdict/index.ts'

/** The plant's clock: UTC+8 without summer time. */
const offset = 8 * 60 * minute

/**
 * The last shift change at or before a moment, epoch ms (W07, §5.10); `starts` are `HH:mm` of the plant's clock. Null without any
 * usable time.
 */
export function lastShiftChange(starts: readonly string[], at: number): number | null {
  const midnight = Math.floor((at + offset) / day) * day - offset
  const times = starts.flatMap((text) => {
    const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim())
    if (!match) return []
    const today = midnight + (Number(match[1]) * 60 + Number(match[2])) * minute
    return [today <= at ? today : today - day]
  })
  return times.length === 0 ? null : Math.max(...times)
}
