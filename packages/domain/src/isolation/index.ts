export * from './graph.ts'
export * from './cut.ts'
export * from './min-cut.ts'
export * from './conflicts.ts'
