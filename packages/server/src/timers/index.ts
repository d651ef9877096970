export * from './kinds.ts'
export { createTimerHandlers, cancelTimers, scheduleTimer } from './timers.ts'
export type { DueTimer, TimerHandlers } from './timers.ts'
export { createTimerLook, runDueTimers, startTimers } from './run-timers.ts'
