import { setupEndpoints } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { setupSteps } from './setup-steps.ts'

/** 开始使用: what a plant still needs before its first ticket. */
export const setup: Feature = ({ ctx, bind }) => {
  bind(setupEndpoints.steps, ({ actor }) => setupSteps(ctx, actor))
}
