import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** More time for a lock that is open: asked by one person, decided by another (decision 0967). */
export const openExtends: NamedMigration = {
  name: '0551-open-extends',
  async up(db) {
    await sql`
      create table lo_open_extend (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        session_id varchar(64) not null,
        lock_id varchar(32) not null,
        minutes integer not null,
        reason varchar(200) not null,
        ask_by varchar(32) not null,
        ask_time timestamptz(3) not null,
        result smallint not null default 0,
        decide_by varchar(32),
        decide_time timestamptz(3),
        decide_remark varchar(200)
      )`.execute(db)
    await sql`create unique index lo_open_extend_waiting on lo_open_extend (session_id) where result = 0`.execute(
      db,
    )
    await sql`create index lo_open_extend_session on lo_open_extend (session_id)`.execute(db)
  },
}
