import { device } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { mountResource } from '@suoan/platform/resource'
import { deviceHooks } from './device-hooks.ts'

/** Gateways, powered locks, smart keys and detectors as things that connect (3-domain.md §3.2 LoDevice, §5.3). */
export const devices: Feature = (mount) => {
  mountResource(mount, device, deviceHooks)
}
