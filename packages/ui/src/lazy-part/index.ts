export { usePart, type LoadedPart } from './use-part.ts'
