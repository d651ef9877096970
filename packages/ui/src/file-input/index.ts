export { FileInput } from './FileInput.tsx'
