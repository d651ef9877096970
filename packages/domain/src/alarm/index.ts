export * from './alarm-rules.ts'
