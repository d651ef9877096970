import {
  area,
  areaEndpoints,
  departArea,
  dutyRule,
  energyEdge,
  energyNode,
  equip,
  flow,
  flowStep,
  gasStd,
  personCert,
  point,
  pointHold,
  workType,
} from '@suoan/contract'
import { answered, type Feature } from '../../http/route.ts'
import { mountResource } from '../../resource/index.ts'
import { areaHooks } from './area-hooks.ts'
import { areaChildren, areaTree } from './area-tree.ts'
import { moveArea } from './move-area.ts'
import { departAreaHooks, equipHooks, pointHooks } from './plant-hooks.ts'

/** Places, plant and policy: what locks and tickets stand on (3-domain.md §3.1, §3.2, §3.4). */
export const areas: Feature = (mount) => {
  const { ctx, bind } = mount
  // Before the resource: its own tree carries counts.
  bind(areaEndpoints.queryTreeList, ({ actor, input }) => areaTree(ctx, actor, input))
  bind(areaEndpoints.queryChildren, ({ actor, input }) => areaChildren(ctx, actor, input.pid))
  bind(areaEndpoints.move, async ({ actor, input }) => {
    await moveArea(ctx, actor, input)
    return answered(null, '移动成功，下级区域已重新编号')
  })
  mountResource(mount, area, areaHooks)
  mountResource(mount, departArea, departAreaHooks)
  mountResource(mount, equip, equipHooks)
  mountResource(mount, point, pointHooks)
  mountResource(mount, pointHold)
  mountResource(mount, energyNode)
  mountResource(mount, energyEdge)
  mountResource(mount, personCert)
  mountResource(mount, dutyRule)
  mountResource(mount, workType)
  mountResource(mount, flow)
  mountResource(mount, flowStep)
  mountResource(mount, gasStd)
}
