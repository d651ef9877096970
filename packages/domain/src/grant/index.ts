export * from './covers.ts'
export * from './covers-opening.ts'
export * from './emergency.ts'
