export * from './lock-domain.ts'
export * from './codes.ts'
