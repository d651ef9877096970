import { constantStep, readAll, type Series } from './fill-number.ts'

const day = 86_400_000

/** A date or date-time as the table stores it, read as UTC so that no clock of a place moves it. */
interface Moment {
  readonly at: number
  readonly hasTime: boolean
}

const textOf = (at: number, hasTime: boolean): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .slice(0, hasTime ? 19 : 10)

function readMoment(value: unknown): Moment | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/.test(value)) return null
  const hasTime = value.length > 10
  const at = Date.parse(hasTime ? `${value.replace(' ', 'T')}Z` : `${value}T00:00:00Z`)
  return !Number.isNaN(at) && textOf(at, hasTime) === value ? { at, hasTime } : null
}

const monthOf = (at: number): number => {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** What is left of a moment without its month: its day and time. */
const withinMonth = (at: number): number => at - utc(monthOf(at))

/** The moment so many months later, in a short month its last day. */
function addMonths(at: number, months: number): number {
  const month = monthOf(at) + months
  const tooLate = withinMonth(at) - (utc(month + 1) - utc(month))
  return utc(month) + withinMonth(at) - (tooLate < 0 ? 0 : (Math.floor(tooLate / day) + 1) * day)
}

/** The last day so many months later, at the same time of day. */
const monthEnd = (at: number, months: number): number =>
  utc(monthOf(at) + months + 1) - day + (withinMonth(at) % day)
const isMonthEnd = (at: number): boolean => monthEnd(at, 0) === at

/** The first moment of a month counted from year 0; `Date.UTC` takes years below 100 for those of the last century. */
function utc(month: number): number {
  const date = new Date(0)
  return date.setUTCFullYear(Math.floor(month / 12), ((month % 12) + 12) % 12, 1)
}

/**
 * Two or more dates: by months where all have the same day of the month and time, else by the days or seconds between
 * them. Null for one date, which is copied, and beyond the year 9999.
 */
export function dateSeries(source: readonly unknown[]): Series | null {
  const moments = readAll(source, readMoment)
  const first = moments?.[0]
  if (moments === null || first === undefined) return null
  const { hasTime } = first
  if (moments.some((moment) => moment.hasTime !== hasTime)) return null
  const times = moments.map(({ at }) => at)
  // 01-31, 02-28: the last days of months go on as last days.
  const areEnds = times.length > 1 && times.every((at) => isMonthEnd(at))
  const hasSameDay = areEnds || times.every((at) => withinMonth(at) === withinMonth(first.at))
  const months = hasSameDay ? constantStep(times, (from, to) => monthOf(to) - monthOf(from)) : null
  const step = constantStep(times, (from, to) => to - from)
  if (months === null && step === null) return null
  return (index) => {
    const at =
      months === null
        ? first.at + index * (step ?? 0)
        : (areEnds ? monthEnd : addMonths)(first.at, index * months)
    return at >= utc(0) && at < utc(120_000) ? textOf(at, hasTime) : null
  }
}
