import { isSwitchable, type Leg } from '@suoan/domain/interlock'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'

/**
 * Legs the tenant does not use (`lo_leg_switch`, §5.8). A row for a leg that protects people counts for nothing, however
 * it came there.
 */
export async function loadLegsOff(tx: Tx, tenantId: number): Promise<Leg[]> {
  const { rows } = await sql<{ leg: string }>`
    select leg from lo_leg_switch where tenant_id = ${tenantId} and del_flag = 0 and status = 0 order by leg`.execute(
    tx,
  )
  return rows.map(({ leg }) => leg).filter(isSwitchable)
}
