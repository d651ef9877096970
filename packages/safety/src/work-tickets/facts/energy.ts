import type { EnergyGraph } from '@suoan/domain/isolation'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { equipmentIsOf, nodeIsOf } from '../../ticket-places.ts'

/**
 * The tenant's energy map and the nodes of the ticket's equipment, named on it or not: that of its points and of the access
 * locks it lists is worked on as well. Null when none of the equipment is on the map: then the plan needs a statement (G05).
 */
export async function loadEnergy(
  tx: Tx,
  tenantId: number,
  equipIds: readonly string[],
  workId: string | null = null,
): Promise<{ energy: EnergyGraph | null; zoneIds: string[]; unmodelled: string[] }> {
  const { rows } = await sql<{ code: string; isNamed: boolean; nodeId: string | null }>`
    select e.equip_code as code, e.id = any(${equipIds}) as is_named, n.id as node_id
    from lo_equip e left join lo_energy_node n on ${nodeIsOf()} left join lo_work w on w.id = ${workId}
    where e.tenant_id = ${tenantId} and (e.id = any(${equipIds}) or ${equipmentIsOf()})
    order by e.equip_code`.execute(tx)
  const zoneIds = [...new Set(rows.flatMap(({ nodeId }) => nodeId ?? []))]
  const unmodelled = rows.flatMap(({ code, isNamed, nodeId }) => (isNamed && nodeId === null ? [code] : []))
  if (zoneIds.length === 0) return { energy: null, zoneIds, unmodelled }
  const noding = sql<
    EnergyGraph['nodes'][number]
  >`select id, node_code as code, node_type as type from lo_energy_node
      where tenant_id = ${tenantId} and del_flag = 0`
  const edging = sql<EnergyGraph['edges'][number]>`
      select e.id, e.from_id, e.to_id, (e.directed = 1) as directed, e.point_id, p.point_code,
        (e.normal_open = 1) as normal_open, coalesce(e.weight, 1) as weight
      from lo_energy_edge e left join lo_point p on p.id = e.point_id
      where e.tenant_id = ${tenantId} and e.del_flag = 0`
  const [nodes, edges] = await Promise.all([noding.execute(tx), edging.execute(tx)])
  return { energy: { nodes: nodes.rows, edges: edges.rows }, zoneIds, unmodelled }
}
