export * from './transition-table.ts'
