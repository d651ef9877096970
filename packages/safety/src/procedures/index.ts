import { procedure, procedureEndpoints as calls } from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { mountResource, originOf } from '@suoan/platform/resource'
import { inspectProcedure } from './inspect-procedure.ts'
import { procedureHooks } from './procedure-hooks.ts'
import { publishProcedure, reviseProcedure } from './versions.ts'

/** 能量控制程序: drafts, versions that stay as they are, and their yearly inspection (3-domain.md §3.2 LoProcedure). */
export const procedures: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, procedure, procedureHooks)
  bind(calls.publish, async ({ input, actor, request }) => {
    await publishProcedure({ ctx, actor, origin: originOf(request) }, input.id)
    return answered(null, '已生效，可以从它新建工作票')
  })
  bind(calls.revise, async ({ input, actor, request }) =>
    answered(
      await reviseProcedure({ ctx, actor, origin: originOf(request) }, input.id),
      '已生成新版本的草稿',
    ),
  )
  bind(calls.inspect, async ({ input, actor, request }) => {
    await inspectProcedure({ ctx, actor, origin: originOf(request) }, input)
    return answered(null, '检查已登记')
  })
}
