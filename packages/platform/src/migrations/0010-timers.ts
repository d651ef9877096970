import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** Moments to come, claimed with a lease by whichever server looks first (3-domain.md §4.5.7). */
export const timers: NamedMigration = {
  name: '0010-timers',
  async up(db) {
    await sql`create table lo_timer (
      id varchar(32) primary key,
      tenant_id integer not null,
      kind varchar(32) not null,
      subject_id varchar(64) not null,
      key varchar(64) not null,
      due_time timestamptz not null,
      data jsonb not null,
      attempts integer not null default 0,
      last_error varchar(500),
      lease_id varchar(32),
      lease_until timestamptz,
      unique (tenant_id, kind, subject_id, key)
    )`.execute(db)
    await sql`create index lo_timer_due on lo_timer (due_time)`.execute(db)
    await sql`create index lo_timer_subject on lo_timer (subject_id)`.execute(db)
  },
}
