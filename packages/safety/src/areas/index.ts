import {
  area,
  areaEndpoints,
  departArea,
  departAreaEndpoints,
  department,
  energyEdge,
  energyEndpoints,
  energyNode,
  equip,
  point,
  pointHold,
  pointRule,
  stopOrder,
  stopOrderEndpoints,
} from '@suoan/contract'
import { answered, type Feature } from '@suoan/platform/http/route'
import { defineHooks, engineOf, mountResource, originOf } from '@suoan/platform/resource'
import { addLockCodes } from '../lock-codes.ts'
import { areaHooks } from './area-hooks.ts'
import { areaChildren, areaTree } from './area-tree.ts'
import { areasOfDepart, previewDepartAreas, saveDepartAreas } from './depart-areas.ts'
import { departmentHolders } from './department-holders.ts'
import { loadMap, saveMap } from './energy-map.ts'
import { energyEdgeHooks, energyNodeHooks } from './map-in-use.ts'
import { minCutOf, reachOf } from './energy-questions.ts'
import { activeStops, liftStop } from './stop-order.ts'
import { moveArea } from './move-area.ts'
import { departAreaHooks, equipHooks, pointHooks } from './plant-hooks.ts'
import { pointRuleHooks } from './point-rule-hooks.ts'

export { loadPrevention } from './load-prevention.ts'

export { giveStop, stopOrderAt, stopReaches, stopText } from './stop-order.ts'

/** Places and plant: what locks and tickets stand on (3-domain.md §3.1, §3.2). */
export const areas: Feature = (mount) => {
  const { ctx, bind } = mount
  engineOf(ctx).holders.add(department.name, departmentHolders)
  // Before the resource: its own tree carries counts.
  bind(areaEndpoints.queryTreeList, ({ actor, input }) => areaTree(ctx, actor, input))
  bind(areaEndpoints.queryChildren, ({ actor, input }) => areaChildren(ctx, actor, input.pid))
  bind(areaEndpoints.move, async ({ actor, input }) => {
    await moveArea(ctx, actor, input)
    return answered(null, '移动成功，下级区域已重新编号')
  })
  mountResource(mount, area, areaHooks)
  mountResource(mount, departArea, departAreaHooks)
  bind(departAreaEndpoints.queryByDepart, ({ actor, input }) => areasOfDepart(ctx, actor, input.departId))
  bind(departAreaEndpoints.preview, ({ actor, input }) => previewDepartAreas(ctx, actor, input))
  bind(departAreaEndpoints.saveBatch, async ({ actor, input, request }) => {
    const done = await saveDepartAreas(ctx, actor, input, originOf(request))
    return answered(done, `已保存：新增 ${done.adds.length} 个区域，结束 ${done.ends.length} 个`)
  })
  mountResource(mount, equip, equipHooks)
  mountResource(mount, point, pointHooks)
  mountResource(
    mount,
    pointHold,
    defineHooks(pointHold, { present: (rows, { ctx }) => addLockCodes(ctx, rows) }),
  )
  mountResource(mount, pointRule, pointRuleHooks)
  bind(energyEndpoints.map, ({ actor }) => ctx.db.transaction().execute((tx) => loadMap(tx, actor.tenantId)))
  bind(energyEndpoints.saveMap, async ({ actor, input }) =>
    answered(await saveMap(ctx, actor, input), '能量图已保存'),
  )
  bind(energyEndpoints.reach, ({ actor, input }) => reachOf(ctx, actor, input))
  bind(energyEndpoints.minCut, ({ actor, input }) => minCutOf(ctx, actor, input))
  mountResource(mount, energyNode, energyNodeHooks)
  mountResource(mount, energyEdge, energyEdgeHooks)
  mountResource(mount, stopOrder)
  bind(stopOrderEndpoints.active, ({ actor, input }) => activeStops(ctx, actor, input))
  bind(stopOrderEndpoints.lift, async ({ actor, input }) => {
    await liftStop(ctx, actor, input)
    return answered(null, '停工指令已解除，各工作票须由本票人员申请恢复')
  })
}
