import type { Feature } from '../http/route.ts'
import { positions } from './positions/index.ts'

/**
 * Every feature, in order: a feature may use the ones above it, through their `index.ts`, and none below
 * (architecture.md §3; checked by `features-order.test.ts`).
 */
export const features: readonly { readonly name: string; readonly mount: Feature }[] = [
  { name: 'positions', mount: positions },
]
