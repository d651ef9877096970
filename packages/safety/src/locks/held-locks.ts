import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { holdIn } from '../hold-sets.ts'
import { ticketIn } from '../ticket-sets.ts'

/**
 * The tickets that rely on locks, by lock: one that holds a point or hangs on a box, or that a live ticket names and has
 * not returned. Whoever asks holds the row locks of these locks: a hold is placed under them.
 */
export async function ticketsHolding(tx: Tx, lockIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ lockId: string; workNos: string[] }>`
    select lock_id, array_agg(distinct work_no order by work_no) as work_nos from (
      select h.lock_id, coalesce(w.work_no, h.work_id) as work_no from lo_point_hold h join lo_work w on w.id = h.work_id
        where h.lock_id = any(${lockIds}::text[]) and ${holdIn('resting')}
      union all select h.box_id, coalesce(w.work_no, h.work_id) from lo_point_hold h join lo_work w on w.id = h.work_id
        where h.box_id = any(${lockIds}::text[]) and ${holdIn('resting')}
      union all select k.lock_id, coalesce(w.work_no, w.id) from lo_work_lock k join lo_work w on w.id = k.work_id
        where k.lock_id = any(${lockIds}::text[]) and k.state < 3 and k.del_flag = 0 and ${ticketIn('live')}
    ) as held group by lock_id`.execute(tx)
  return new Map(rows.map(({ lockId, workNos }) => [lockId, workNos]))
}
