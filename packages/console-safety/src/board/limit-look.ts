/** Which rows a choice shows; the middle one is the time to hurry. */
export const latenesses = [
  { value: 'late', label: '已超时' },
  { value: 'soon', label: '将超时' },
  { value: 'all', label: '所有' },
] as const
export type Lateness = (typeof latenesses)[number]['value']

/** Minutes before its limit from which a step is urged. */
const SOON_MINUTES = 60

/** Colour of a used part of the time: red from 100 %, yellow from 90 %, blue below (5-screens.md §9.3). */
export function limitLook(used: number) {
  const look = used >= 100 ? ('late' as const) : used >= 90 ? ('soon' as const) : ('fine' as const)
  return { look, is: (shown: Lateness) => shown === 'all' || shown === look }
}

/** Whether a step that is so many minutes past its limit is shown. */
export function lateness(overMinutes: number | null, shown: Lateness): boolean {
  if (shown === 'all') return true
  if (overMinutes === null) return false
  return shown === 'late' ? overMinutes > 0 : overMinutes <= 0 && overMinutes > -SOON_MINUTES
}
