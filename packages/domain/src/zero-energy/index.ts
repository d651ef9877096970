export * from './body.ts'
export * from './check.ts'
