export * from '@suoan/contract/timers'
export { createTimerHandlers, cancelTimers, scheduleTimer } from './timers.ts'
export type { DueTimer, TimerHandlers } from '../context.ts'
export { createTimerLook, runDueTimers, startTimers } from './run-timers.ts'
