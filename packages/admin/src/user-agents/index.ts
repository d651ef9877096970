import { userAgent, userAgentEndpoints } from '@suoan/contract'
import { eq } from '@suoan/kit/filter'
import { shanghaiTime } from '@suoan/kit/shanghai'
import {
  compile,
  mountResource,
  present,
  resourceStore,
  type MountedResource,
} from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { answered, type Feature } from '@suoan/platform/http/route'
import { endAgenciesOf } from './end-agencies.ts'
import { agentHooks } from './hooks.ts'
import { agentChoices, endOwnAgent, ownAgencies, setOwnAgent } from './own-agencies.ts'

/** 用户代理 (4-api.md §7.21): who decides for whom while he is away. What it allows is safety's to say (decision 0800). */
export const userAgents: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, userAgent, agentHooks)
  endAgenciesOf(ctx)
  const mounted: MountedResource = {
    ctx,
    resource: userAgent,
    compiled: compile(userAgent),
    store: resourceStore(userAgent),
    hooks: agentHooks,
  }
  bind(userAgentEndpoints.own, ({ actor }) => ownAgencies(ctx, actor))
  bind(userAgentEndpoints.choices, ({ actor, input }) => agentChoices(ctx, actor, input.keyword))
  bind(userAgentEndpoints.setOwn, async ({ actor, input, request }) => {
    await setOwnAgent(mounted, actor, input, request)
    return answered(null, '代理人设置成功！')
  })
  bind(userAgentEndpoints.endOwn, async ({ actor, input, request }) => {
    await endOwnAgent(mounted, actor, input.id, request)
    return answered(null, '代理已结束')
  })
  bind(userAgentEndpoints.byUserName, async ({ input, actor }) => {
    const scope = await dataScope(ctx, actor, userAgent)
    const rows = await resourceStore(userAgent).list(ctx.pool, scope, eq('userName', input.userName), {
      limit: 200,
      sort: [{ field: 'startTime', direction: 'desc' }],
    })
    const now = shanghaiTime(ctx.clock.now())
    const holds = rows.find(
      ({ startTime, endTime, status }) => status === '1' && String(startTime) <= now && now < String(endTime),
    )
    const row = holds ?? rows[0]
    if (row === undefined) return answered(null, '未找到对应实体', 500, false)
    await present(ctx, userAgent, actor, [row])
    // Rows of this resource have the columns of its description.
    return row as never
  })
}
