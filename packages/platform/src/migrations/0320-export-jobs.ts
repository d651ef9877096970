import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/**
 * Exports that are made while nobody waits for them (decision 0766). `input` are the parameters of the list, `rights` says
 * by what the rows were chosen and masked; a running one is held by a lease, as timers are. A person has one at a time.
 */
export const exportJobs: NamedMigration = {
  name: '0320-export-jobs',
  async up(db) {
    await sql`
      create table export_job (
        id varchar(32) primary key,
        tenant_id integer not null,
        user_id varchar(32) not null,
        resource varchar(64) not null,
        title varchar(100) not null,
        org_code varchar(64) not null default '',
        input jsonb not null,
        status varchar(12) not null,
        is_cancelled boolean not null default false,
        rows_expected bigint,
        rows_done bigint not null default 0,
        bytes bigint,
        path varchar(255),
        rights varchar(64),
        reason varchar(500),
        attempts integer not null default 0,
        lease_id varchar(32),
        lease_until timestamptz(3),
        create_time timestamptz(3) not null,
        begin_time timestamptz(3),
        end_time timestamptz(3),
        expire_time timestamptz(3)
      )`.execute(db)
    await sql`create unique index export_job_one on export_job (user_id) where status in ('waiting', 'running')`.execute(
      db,
    )
    await sql`create index export_job_active on export_job (create_time) where status in ('waiting', 'running')`.execute(
      db,
    )
    await sql`create index export_job_own on export_job (user_id, create_time)`.execute(db)
  },
}
