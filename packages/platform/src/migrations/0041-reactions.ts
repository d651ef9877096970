import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/**
 * What must follow on a change: a row for each consumer that wants it, written with the change and removed with what it
 * brings. The outbox before it told events once and forgot them; what stood in it is healed by the check of missed
 * reactions.
 */
export const reactions: NamedMigration = {
  name: '0041-reactions',
  async up(db) {
    await sql`create table reaction (
      id bigint generated always as identity,
      tenant_id integer not null,
      consumer varchar(40) not null,
      subject varchar(64) not null,
      data jsonb not null,
      created_at timestamptz(3) not null default now(),
      attempts integer not null default 0,
      first_error varchar(500),
      first_failed_at timestamptz(3),
      last_error varchar(500),
      next_time timestamptz not null default now(),
      lease_id varchar(32),
      lease_until timestamptz,
      primary key (consumer, id)
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`.execute(
      db,
    )
    await sql`create index reaction_subject on reaction (consumer, subject, id)`.execute(db)
    await sql`create index reaction_failed on reaction (tenant_id, id) where last_error is not null`.execute(
      db,
    )
    await sql`drop table outbox`.execute(db)
  },
}
