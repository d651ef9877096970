import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import type { WorkRow } from '../ticket-row.ts'

/**
 * When the next gas repetition is due, epoch ms: the interval after the oldest of the newest samples of each gas and
 * place, or after the start of the work when there is none. Null where the policy asks for no repetition.
 */
export async function gasRepeatDue(tx: Tx, work: WorkRow, realStart: number | null): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null; oldest: Date | null }>`
    select t.gas_repeat_min as minutes, (select min(newest) from (select max(sample_time) as newest from lo_work_gas
      where work_id = ${work.id} and pass = 1 group by gas_code, point_desc) g) as oldest
    from lo_work_type t where t.tenant_id = ${work.tenantId} and t.type_code = ${work.workType}
      and t.level_code = ${work.workLevel} and t.status = 1 and t.del_flag = 0`.execute(tx)
  const [row] = rows
  const from = row?.oldest?.getTime() ?? realStart
  if (!row?.minutes || from === null) return null
  return from + row.minutes * 60_000
}
