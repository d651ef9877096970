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
  const { times, days, overNight } = runsOf(expression)
  let found = Infinity
  for (const each of distancesOf(times)) found = Math.min(found, each)
  // Runs of one day lie closer than those of two, but for what runs near midnight on days that follow each other.
  for (const each of distancesOf(days)) found = Math.min(found, each + overNight)
  return found
}

/**
 * How long two runs of an expression lie apart at most, in ms; Infinity where its years end, so that it stops by itself.
 * Whoever must not let work rest refuses what is longer than his limit. Clock changes do not count.
 * @throws CronError for an expression that means nothing
 * @example longestInterval('0 10 0 * * ?') === 86_400_000
 */
export function longestInterval(expression: string): number {
  const { times, days, overNight, isEndless } = runsOf(expression)
  if (!isEndless) return Infinity
  let found = 0
  for (const each of distancesOf(times)) found = Math.max(found, each)
  for (const each of distancesOf(days)) found = Math.max(found, each + overNight)
  return found
}

interface Runs {
  /** Of a day, ascending, ms. */
  readonly times: readonly number[]
  /** Midnights of the days on which it runs, ascending, epoch ms. */
  readonly days: readonly number[]
  /** What is between the last run of a day and the first of another, beside the distance of the days; ms. */
  readonly overNight: number
  /** Whether it runs in every year. */
  readonly isEndless: boolean
}

function runsOf(expression: string): Runs {
  const parts = parseCron(expression)
  const of = (unit: 'second' | 'minute' | 'hour') => numbersOf(parts[unit], unit) ?? []
  const times = of('hour').flatMap((hour) =>
    of('minute').flatMap((minute) =>
      of('second').map((second) => (hour * 3600 + minute * 60 + second) * 1000),
    ),
  )
  const isEndless = parts.year.mode === 'every'
  const years = isEndless ? someYears : (numbersOf(parts.year, 'year') ?? [])
  const months = numbersOf(parts.month, 'month') ?? []
  const days = years.flatMap((year) =>
    months.flatMap((month) => daysOf(parts, year, month).map((day) => Date.UTC(year, month - 1, day))),
  )
  return { times, days, overNight: (times[0] ?? 0) - (times.at(-1) ?? 0), isEndless }
}

/** The distances of neighbours. */
function* distancesOf(ascending: readonly number[]): Generator<number> {
  for (let at = 1; at < ascending.length; at++) yield (ascending[at] ?? 0) - (ascending[at - 1] ?? 0)
}
