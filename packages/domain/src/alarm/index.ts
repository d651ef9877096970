export { closeAlarm, someNames } from './close-alarm.ts'
export * from './absence.ts'
export * from './alarm-rules.ts'
