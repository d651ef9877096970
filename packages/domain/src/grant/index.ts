export * from './covers.ts'
