import { daysOf } from './days.ts'
import { parseCron } from './parse.ts'
import { numbersOf } from './part.ts'

/** Every weekday on every date, leap days included. */
const someYears = Array.from({ length: 29 }, (_, n) => 2000 + n)

/**
 * How long two runs of an expression lie apart at least, in ms; Infinity where it runs once or never again. Whoever lets
 * people schedule work refuses what is shorter than his limit (security.md V21). Clock changes do not count: an expression
 * that runs in the hour that comes twice keeps its distance in the hours of every other day.
 * @throws CronError for an expression that means nothing
 * @example shortestInterval('0 0/5 * * * ?') === 300_000
 */
export function shortestInterval(expression: string): number {
  const parts = parseCron(expression)
  const of = (unit: 'second' | 'minute' | 'hour') => numbersOf(parts[unit], unit) ?? []
  const times = of('hour').flatMap((hour) =>
    of('minute').flatMap((minute) =>
      of('second').map((second) => (hour * 3600 + minute * 60 + second) * 1000),
    ),
  )
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  const within = least(times)
  // Runs of one day lie closer than those of two, but for what runs near midnight on days that follow each other.
  const years = parts.year.mode === 'every' ? someYears : (numbersOf(parts.year, 'year') ?? [])
  const months = numbersOf(parts.month, 'month') ?? []
  const days = years.flatMap((year) =>
    months.flatMap((month) => daysOf(parts, year, month).map((day) => Date.UTC(year, month - 1, day))),
  )
  return Math.min(within, least(days) - last + first)
}

/** The smallest distance of neighbours; Infinity of fewer than two. */
function least(ascending: readonly number[]): number {
  let found = Infinity
  for (let at = 1; at < ascending.length; at++)
    found = Math.min(found, (ascending[at] ?? 0) - (ascending[at - 1] ?? 0))
  return found
}
