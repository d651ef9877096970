export * from '@suoan/contract/timers'
export { createTimerHandlers, cancelTimers, scheduleTimer, scheduleTimers } from './timers.ts'
export { createTimerLook, startTimers } from './run-timers.ts'
