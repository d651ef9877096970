import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { ticketIn } from '../ticket-sets.ts'

/** What keeps departments from being deleted: areas and locks they own, tickets of their people that have not ended. */
export async function departmentHolders(tx: Tx, tenantId: number, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ areas: string[]; locks: string[]; tickets: string[] }>`
    select
      array(select distinct a.area_name from lo_depart_area r join lo_area a on a.id = r.area_id
        where r.depart_id = any(${ids}::text[]) and r.tenant_id = ${tenantId} and r.del_flag = 0 and a.del_flag = 0
        order by 1 limit 5) as areas,
      array(select distinct l.lock_code from lo_lock_depart r join lo_lock l on l.id = r.lock_id
        where r.depart_id = any(${ids}::text[]) and r.tenant_id = ${tenantId} and r.del_flag = 0 and l.del_flag = 0
        order by 1 limit 5) as locks,
      array(select work_no from lo_work where tenant_id = ${tenantId}
        and (apply_depart_id = any(${ids}::text[]) or work_depart_id = any(${ids}::text[])
          or territory_depart_id = any(${ids}::text[]))
        and ${ticketIn('underway', 'lo_work')} order by work_no limit 5) as tickets`.execute(tx)
  const { areas = [], locks = [], tickets = [] } = rows[0] ?? {}
  return [
    tickets.length > 0 ? `未结束的工作票 ${tickets.join('、')}` : '',
    areas.length > 0 ? `区域 ${areas.join('、')}` : '',
    locks.length > 0 ? `锁具 ${locks.join('、')}` : '',
  ].filter((reason) => reason !== '')
}
