import { dutyRule, flow, flowStep, gasStd, hazardPair, personCert, workType } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { mountResource } from '@suoan/platform/resource'
import { flowStepHooks } from './flow-hooks.ts'
import { hazardPairHooks } from './hazard-pair-hooks.ts'
import { workTypeHooks } from './work-type-hooks.ts'

/** What a plant demands of its work: kinds of work, flows, certificates, duties, limits of gas, clashing kinds (3-domain.md §3.4). */
export const policy: Feature = (mount) => {
  mountResource(mount, personCert)
  mountResource(mount, dutyRule)
  mountResource(mount, workType, workTypeHooks)
  mountResource(mount, flow)
  mountResource(mount, flowStep, flowStepHooks)
  mountResource(mount, gasStd)
  mountResource(mount, hazardPair, hazardPairHooks)
}
