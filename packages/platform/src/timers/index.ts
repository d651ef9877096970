export * from '@suoan/contract/timers'
export { createTimerHandlers, cancelTimers, scheduleTimer } from './timers.ts'
export { createTimerLook, startTimers } from './run-timers.ts'
