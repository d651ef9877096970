export type { DeviceMessage } from './device-message.ts'
export { recordEvents, type Recorded } from './record-events.ts'
