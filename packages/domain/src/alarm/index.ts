export * from './absence.ts'
export * from './alarm-rules.ts'
