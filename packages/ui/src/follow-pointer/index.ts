export { followPointer } from './follow-pointer.ts'
