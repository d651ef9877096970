import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/**
 * What is wrong at present and has been told to people (decision 0826): a job that fails, a full disk, a battery that is
 * nearly empty. A row stays after the end, so that a condition that comes and goes does not become a flood.
 */
export const toldConditions: NamedMigration = {
  name: '0386-told-conditions',
  async up(db) {
    await sql`
      create table sys_told_condition (
        tenant_id integer not null,
        name varchar(160) not null,
        since timestamptz(3) not null,
        told_time timestamptz(3) not null,
        over_time timestamptz(3),
        primary key (tenant_id, name)
      )`.execute(db)
  },
}
