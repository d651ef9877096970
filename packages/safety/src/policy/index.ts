import { dutyRule, flow, flowStep, gasStd, hazardPair, personCert, workType } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { engineOf, mountResource } from '@suoan/platform/resource'
import { applyBaseline } from '../seed/baseline/index.ts'
import { flowStepHooks } from './flow-hooks.ts'
import { hazardPairHooks } from './hazard-pair-hooks.ts'
import { workTypeHooks } from './work-type-hooks.ts'

/** What a plant demands of its work: kinds of work, flows, certificates, duties, limits of gas, clashing kinds (3-domain.md §3.4). */
export const policy: Feature = (mount) => {
  engineOf(mount.ctx).newTenants.add((tx, tenantId, now) => applyBaseline(tx, { tenantId, now }))
  mountResource(mount, personCert)
  mountResource(mount, dutyRule)
  mountResource(mount, workType, workTypeHooks)
  mountResource(mount, flow)
  mountResource(mount, flowStep, flowStepHooks)
  mountResource(mount, gasStd)
  mountResource(mount, hazardPair, hazardPairHooks)
}
