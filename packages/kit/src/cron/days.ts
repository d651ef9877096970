import { numbersOf, type CronPart } from './part.ts'

/** The days of a month (from 1) that an expression means, ascending; no day where the month has none such. */
export function daysOf(
  { day, week }: { readonly day: CronPart; readonly week: CronPart },
  year: number,
  month: number,
): readonly number[] {
  const length = lengthOf(year, month)
  const within = (days: readonly number[]) => days.filter((one) => one >= 1 && one <= length)
  switch (day.mode) {
    case 'unset':
      return within(daysOfWeek(week, year, month))
    case 'last':
      return within([length - day.before])
    case 'lastWorkday':
      return within([length - day.before]).map((one) => nearestWorkday(year, month, one))
    case 'workday':
      return within([day.day]).map((one) => nearestWorkday(year, month, one))
    default:
      return within(numbersOf(day, 'day') ?? [])
  }
}

function daysOfWeek(week: CronPart, year: number, month: number): readonly number[] {
  const first = weekdayOf(year, month, 1)
  const days = (weekday: number): number[] =>
    [0, 7, 14, 21, 28]
      .map((later) => 1 + ((weekday - first + 7) % 7) + later)
      .filter((day) => day <= lengthOf(year, month))
  if (week.mode === 'lastOfWeekday') return days(week.weekday).slice(-1)
  if (week.mode === 'nthWeekday') return days(week.weekday).slice(week.nth - 1, week.nth)
  return (numbersOf(week, 'week') ?? []).flatMap(days).toSorted((one, other) => one - other)
}

/** Friday before a Saturday, Monday after a Sunday; never over the edge of the month (Quartz). */
function nearestWorkday(year: number, month: number, day: number): number {
  const weekday = weekdayOf(year, month, day)
  if (weekday === 7) return day === 1 ? 3 : day - 1
  if (weekday === 1) return day === lengthOf(year, month) ? day - 2 : day + 1
  return day
}

const lengthOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const weekdayOf = (year: number, month: number, day: number): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1
