export { AvatarCrop } from './AvatarCrop.tsx'
export { cutPicture } from './cut-picture.ts'
export type { Cut } from './preview.ts'
