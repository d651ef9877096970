export * from './order.ts'
export * from './clock-correction.ts'
export * from './command-rules.ts'
export * from './log-gaps.ts'
