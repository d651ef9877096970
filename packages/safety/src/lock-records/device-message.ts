export type { DeviceMessage } from '@suoan/contract/device'
