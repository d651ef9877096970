export * from './safety-card.ts'
