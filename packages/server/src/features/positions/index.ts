import { position } from '@suoan/contract'
import type { Feature } from '../../http/route.ts'
import { mountResource } from '../../resource/index.ts'

/** 职务: nothing but its description (4-api.md §7.6). */
export const positions: Feature = (mount) => {
  mountResource(mount, position)
}
