import { position } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { mountResource } from '@suoan/platform/resource'

/** 职务: nothing but its description (4-api.md §7.6). */
export const positions: Feature = (mount) => {
  mountResource(mount, position)
}
