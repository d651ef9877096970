import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** The counter behind `{org}-{type}-{yyyyMMdd}-{seq4}`, and what a reviewer writes where no energy map exists (G05). */
export const ticketNumbers: NamedMigration = {
  name: '0005-ticket-numbers',
  async up(db) {
    await sql`create table lo_work_counter (
      tenant_id integer not null,
      prefix varchar(80) not null,
      seq integer not null,
      primary key (tenant_id, prefix)
    )`.execute(db)
    await sql`alter table lo_work add column isolation_statement varchar(200)`.execute(db)
  },
}
