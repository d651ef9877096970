/** The parts of a Quartz expression in their order; the year may be left out. */
export const cronUnits = ['second', 'minute', 'hour', 'day', 'month', 'week', 'year'] as const

export type CronUnit = (typeof cronUnits)[number]

interface CronBounds {
  readonly title: string
  readonly min: number
  readonly max: number
  /** The longest step. Quartz refuses a step of a whole minute, hour or day, which would run as if none were given. */
  readonly maxStep: number
}

/** What may stand in each part (2-data-entry.md §5; Quartz 2.3.2). Weekdays count from Sunday, 1, to Saturday, 7. */
export const cronBounds: Readonly<Record<CronUnit, CronBounds>> = {
  second: { title: '秒', min: 0, max: 59, maxStep: 59 },
  minute: { title: '分', min: 0, max: 59, maxStep: 59 },
  hour: { title: '时', min: 0, max: 23, maxStep: 23 },
  day: { title: '日', min: 1, max: 31, maxStep: 31 },
  month: { title: '月', min: 1, max: 12, maxStep: 12 },
  week: { title: '周', min: 1, max: 7, maxStep: 7 },
  year: { title: '年', min: 1970, max: 2199, maxStep: 99 },
}

const names: Readonly<Partial<Record<CronUnit, readonly string[]>>> = {
  month: ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'],
  week: ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'],
}

/** The number of a name, e.g. FRI → 6; null for what is no name of the unit. */
export function numberOfName(name: string, unit: CronUnit): number | null {
  const index = names[unit]?.indexOf(name) ?? -1
  return index < 0 ? null : index + 1
}
