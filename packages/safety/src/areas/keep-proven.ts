import { cutDown, type EnergyGraph } from '@suoan/domain/isolation'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { equipmentIsOf, nodeIsOf } from '../ticket-places.ts'
import { ticketIn } from '../ticket-sets.ts'

/** Named in a refusal. */
const mostNumbers = 5

/**
 * Refuses a change of the energy map that cuts down what live isolations were proven on (G05, decision 0599), and names
 * their tickets; what is added is free. `lostZones` are nodes that stand for their equipment no more.
 * @throws IN_USE
 */
export async function mustKeepProven(
  tx: Tx,
  tenantId: number,
  before: EnergyGraph,
  after: EnergyGraph,
  lostZones: readonly string[] = [],
): Promise<void> {
  const { rows } = await sql<{ workNo: string; zoneId: string }>`
    select coalesce(w.work_no, w.id) as work_no, n.id as zone_id from lo_work w
      join lo_equip e on e.tenant_id = w.tenant_id and ${equipmentIsOf()}
      join lo_energy_node n on ${nodeIsOf()}
    where w.tenant_id = ${tenantId} and w.need_isolation = 1 and ${ticketIn('live')}`.execute(tx)
  const bound = rows.filter(
    ({ zoneId }) => lostZones.includes(zoneId) || cutDown(before, after, [zoneId]).length > 0,
  )
  if (bound.length === 0) return
  const numbers = [...new Set(bound.map(({ workNo }) => workNo))].toSorted()
  throw fail('IN_USE', {
    detail: `工作票 ${numbers.slice(0, mostNumbers).join('、')}${numbers.length > mostNumbers ? ' 等' : ''} 的隔离依据此能量图，只能增加节点和连接；请在这些作业结束后再删改`,
  })
}
