export * from './codes.ts'
export * from './verdict.ts'
export * from './times.ts'
export * from './rule-names.ts'
