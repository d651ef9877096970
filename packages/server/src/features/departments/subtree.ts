import { sql } from 'kysely'
import type { Tx } from '../../context.ts'
import { fail } from '../../http/fail.ts'
import { ticketIn } from '../../ticket-sets.ts'

export interface DepartRef {
  readonly id: string
  readonly departName: string
}

/** The departments of these ids and everything below them, by their parents. */
export async function subtreeOf(tx: Tx, tenantId: number, ids: readonly string[]): Promise<DepartRef[]> {
  const { rows } = await sql<DepartRef>`
    with recursive below as (
      select id, depart_name from sys_depart where id = any(${[...ids]}::text[]) and tenant_id = ${tenantId}
      union
      select d.id, d.depart_name from sys_depart d join below on below.id = d.parent_id where d.tenant_id = ${tenantId}
    )
    select id, depart_name from below`.execute(tx)
  return rows
}

/** A department that owns areas or locks, or whose people hold unfinished tickets, stays; the answer names them. */
export async function refuseUsed(tx: Tx, tenantId: number, departs: readonly DepartRef[]): Promise<void> {
  const ids = departs.map(({ id }) => id)
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
  const reasons = [
    tickets.length > 0 ? `未结束的作业票 ${tickets.join('、')}` : '',
    areas.length > 0 ? `区域 ${areas.join('、')}` : '',
    locks.length > 0 ? `锁具 ${locks.join('、')}` : '',
  ].filter((reason) => reason !== '')
  if (reasons.length === 0) return
  const names = departs.slice(0, 3).map(({ departName }) => `“${departName}”`)
  throw fail('IN_USE', {
    detail: `部门${names.join('、')}${departs.length > 3 ? '等' : ''}不能删除，仍有：${reasons.join('；')}，请先解除`,
  })
}
