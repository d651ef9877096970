import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * What was printed of a ticket, one row for each content and state that stands on a paper: the address of its check page
 * is the code, which nobody can guess (`papers/check-paper.ts`).
 */
export const papers: NamedMigration = {
  name: '0520-papers',
  async up(db) {
    await sql`
      create table lo_paper (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        code varchar(32) not null unique,
        work_id varchar(32) not null,
        content_hash varchar(64) not null,
        work_status integer not null,
        exec_phase integer not null,
        create_by varchar(64) not null,
        create_time timestamptz(3) not null,
        unique (work_id, content_hash, work_status, exec_phase)
      )`.execute(db)
  },
}
