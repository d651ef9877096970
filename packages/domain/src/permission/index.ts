export * from './button.ts'
