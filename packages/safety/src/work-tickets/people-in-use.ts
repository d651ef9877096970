import { sql } from 'kysely'
import type { FindHolders } from '@suoan/platform/resource'
import { holdIn } from '../hold-sets.ts'
import { labelOf, roleTags } from '@suoan/domain/dictionaries'
import { ticketIn } from '../ticket-sets.ts'

const roleNames = JSON.stringify(
  Object.fromEntries(roleTags.map((tag) => [tag, labelOf('lo_role_tag', tag)])),
)

/**
 * What keeps accounts from being deleted or frozen: whoever is inside must be called out by name, and the guardian on
 * duty must be able to act; whose lock hangs must stay known. One who is outside may be frozen: his lock is taken off as
 * that of any absent owner, and the tickets that name him are told to who freezes him. Whoever has a part in a ticket under
 * way is neither deleted nor taken out of its tenant. Asked by id in every tenant, as one account may work in several.
 */
export const peopleInUse: FindHolders = async (tx, tenantId, ids, removal) => {
  const isMention = removal === 'mention'
  const here = sql`(${removal !== 'leave'} or w.tenant_id = ${tenantId})`
  const { rows } = await sql<{ reason: string }>`
    select distinct held.name || held.what || held.work_no as reason from (
      select coalesce(u.realname, p.person_name, '') as name, '仍在现场，工作票 ' as what, coalesce(w.work_no, w.id) as work_no
        from lo_work_person p join lo_work w on w.id = p.work_id left join sys_user u on u.id = p.user_id
        where p.user_id = any(${[...ids]}::text[]) and p.on_state = 1 and ${!isMention} and ${here}
      union all
      select coalesce(u.realname, ''), '是在岗监护人，工作票 ', coalesce(w.work_no, w.id)
        from lo_work_person p join lo_work w on w.id = p.work_id left join sys_user u on u.id = p.user_id
        where p.user_id = any(${[...ids]}::text[]) and p.role_tag = 'GUARD' and p.state = 1 and p.del_flag = 0
          and p.check_in_time is not null and p.away_since is null and p.on_state <> 2 and ${ticketIn('live')}
          and ${!isMention} and ${here}
      union all
      select coalesce(u.realname, ''), '的个人锁 ' || coalesce(l.lock_code, '') || ' 仍挂着，工作票 ', coalesce(w.work_no, w.id)
        from lo_point_hold h join lo_work w on w.id = h.work_id left join lo_lock l on l.id = h.lock_id
        left join sys_user u on u.id = h.user_id
        where h.user_id = any(${[...ids]}::text[]) and ${holdIn('personal')}
          and ${removal === 'delete' || removal === 'leave'} and ${here}
      union all
      select coalesce(u.realname, p.person_name, ''), '是' || coalesce(named.roles ->> p.role_tag, p.role_tag) || '，工作票 ',
        coalesce(w.work_no, w.id)
        from (select ${roleNames}::jsonb as roles) named, lo_work_person p join lo_work w on w.id = p.work_id
        left join sys_user u on u.id = p.user_id
        where p.user_id = any(${[...ids]}::text[]) and p.state = 1 and p.del_flag = 0 and ${ticketIn('underway')}
          and ${removal !== 'freeze'} and ${here}
    ) held order by 1 limit 5`.execute(tx)
  return rows.map(({ reason }) => reason)
}
