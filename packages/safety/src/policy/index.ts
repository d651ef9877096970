import {
  dutyRule,
  flow,
  flowEndpoints,
  flowStep,
  gasStd,
  hazardPair,
  measureLib,
  personCert,
  workType,
} from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { applyBaseline } from '../seed/baseline/index.ts'
import { and, eq, isIn } from '@suoan/kit/filter'
import { engineOf, mountResource, originOf, resourceStore } from '@suoan/platform/resource'
import { dataScope, systemScope } from '@suoan/platform/resource/scope'
import { arrangeSteps } from './arrange-steps.ts'
import { personCertHooks } from './person-cert-hooks.ts'
import { dutyRuleHooks } from './duty-rule-hooks.ts'
import { flowHooks, flowStepHooks } from './flow-hooks.ts'
import { gasStdHooks } from './gas-std-hooks.ts'
import { hazardPairHooks } from './hazard-pair-hooks.ts'
import { workTypeHooks } from './work-type-hooks.ts'

/** What a plant demands of its work: kinds of work, flows, certificates, duties, limits of gas, clashing kinds (3-domain.md §3.4). */
export const policy: Feature = (mount) => {
  engineOf(mount.ctx).newTenants.add((tx, tenantId, now) => applyBaseline(tx, { tenantId, now }))
  mountResource(mount, personCert, personCertHooks)
  // A certificate is read by who has the page, and by the person it is about.
  engineOf(mount.ctx).fileReaders.on(personCert, {
    mayRead: async (ctx, actor, ids) => {
      const store = resourceStore(personCert)
      if ((await store.findMany(ctx.pool, await dataScope(ctx, actor, personCert), ids)).length > 0)
        return true
      const own = and(isIn('id', [...ids]), eq('userId', actor.userId))
      return (await store.list(ctx.pool, systemScope(actor.tenantId), own, { limit: 1 })).length > 0
    },
  })
  mountResource(mount, dutyRule, dutyRuleHooks)
  mountResource(mount, workType, workTypeHooks)
  mountResource(mount, flow, flowHooks)
  mountResource(mount, flowStep, flowStepHooks)
  mount.bind(flowEndpoints.arrange, async ({ actor, input, request }) => {
    await arrangeSteps({ ctx: mount.ctx, actor, origin: originOf(request) }, input)
    return answered(null, '顺序已保存')
  })
  mountResource(mount, gasStd, gasStdHooks)
  mountResource(mount, hazardPair, hazardPairHooks)
  mountResource(mount, measureLib)
}
