export { Picture } from './Picture.tsx'
