import type { LastTicket } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { mustSee } from '../visible.ts'

/**
 * The newest other ticket that the caller applied for or led, of the same kind and with the same procedure or equipment, that
 * names people; null for none. A crew that did the work before does it again more often than not.
 */
export async function lastOfSame(ctx: Context, actor: Actor, workId: string): Promise<LastTicket | null> {
  await mustSee(ctx, actor, workId)
  const { rows } = await sql<{ id: string; workNo: string; planStart: Date }>`
    select c.id, c.work_no, c.plan_start from lo_work w join lo_work c on c.tenant_id = w.tenant_id and c.id <> w.id
      and c.del_flag = 0 and c.work_type = w.work_type and (c.procedure_id = w.procedure_id
        or c.equip_ids ?| array(select jsonb_array_elements_text(w.equip_ids)))
    where w.id = ${workId} and w.tenant_id = ${actor.tenantId} and ${actor.userId} in (c.applicant_id, c.leader_id)
      and exists (select 1 from lo_work_person p where p.work_id = c.id and p.state = 1)
    order by c.create_time desc limit 1`.execute(ctx.db)
  const [row] = rows
  return row ? { id: row.id, workNo: row.workNo, planStart: shanghaiTime(row.planStart.getTime()) } : null
}
