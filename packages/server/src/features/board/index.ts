import { boardEndpoints } from '@suoan/contract'
import type { Feature } from '../../http/route.ts'
import { isolatedPoints } from './isolated-points.ts'
import { ownTodo } from './own-todo.ts'
import { summarise } from './summarise.ts'
import { trend } from './trend.ts'

/** The board: figures and charts from few cheap statements (3-domain.md §6.1). */
export const board: Feature = ({ ctx, bind }) => {
  bind(boardEndpoints.summary, ({ actor, input }) => summarise(ctx, actor, input.areaCode ?? ''))
  bind(boardEndpoints.trend, ({ actor, input }) => trend(ctx, actor, input.areaCode ?? '', input.days))
  bind(boardEndpoints.todo, ({ actor }) => ownTodo(ctx, actor))
  bind(boardEndpoints.isolated, ({ actor, input }) => isolatedPoints(ctx, actor, input.areaCode ?? ''))
}
