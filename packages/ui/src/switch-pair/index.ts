export { SwitchPair } from './SwitchPair.tsx'
