export * from './delta.ts'
export * from './scene.ts'
