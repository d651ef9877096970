import { energyEdge, energyNode } from '@suoan/contract'
import type { EnergyGraph } from '@suoan/domain/isolation'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { loadGraph } from './energy-map.ts'
import { mustKeepProven } from './keep-proven.ts'
import { tellWorkOfMap } from './tell-work.ts'

/** People at work behind a source that was not there before hear of it. */
const tell = (_row: unknown, { tx, emit, actor }: HookCall) => tellWorkOfMap(tx, emit, actor.tenantId)
const tellOfEdit = (row: unknown, _before: unknown, call: HookCall) => tell(row, call)

/** A node that a live isolation was proven on keeps its type and equipment, and stays. */
export const energyNodeHooks = defineHooks(energyNode, {
  afterAdd: tell,
  afterEdit: tellOfEdit,
  async beforeEdit(draft, before, { tx, actor }) {
    const graph = await loadGraph(tx, actor.tenantId)
    const id = String(before.id)
    const nodes = graph.nodes.map((node) =>
      node.id === id ? { ...node, type: draft.nodeType ?? node.type } : node,
    )
    const isOther =
      (draft.equipId !== undefined && draft.equipId !== before.equipId) ||
      (draft.nodeCode !== undefined && draft.nodeCode !== before.nodeCode)
    await mustKeepProven(tx, actor.tenantId, graph, { ...graph, nodes } as EnergyGraph, isOther ? [id] : [])
  },
  async beforeDelete(rows, { tx, actor }) {
    const graph = await loadGraph(tx, actor.tenantId)
    const gone = rows.map(({ id }) => String(id))
    const nodes = graph.nodes.filter(({ id }) => !gone.includes(id))
    await mustKeepProven(tx, actor.tenantId, graph, { ...graph, nodes }, gone)
  },
})

/** A line that a live isolation was proven on keeps its ends, its point and its ways, and stays. */
export const energyEdgeHooks = defineHooks(energyEdge, {
  afterAdd: tell,
  afterEdit: tellOfEdit,
  async beforeEdit(draft, before, { tx, actor }) {
    const graph = await loadGraph(tx, actor.tenantId)
    const edges = graph.edges.map((edge) =>
      edge.id === String(before.id)
        ? {
            ...edge,
            fromId: draft.fromId ?? edge.fromId,
            toId: draft.toId ?? edge.toId,
            pointId: draft.pointId === undefined ? edge.pointId : draft.pointId || null,
            directed: draft.directed === undefined ? edge.directed : draft.directed === 1,
          }
        : edge,
    )
    await mustKeepProven(tx, actor.tenantId, graph, { ...graph, edges })
  },
  async beforeDelete(rows, { tx, actor }) {
    const graph = await loadGraph(tx, actor.tenantId)
    const gone = rows.map(({ id }) => String(id))
    const edges = graph.edges.filter(({ id }) => !gone.includes(id))
    await mustKeepProven(tx, actor.tenantId, graph, { ...graph, edges })
  },
})
