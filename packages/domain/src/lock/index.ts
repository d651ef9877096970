export * from './truth-table.ts'
export * from './trust.ts'
export * from './apply-event.ts'
export * from './session.ts'
