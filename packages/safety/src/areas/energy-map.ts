import type { EnergyMap, MapEdge, MapNode } from '@suoan/contract'
import { graphMistakes, type EnergyGraph } from '@suoan/domain/isolation'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { fail } from '@suoan/platform/fail'
import { mustKeepProven } from './keep-proven.ts'
import { tellWorkOfMap } from './tell-work.ts'

/** The tenant's energy map as it is drawn. */
export async function loadMap(tx: Tx, tenantId: number): Promise<EnergyMap> {
  const { rows: nodes } = await sql<MapNode & { revision: number }>`
    select id, node_code as code, node_name as name, node_type as type, energy_type, magnitude, hazard, equip_id,
      pos_x as x, pos_y as y, revision
    from lo_energy_node where tenant_id = ${tenantId} and del_flag = 0 order by node_code`.execute(tx)
  const { rows: edges } = await sql<EnergyMap['edges'][number] & { revision: number }>`
    select e.id, e.from_id, e.to_id, (e.directed = 1) as directed, e.point_id, (e.normal_open = 1) as normal_open,
      greatest(e.weight, 1) as weight, p.point_code, p.point_name, e.revision
    from lo_energy_edge e left join lo_point p on p.id = e.point_id and p.tenant_id = e.tenant_id
    where e.tenant_id = ${tenantId} and e.del_flag = 0 order by e.id`.execute(tx)
  const state = [...nodes, ...edges].map((row) => `${row.id}:${row.revision}`).join(' ')
  return {
    nodes: nodes.map(({ revision: _revision, ...node }) => node),
    edges: edges.map(({ revision: _revision, ...edge }) => edge),
    version: createHash('sha256').update(state).digest('hex').slice(0, 32),
  }
}

/** The same map as the domain walks it. */
export async function loadGraph(tx: Tx, tenantId: number): Promise<EnergyGraph> {
  const { nodes, edges } = await loadMap(tx, tenantId)
  return {
    nodes,
    edges: edges.map((edge) => ({ ...edge, pointId: edge.pointId ?? null })),
  }
}

type Drawing = { readonly nodes: readonly MapNode[]; readonly edges: readonly MapEdge[] }

/** What is drawn, without the codes of its points. */
const graphOf = ({ nodes, edges }: Drawing): EnergyGraph => ({
  nodes,
  edges: edges.map((edge) => ({ ...edge, pointId: edge.pointId ?? null, pointCode: null })),
})

/** Nodes that stand for another equipment in the drawing than before, or are gone from it. */
const movedZones = (before: Drawing, drawn: Drawing): string[] =>
  before.nodes.flatMap(({ id, code, equipId }) => {
    const kept = drawn.nodes.find((node) => node.id === id)
    return kept?.code === code && (kept.equipId ?? null) === (equipId ?? null) ? [] : [id]
  })

/**
 * Replaces the map by the one drawn, in one transaction: rows that are the same stay untouched, those gone are marked
 * deleted. A map somebody else has saved meanwhile is not overwritten.
 */
export async function saveMap(
  ctx: Context,
  actor: Actor,
  drawn: { version: string; nodes: MapNode[]; edges: MapEdge[] },
): Promise<{ version: string }> {
  const [mistake] = graphMistakes(drawn)
  if (mistake) throw fail('BAD_INPUT', { detail: mistake.text })
  return await inTransaction(ctx, async (tx, emit) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energy-map:${actor.tenantId}`}, 0))`.execute(
      tx,
    )
    const before = await loadMap(tx, actor.tenantId)
    if (before.version !== drawn.version)
      throw fail('REFUSED', { detail: '能量图已被他人修改，请重新载入后再保存' })
    await mustBeOurs(tx, actor.tenantId, drawn)
    await mustKeepProven(tx, actor.tenantId, graphOf(before), graphOf(drawn), movedZones(before, drawn))
    const stamp = { by: actor.username, at: new Date(ctx.clock.now()), org: actor.orgCode }
    // First what is gone: its code is free again.
    await removeGone(tx, actor.tenantId, 'lo_energy_edge', drawn.edges, stamp)
    await removeGone(tx, actor.tenantId, 'lo_energy_node', drawn.nodes, stamp)
    await writeNodes(tx, actor.tenantId, drawn.nodes, stamp)
    await writeEdges(tx, actor.tenantId, drawn.edges, stamp)
    await tellWorkOfMap(tx, emit, actor.tenantId)
    return { version: (await loadMap(tx, actor.tenantId)).version }
  })
}

interface Stamp {
  readonly by: string
  readonly at: Date
  readonly org: string
}

/** Points and equipment of the tenant, and no id that another tenant's row has. */
async function mustBeOurs(
  tx: Tx,
  tenantId: number,
  { nodes, edges }: { nodes: readonly MapNode[]; edges: readonly MapEdge[] },
): Promise<void> {
  const pointIds = [...new Set(edges.flatMap(({ pointId }) => pointId ?? []))]
  const equipIds = [...new Set(nodes.flatMap(({ equipId }) => equipId ?? []))]
  const { rows } = await sql<{ points: number; equips: number; foreign: number }>`
    select
      (select count(*)::int from lo_point where tenant_id = ${tenantId} and del_flag = 0 and id = any(${pointIds}::text[])) as points,
      (select count(*)::int from lo_equip where tenant_id = ${tenantId} and del_flag = 0 and id = any(${equipIds}::text[])) as equips,
      (select count(*)::int from lo_energy_node where tenant_id <> ${tenantId} and id = any(${nodes.map((node) => node.id)}::text[]))
        + (select count(*)::int from lo_energy_edge where tenant_id <> ${tenantId} and id = any(${edges.map((edge) => edge.id)}::text[])) as "foreign"`.execute(
    tx,
  )
  const found = rows[0] ?? { points: 0, equips: 0, foreign: 0 }
  if (found.points < pointIds.length) throw fail('BAD_INPUT', { detail: '有连接的隔离点不存在，请重新选择' })
  if (found.equips < equipIds.length) throw fail('BAD_INPUT', { detail: '有节点的设备不存在，请重新选择' })
  if (found.foreign > 0) throw fail('BAD_INPUT', { detail: '节点或连接的标识不可用，请重新添加' })
}

async function writeNodes(tx: Tx, tenantId: number, nodes: readonly MapNode[], stamp: Stamp): Promise<void> {
  const rows = nodes.map(({ id, code, name, type, energyType, magnitude, hazard, equipId, x, y }) => ({
    id,
    node_code: code,
    node_name: name ?? null,
    node_type: type,
    energy_type: energyType ?? null,
    magnitude: magnitude ?? null,
    hazard: hazard ?? null,
    equip_id: equipId ?? null,
    pos_x: x ?? null,
    pos_y: y ?? null,
  }))
  await sql`
    insert into lo_energy_node as n (id, tenant_id, node_code, node_name, node_type, energy_type, magnitude, hazard,
      equip_id, pos_x, pos_y, create_by, create_time, sys_org_code)
    select id, ${tenantId}, node_code, node_name, node_type, energy_type, magnitude, hazard, equip_id, pos_x, pos_y,
      ${stamp.by}, ${stamp.at}, ${stamp.org}
    from json_populate_recordset(null::lo_energy_node, ${JSON.stringify(rows)}::json)
    on conflict (id) do update set node_code = excluded.node_code, node_name = excluded.node_name,
      node_type = excluded.node_type, energy_type = excluded.energy_type, magnitude = excluded.magnitude,
      hazard = excluded.hazard, equip_id = excluded.equip_id, pos_x = excluded.pos_x, pos_y = excluded.pos_y,
      update_by = ${stamp.by}, update_time = ${stamp.at}, revision = n.revision + 1, del_flag = 0
    where n.tenant_id = ${tenantId} and (n.node_code, n.node_name, n.node_type, n.energy_type, n.magnitude, n.hazard,
        n.equip_id, n.pos_x, n.pos_y, n.del_flag)
      is distinct from (excluded.node_code, excluded.node_name, excluded.node_type, excluded.energy_type,
        excluded.magnitude, excluded.hazard, excluded.equip_id, excluded.pos_x, excluded.pos_y, 0::smallint)`.execute(
    tx,
  )
}

async function writeEdges(tx: Tx, tenantId: number, edges: readonly MapEdge[], stamp: Stamp): Promise<void> {
  const rows = edges.map(({ id, fromId, toId, directed, pointId, normalOpen, weight }) => ({
    id,
    from_id: fromId,
    to_id: toId,
    directed: directed ? 1 : 0,
    point_id: pointId ?? null,
    normal_open: normalOpen ? 1 : 0,
    weight,
  }))
  await sql`
    insert into lo_energy_edge as e (id, tenant_id, from_id, to_id, directed, point_id, normal_open, weight, create_by,
      create_time, sys_org_code)
    select id, ${tenantId}, from_id, to_id, directed, point_id, normal_open, weight, ${stamp.by}, ${stamp.at}, ${stamp.org}
    from json_populate_recordset(null::lo_energy_edge, ${JSON.stringify(rows)}::json)
    on conflict (id) do update set from_id = excluded.from_id, to_id = excluded.to_id, directed = excluded.directed,
      point_id = excluded.point_id, normal_open = excluded.normal_open, weight = excluded.weight,
      update_by = ${stamp.by}, update_time = ${stamp.at}, revision = e.revision + 1, del_flag = 0
    where e.tenant_id = ${tenantId} and (e.from_id, e.to_id, e.directed, e.point_id, e.normal_open, e.weight, e.del_flag)
      is distinct from (excluded.from_id, excluded.to_id, excluded.directed, excluded.point_id, excluded.normal_open,
        excluded.weight, 0::smallint)`.execute(tx)
}

async function removeGone(
  tx: Tx,
  tenantId: number,
  table: 'lo_energy_node' | 'lo_energy_edge',
  kept: readonly { id: string }[],
  stamp: Stamp,
): Promise<void> {
  await sql`update ${sql.id(table)} set del_flag = 1, update_by = ${stamp.by}, update_time = ${stamp.at},
      revision = revision + 1
    where tenant_id = ${tenantId} and del_flag = 0 and id <> all(${kept.map(({ id }) => id)}::text[])`.execute(
    tx,
  )
}
