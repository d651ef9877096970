export type { DeviceMessage } from './device-message.ts'
export { authenticateDevice, createDeviceBridge, type DeviceBridge } from './device-bridge.ts'
export { hashDeviceSecret } from './device-secret.ts'
export { recordEvents, type Recorded } from './record-events.ts'
