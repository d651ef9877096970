import { cronBounds, type CronPart, type CronUnit } from '@suoan/kit/cron'
import { partOf, type CronDraft } from './draft.ts'

/** The parts that have a tab of their own; week stands in that of the day (5-screens.md §13.4). */
export type PlainUnit = Exclude<CronUnit, 'day' | 'week'>

/** How a part is chosen; `other` is what only its text says, e.g. `1,5-8`. */
type PlainMode = 'every' | 'loop' | 'specify' | 'range' | 'other'

export function plainModeOf(part: CronPart): PlainMode {
  if (part.mode === 'range') return part.step === 1 ? 'range' : 'other'
  return part.mode === 'every' || part.mode === 'loop' || part.mode === 'specify' ? part.mode : 'other'
}

/** The years of the lists (2-data-entry.md §9); the field takes others too. */
const years = { min: 2019, max: 2119 }

/** Lowest and highest number of the boxes of a unit. */
export const limitsOf = (unit: CronUnit): { readonly min: number; readonly max: number } =>
  unit === 'year' ? years : cronBounds[unit]

/** What each mode begins with when it is chosen; for years from the present one on. */
export function startsOf(unit: PlainUnit, year: number) {
  const { min, max } = limitsOf(unit)
  const first = unit === 'year' ? Math.min(Math.max(year, min), max) : min
  return {
    every: { mode: 'every' },
    loop: { mode: 'loop', from: first, step: 1 },
    specify: { mode: 'specify', values: [first] },
    range: { mode: 'range', from: first, to: Math.min(first + 1, max), step: 1 },
  } satisfies { readonly [M in Exclude<PlainMode, 'other'>]: Extract<CronPart, { readonly mode: M }> }
}

/** The numbers of a list that was chosen; an empty one is its lowest number (2-data-entry.md §4). */
export const listPart = (values: readonly number[], unit: CronUnit): CronPart => ({
  mode: 'specify',
  values: values.length === 0 ? [limitsOf(unit).min] : values.toSorted((one, other) => one - other),
})

/**
 * How days are chosen: the eleven of 5-screens.md §13.4, the two ranges of §13.3, and `other`. Each writes the day or
 * the week; the other one becomes `?`.
 */
export const dayModes = [
  'every',
  'weekLoop',
  'dayLoop',
  'weekdays',
  'days',
  'last',
  'lastWorkday',
  'lastOfWeekday',
  'beforeEnd',
  'workday',
  'nthWeekday',
  'dayRange',
  'weekRange',
] as const
export type DayMode = (typeof dayModes)[number]

export function dayModeOf(draft: CronDraft): DayMode | 'other' {
  const [day, week] = [partOf(draft, 'day'), partOf(draft, 'week')]
  switch (day.mode) {
    case 'unset':
      return weekModeOf(week)
    case 'every':
      return 'every'
    case 'loop':
      return 'dayLoop'
    case 'specify':
      return 'days'
    case 'range':
      return day.step === 1 ? 'dayRange' : 'other'
    case 'last':
      return day.before === 0 ? 'last' : 'beforeEnd'
    case 'lastWorkday':
      return day.before === 0 ? 'lastWorkday' : 'other'
    case 'workday':
      return 'workday'
    default:
      return 'other'
  }
}

function weekModeOf(week: CronPart): DayMode | 'other' {
  switch (week.mode) {
    case 'every':
      return 'every'
    case 'loop':
      return 'weekLoop'
    case 'specify':
      return 'weekdays'
    case 'range':
      return week.step === 1 ? 'weekRange' : 'other'
    case 'lastOfWeekday':
    case 'nthWeekday':
      return week.mode
    default:
      return 'other'
  }
}

const monday = 2
const friday = 6

/** The part that a mode of the day writes, and what it begins with. */
export const startOfDayMode: Readonly<
  Record<DayMode, { readonly unit: 'day' | 'week'; readonly part: CronPart }>
> = {
  every: { unit: 'day', part: { mode: 'every' } },
  weekLoop: { unit: 'week', part: { mode: 'loop', from: monday, step: 1 } },
  dayLoop: { unit: 'day', part: { mode: 'loop', from: 1, step: 1 } },
  weekdays: { unit: 'week', part: { mode: 'specify', values: [monday] } },
  days: { unit: 'day', part: { mode: 'specify', values: [1] } },
  last: { unit: 'day', part: { mode: 'last', before: 0 } },
  lastWorkday: { unit: 'day', part: { mode: 'lastWorkday', before: 0 } },
  lastOfWeekday: { unit: 'week', part: { mode: 'lastOfWeekday', weekday: monday } },
  beforeEnd: { unit: 'day', part: { mode: 'last', before: 1 } },
  workday: { unit: 'day', part: { mode: 'workday', day: 1 } },
  nthWeekday: { unit: 'week', part: { mode: 'nthWeekday', weekday: monday, nth: 1 } },
  dayRange: { unit: 'day', part: { mode: 'range', from: 1, to: 2, step: 1 } },
  weekRange: { unit: 'week', part: { mode: 'range', from: monday, to: friday, step: 1 } },
}

/** Weekdays by their number in Quartz, Monday first. */
export const weekdayOptions = [
  { value: 2, label: '周一' },
  { value: 3, label: '周二' },
  { value: 4, label: '周三' },
  { value: 5, label: '周四' },
  { value: 6, label: '周五' },
  { value: 7, label: '周六' },
  { value: 1, label: '周日' },
]
