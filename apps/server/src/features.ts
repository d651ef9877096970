import type { NamedFeature } from '@suoan/platform/http/route'
import { adminFeatures } from '@suoan/admin'
import { platformFeatures } from '@suoan/platform/features'
import { safetyFeatures } from '@suoan/safety'
import { demo } from './demo/feature.ts'

/**
 * Every feature, in order: a feature may use the ones above it, through their `index.ts`, and none below
 * (docs/architecture.md; checked by `features-order.test.ts`).
 */
export const features: readonly NamedFeature[] = [
  ...platformFeatures,
  ...adminFeatures,
  ...safetyFeatures,
  { name: 'demo', mount: demo },
]
