import { sql } from 'kysely'
import type { FindHolders } from '@suoan/platform/resource'
import { ticketIn } from '../ticket-sets.ts'

/** What keeps a tenant from being put out of use: tickets whose locks hang or whose people are at work need their devices. */
export const tenantInUse: FindHolders = async (tx, tenantId) => {
  const { rows } = await sql<{ count: number; first: string }>`
    select count(*)::int as count, min(coalesce(work_no, id)) as first from lo_work w
    where tenant_id = ${tenantId} and ${ticketIn('holdsLocks', 'w')} having count(*) > 0`.execute(tx)
  const [row] = rows
  return row ? [` ${row.count} 张未结束隔离的工作票（如 ${row.first}）`] : []
}
