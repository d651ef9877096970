export * from './warning-rules.ts'
