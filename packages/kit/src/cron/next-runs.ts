import { daysOf } from './days.ts'
import { parseCron, type CronParts } from './parse.ts'
import { numbersOf } from './part.ts'
import { wallClock } from './wall-clock.ts'

/** So many years are looked through for the next run, as Quartz does. */
const horizon = 100

/**
 * The next moments at which an expression runs, strictly after `from`, ascending; fewer than `count` when the years it
 * names are over. Preview and scheduler both ask this.
 *
 * An hour that is skipped when clocks go forward has no runs. An hour that comes twice has them once, the second time,
 * as in Quartz; an expression that runs in every hour of the day runs both times, so that what is looked at every few
 * minutes is never left alone for an hour (decision 0710).
 * @param options.zone an IANA name, e.g. `Asia/Shanghai`
 * @throws CronError for an expression that means nothing, RangeError for an unknown zone
 * @example nextRuns('0 0 3 * * ?', { from: new Date(), count: 10, zone: 'Asia/Shanghai' })
 */
export function nextRuns(
  expression: string,
  { from, count, zone }: { readonly from: Date; readonly count: number; readonly zone: string },
): Date[] {
  const parts = parseCron(expression)
  const clock = wallClock(zone)
  const after = from.getTime()
  const isHourly = numbersOf(parts.hour, 'hour')?.length === 24
  const runs: number[] = []
  /** Second passes of an hour whose first is not through yet. */
  const later: number[] = []
  const enough = () => runs.length >= count
  const takeLater = (until: number) => {
    while (!enough() && later[0] !== undefined && later[0] < until) runs.push(later.shift() ?? 0)
  }
  for (const wall of wallTimes(parts, clock.wallOf(after) - clock.goesBackAfter(after))) {
    if (enough()) break
    const moments = clock.momentsOf(wall)
    const [first, second] = isHourly ? moments : moments.slice(-1)
    if (first !== undefined && first > after) {
      takeLater(first)
      if (!enough()) runs.push(first)
    }
    if (second !== undefined && second > after) later.push(second)
  }
  takeLater(Infinity)
  return runs.map((at) => new Date(at))
}

/** The wall times of an expression from one on, ascending, as far as the horizon. */
function* wallTimes(parts: CronParts, start: number): Generator<number> {
  const begin = new Date(start)
  const firstYear = begin.getUTCFullYear()
  const startDay = Date.UTC(firstYear, begin.getUTCMonth(), begin.getUTCDate())
  const numbers = (unit: 'second' | 'minute' | 'hour' | 'month') => numbersOf(parts[unit], unit) ?? []
  const [seconds, minutes, hours, months] = [
    numbers('second'),
    numbers('minute'),
    numbers('hour'),
    numbers('month'),
  ]
  const years = parts.year.mode === 'every' ? null : new Set(numbersOf(parts.year, 'year'))
  for (let year = firstYear; year <= firstYear + horizon; year++) {
    if (years && !years.has(year)) continue
    for (const month of months)
      for (const day of daysOf(parts, year, month)) {
        const date = Date.UTC(year, month - 1, day)
        if (date < startDay) continue
        for (const hour of hours)
          for (const minute of minutes) {
            const whole = date + (hour * 60 + minute) * 60_000
            if (whole + 60_000 <= start) continue
            for (const second of seconds) if (whole + second * 1000 >= start) yield whole + second * 1000
          }
      }
  }
}
