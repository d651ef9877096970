import { sql, type RawBuilder } from 'kysely'
import { ticketIn } from '../../../ticket-sets.ts'

/**
 * What every rule reads of an open session. `work_id` is the ticket of the opening, else the live ticket that has the
 * lock on its list. Only sessions without a warning of the rule: the look costs what is new, not what is known.
 */
export const openSessions = (warnType: string): RawBuilder<unknown> => sql`
  lo_lock_onoff s
  join lo_lock l on l.id = s.lock_id and l.del_flag = 0
  left join lo_lock_type t on t.id = l.lock_type_id
  left join lateral (
    select coalesce(s.work_id, (
      select x.work_id from lo_work_lock x join lo_work w on w.id = x.work_id
      where x.lock_id = s.lock_id and x.state < 3 and x.del_flag = 0 and ${ticketIn('holdsLocks')}
      order by w.valid_end limit 1)) as work_id
  ) owner on true
  left join lo_work w on w.id = owner.work_id
  where s.state = 1 and not exists (select 1 from lo_unclose_lock u
    where u.lock_id = s.lock_id and u.warn_type = ${warnType} and u.session_id = s.id)`

/** The columns of a candidate but its threshold and moment. */
export const sessionColumns = sql`s.tenant_id, s.lock_id, s.id as session_id, s.area_code, s.sys_org_code, owner.work_id,
  s.open_user_id, s.open_time`
