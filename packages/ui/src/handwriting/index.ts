export { HandwritingPad } from './HandwritingPad.tsx'
