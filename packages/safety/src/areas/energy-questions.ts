import type { MinCutAnswer, PointName, ReachAnswer } from '@suoan/contract'
import { isCut, liveSources, minCut, suggestPoints } from '@suoan/domain/isolation'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { loadGraph } from './energy-map.ts'

interface Question {
  readonly zoneId: string
  readonly closedPointIds: readonly string[]
}

/** Which sources reach the zone with the points closed (3-domain.md §3.7 `reach`, M2). */
export async function reachOf(ctx: Context, actor: Actor, question: Question): Promise<ReachAnswer> {
  return await ctx.db.transaction().execute(async (tx) => {
    const graph = await graphWith(tx, actor, question)
    const sources = liveSources(graph, [question.zoneId], question.closedPointIds)
    const used = sources.flatMap(({ edgeIds }) => edgeIds)
    return {
      isolated: sources.length === 0,
      sources: sources.map(({ edgeIds, ...source }) => ({ ...source, edgeIds: [...edgeIds] })),
      sharedEdgeIds: [...new Set(used.filter((id, index) => used.indexOf(id) !== index))],
    }
  })
}

/** The cheapest isolation of the zone, and what the closed points still miss (3-domain.md §3.7 `minCut`, M2). */
export async function minCutOf(ctx: Context, actor: Actor, question: Question): Promise<MinCutAnswer> {
  return await ctx.db.transaction().execute(async (tx) => {
    const graph = await graphWith(tx, actor, question)
    const { zoneId, closedPointIds } = question
    const cheapest = minCut(graph, [zoneId])
    const missing = isCut(graph, [zoneId], closedPointIds)
      ? []
      : suggestPoints(graph, [zoneId], closedPointIds).pointIds
    const names = await pointNames(tx, actor.tenantId, [...cheapest.pointIds, ...missing])
    const named = (ids: readonly string[]) => ids.flatMap((id) => names.get(id) ?? [])
    return {
      possible: cheapest.cut,
      cheapest: named(cheapest.pointIds),
      weight: cheapest.cut ? cheapest.weight : 0,
      missing: named(missing),
    }
  })
}

async function graphWith(tx: Tx, actor: Actor, { zoneId }: Question) {
  const graph = await loadGraph(tx, actor.tenantId)
  if (!graph.nodes.some(({ id }) => id === zoneId)) throw failUnseen('lo_energy_node', [zoneId])
  return graph
}

async function pointNames(tx: Tx, tenantId: number, ids: readonly string[]): Promise<Map<string, PointName>> {
  const { rows } = await sql<PointName>`
    select id as point_id, point_code, point_name from lo_point
    where tenant_id = ${tenantId} and id = any(${[...ids]}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.pointId, row]))
}
