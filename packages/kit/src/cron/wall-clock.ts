/**
 * The clock on a wall of a zone. A wall time is written as the epoch ms it would be in UTC, so that it can be counted
 * with; a wall time may have no moment (it is skipped when clocks go forward) or two (when they go back).
 */
export interface WallClock {
  /** What the clock shows at a moment, in ms. */
  wallOf(at: number): number
  /** The moments at which it shows that, ascending. */
  momentsOf(wall: number): readonly number[]
  /** How far the clock goes back within the day that follows a moment, in ms; 0 on any other day. */
  goesBackAfter(at: number): number
}

const day = 86_400_000

/** @throws RangeError for a zone that is not in the IANA list */
export function wallClock(zone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const wallOf = (at: number): number => {
    const shown: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(at)) shown[type] = Number(value)
    const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = shown
    return Date.UTC(year, month - 1, date, hour, minute, second)
  }
  const offsetAt = (at: number): number => wallOf(at) - Math.floor(at / 1000) * 1000
  let known = { date: Number.NaN, before: 0, after: 0, change: 0 }
  /** The offsets around a day of the wall and when one became the other; no zone changes twice within three days. */
  const around = (date: number): typeof known => {
    if (known.date === date) return known
    let [earlier, later] = [date - day, date + 2 * day]
    const [before, after] = [offsetAt(earlier), offsetAt(later)]
    while (before !== after && later - earlier > 1000) {
      const middle = Math.floor((earlier + later) / 2000) * 1000
      if (offsetAt(middle) === before) earlier = middle
      else later = middle
    }
    known = { date, before, after, change: later }
    return known
  }
  return {
    wallOf,
    momentsOf(wall) {
      const { before, after, change } = around(Math.floor(wall / day) * day)
      if (before === after) return [wall - before]
      const [first, second] = [wall - before, wall - after]
      return [...(first < change ? [first] : []), ...(second >= change ? [second] : [])]
    },
    goesBackAfter: (at) => Math.max(0, offsetAt(at) - offsetAt(at + day)),
  }
}
