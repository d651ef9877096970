export * from './canonical.ts'
export * from './link.ts'
