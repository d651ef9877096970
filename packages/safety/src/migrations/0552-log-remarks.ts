import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** What people say later about a row of the lock log, which itself is never written again (decision 0968). */
export const logRemarks: NamedMigration = {
  name: '0552-log-remarks',
  async up(db) {
    await sql`
      create table lo_log_remark (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        log_id varchar(32) not null,
        remark varchar(255) not null,
        create_by varchar(32) not null,
        create_time timestamptz(3) not null
      )`.execute(db)
    await sql`create index lo_log_remark_log on lo_log_remark (log_id)`.execute(db)
  },
}
