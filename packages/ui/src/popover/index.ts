export { AppPopover } from './AppPopover.tsx'
