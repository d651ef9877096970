import type { OwnWork } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { basesText, readBaseTypes } from '@suoan/domain/work-ticket'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { ticketIn } from '../ticket-sets.ts'

type Row = Omit<OwnWork, 'workTypeText' | 'statusText'> & {
  workType: string
  baseTypes: string | null
  status: number
}

/** Live tickets the caller takes part in, the one that ends first at the top (5-screens.md §9.6 进行中的项目). */
export async function ownWorks(ctx: Context, actor: Actor): Promise<OwnWork[]> {
  const { rows } = await sql<Row>`
    select w.id, w.work_no, w.work_name as title, w.work_type, w.base_types, w.work_status as status, w.place, u.realname as leader,
      d.depart_name, to_char(coalesce(w.valid_end, w.plan_end), 'YYYY-MM-DD HH24:MI:SS') as end_time
    from lo_work w left join sys_user u on u.id = w.leader_id left join sys_depart d on d.id = w.work_depart_id
    where w.tenant_id = ${actor.tenantId} and ${ticketIn('live')}
      and exists (select from lo_work_person p where p.work_id = w.id and p.user_id = ${actor.userId} and p.state = 1
        and p.del_flag = 0)
    order by coalesce(w.valid_end, w.plan_end), w.id limit 60`.execute(ctx.db)
  return rows.map(({ workType, baseTypes, status, ...row }) => ({
    ...row,
    workTypeText: `${labelOf('lo_work_type', workType)}${basesText(readBaseTypes(baseTypes))}`,
    statusText: labelOf('lo_work_status', status),
  }))
}
