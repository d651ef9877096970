export { useShown } from './use-shown.ts'
