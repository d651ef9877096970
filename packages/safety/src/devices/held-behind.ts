import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { ticketsHolding } from '../locks/index.ts'

/** The locks, by code, that live tickets rely on and that speak through these devices: their own or their gateway's. */
export async function lockCodesHeldBehind(
  tx: Tx,
  tenantId: number,
  serials: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string; lockCode: string }>`
    select l.id, l.lock_code from lo_lock l
    left join lo_device d on d.tenant_id = l.tenant_id and d.device_sn = l.device_sn and d.del_flag = 0
    where l.tenant_id = ${tenantId} and l.del_flag = 0
      and (l.device_sn = any(${serials}::text[]) or d.parent_sn = any(${serials}::text[]))
    order by l.id for update of l`.execute(tx)
  const held = await ticketsHolding(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.filter(({ id }) => held.has(id)).map(({ lockCode }) => lockCode)
}
