import type { NamedFeature } from '../http/route.ts'
import { adminFeatures } from './admin.ts'
import { platformFeatures } from './platform.ts'
import { safetyFeatures } from './safety.ts'

/**
 * Every feature, in order: a feature may use the ones above it, through their `index.ts`, and none below
 * (docs/architecture.md; checked by `features-order.test.ts`).
 */
export const features: readonly NamedFeature[] = [...platformFeatures, ...adminFeatures, ...safetyFeatures]
