import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * 最近开关锁 is what a lock's row says: its last opening and closing stand there, and `lo_lock_last` shows them. As a
 * table it was a copy that every event wrote a second time, and that trust running out and moved areas had to follow.
 */
export const lastOfLocks: NamedMigration = {
  name: '0066-last-of-locks',
  async up(db) {
    await sql`alter table lo_lock
      add column last_open_time timestamptz(3),
      add column last_open_user varchar(100),
      add column last_open_method varchar(16),
      add column last_open_work_no varchar(40),
      add column last_close_time timestamptz(3),
      add column last_close_user varchar(100)`.execute(db)
    await sql`update lo_lock l set last_open_time = p.last_open_time, last_open_user = p.last_open_user,
        last_open_method = p.last_open_method, last_open_work_no = p.last_open_work_no,
        last_close_time = p.last_close_time, last_close_user = p.last_close_user
      from lo_lock_last p where p.lock_id = l.id`.execute(db)
    await sql`drop table lo_lock_last`.execute(db)
    // Only locks that have ever been heard of. A duress signal (A15) shows nowhere a person near the lock may look.
    const alarm = (column: string) =>
      sql.raw(`(select a.${column} from lo_alarm a where a.lock_id = l.id and a.alarm_type <> 'A15'
        order by a.last_time desc limit 1)`)
    await sql`create view lo_lock_last as
      select l.id, l.tenant_id, l.id as lock_id, l.area_code, l.last_open_time, l.last_open_user, l.last_open_method,
        l.last_open_work_no, l.last_close_time, l.last_close_user, ${alarm('alarm_type')} as last_alarm_type,
        ${alarm('last_time')} as last_alarm_time, l.lock_status as curr_state, l.state_trust, l.battery, l.online,
        l.sys_org_code
      from lo_lock l where l.del_flag = 0 and l.last_seen is not null`.execute(db)
    // The few live warnings about many locks at once, which every closing looks through.
    await sql`create index lo_unclose_lock_lists on lo_unclose_lock (tenant_id)
      where lock_list is not null and status in (0, 1, 2)`.execute(db)
  },
}
