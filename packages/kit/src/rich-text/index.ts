export { cleanRichText } from './clean.ts'
export type { PictureOf } from './clean.ts'
