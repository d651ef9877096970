import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Who had a lock when, and what became of it (3-domain.md §3.2 LoLockCustody): kept like every other history. */
export const lockCustody: NamedMigration = {
  name: '0090-lock-custody',
  async up(db) {
    // An index of locks had the name.
    await sql`alter index lo_lock_custody rename to lo_lock_by_custody`.execute(db)
    await sql`create table lo_lock_custody (
      id varchar(32) primary key,
      tenant_id integer not null,
      lock_id varchar(32) not null,
      action varchar(8) not null,
      from_user_id varchar(32),
      to_user_id varchar(32),
      from_state smallint not null,
      to_state smallint not null,
      operator_id varchar(32) not null,
      work_nos varchar(255) not null default '',
      point_id varchar(32),
      time timestamptz(3) not null,
      remark varchar(255) not null
    )`.execute(db)
    await sql`create index lo_lock_custody_lock on lo_lock_custody (lock_id, time desc)`.execute(db)
    await sql`create index lo_lock_custody_user on lo_lock_custody (to_user_id, time) where to_user_id is not null`.execute(
      db,
    )
    await sql`create trigger lo_lock_custody_kept before update or delete on lo_lock_custody
      for each row execute function lo_history_is_kept()`.execute(db)
  },
}
