import { isLeftOpen } from '@suoan/domain/warning'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { Candidate } from '../candidate.ts'

/**
 * W02: somebody pressed finish or release at `at`, and locks of the ticket were open, half open or unknown then. What
 * opens afterwards is the restoring itself.
 */
export async function findOpenAtLeaving(
  tx: Tx,
  tenantId: number,
  workId: string,
  at: number,
): Promise<Candidate[]> {
  type Row = Omit<Candidate, 'warnType'> & Parameters<typeof isLeftOpen>[0]
  const { rows } = await sql<Row>`
    select s.id is not null as is_open, l.lock_status, l.custody, l.tenant_id, l.id as lock_id, coalesce(s.id, ${workId}) as session_id, l.area_code, l.sys_org_code,
      ${workId}::text as work_id, s.open_user_id, s.open_time, 0 as threshold_sec, ${new Date(at)}::timestamptz as raise_time
    from lo_lock l
    left join lo_lock_onoff s on s.lock_id = l.id and s.state = 1 and s.open_time <= ${new Date(at)}
    where l.tenant_id = ${tenantId} and l.del_flag = 0
      and (l.id in (select x.lock_id from lo_work_lock x where x.work_id = ${workId} and x.state < 3 and x.del_flag = 0)
        or s.work_id = ${workId})
    order by l.id`.execute(tx)
  return rows.filter(isLeftOpen).map((row) => ({ ...row, warnType: 'W02' }))
}
