import { boardEndpoints, boardPlanEndpoints } from '@suoan/contract'
import type { Feature } from '@suoan/platform/http/route'
import { areaPlan } from './area-plan.ts'
import { judgeConduct } from './conduct.ts'
import { countDays } from './days.ts'
import { isolatedPoints } from './isolated-points.ts'
import { listLimits } from './limits.ts'
import { ownTodo } from './own-todo.ts'
import { ownWorks } from './own-works.ts'
import { summarise } from './summarise.ts'
import { trend } from './trend.ts'
import { countTraffic, countVolume } from './volume.ts'
import { areaHeat, deviceHealth, expiringTickets, topUnclosed } from './watch.ts'

export { isolatedPoints } from './isolated-points.ts'
export { liveTickets, type LiveTicket } from './live-tickets.ts'

/** The board: figures and charts from few cheap statements (3-domain.md §6.1). */
export const board: Feature = ({ ctx, bind }) => {
  bind(boardEndpoints.summary, ({ actor, input }) => summarise(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.trend, ({ actor, input }) => trend(ctx, actor, input.areaCode ?? '', input.days))
  bind(boardEndpoints.todo, ({ actor }) => ownTodo(ctx, actor))
  bind(boardEndpoints.isolated, ({ actor, input }) => isolatedPoints(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.days, ({ actor, input }) => countDays(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.volume, ({ actor, input }) => countVolume(ctx, actor, input))
  bind(boardEndpoints.traffic, ({ actor, input }) => countTraffic(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.limits, ({ actor, input }) => listLimits(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.areaHeat, ({ actor, input }) => areaHeat(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.expiring, ({ actor, input }) => expiringTickets(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.topUnclosed, ({ actor, input }) => topUnclosed(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.deviceHealth, ({ actor, input }) => deviceHealth(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.ownWorks, ({ actor }) => ownWorks(ctx, actor))
  bind(boardPlanEndpoints.plan, ({ actor, input }) => areaPlan(ctx, actor, input.areaId))
  bind(boardEndpoints.index, ({ actor }) => judgeConduct(ctx, actor))
}
