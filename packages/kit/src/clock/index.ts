import type { Clock } from './clock.ts'

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() }

export type { Clock } from './clock.ts'
export { createClockWatch } from './clock-watch.ts'
