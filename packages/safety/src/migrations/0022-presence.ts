import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Tags whose text only the place itself and the database's digest know, who read one when, and the answers of G20. */
export const presence: NamedMigration = {
  name: '0022-presence',
  async up(db) {
    await sql`create table lo_site_tag (
      id varchar(32) primary key,
      tenant_id integer not null,
      subject_kind varchar(8) not null,
      subject_id varchar(32) not null,
      code_hash char(64) not null,
      issued_by varchar(32) not null,
      issued_time timestamptz(3) not null,
      retired_time timestamptz(3)
    )`.execute(db)
    await sql`create unique index lo_site_tag_code on lo_site_tag (tenant_id, code_hash) where retired_time is null`.execute(
      db,
    )
    await sql`create index lo_site_tag_subject on lo_site_tag (tenant_id, subject_kind, subject_id)
      where retired_time is null`.execute(db)
    await sql`create table lo_site_scan (
      id varchar(32) primary key,
      tenant_id integer not null,
      user_id varchar(32) not null,
      session_id varchar(64),
      subject_kind varchar(8) not null,
      subject_id varchar(32) not null,
      method varchar(8) not null,
      tag_id varchar(32),
      file varchar(255),
      matched smallint not null,
      channel varchar(8) not null,
      scan_time timestamptz(3) not null,
      claimed_time timestamptz(3),
      lng numeric(10,6),
      lat numeric(10,6),
      question varchar(32),
      work_id varchar(32),
      used_time timestamptz(3)
    )`.execute(db)
    await sql`create index lo_site_scan_work on lo_site_scan (work_id) where work_id is not null`.execute(db)
    await sql`create index lo_site_scan_subject on lo_site_scan (subject_kind, subject_id, scan_time)`.execute(
      db,
    )
    await sql`create unique index lo_site_scan_file on lo_site_scan (tenant_id, file) where file is not null`.execute(
      db,
    )
    await sql`create table lo_work_site_check (
      id varchar(32) primary key,
      tenant_id integer not null,
      work_id varchar(32) not null,
      item varchar(8) not null,
      done smallint not null,
      photo varchar(255),
      check_by varchar(32) not null,
      check_time timestamptz(3) not null
    )`.execute(db)
    await sql`create index lo_work_site_check_work on lo_work_site_check (work_id, check_time)`.execute(db)
  },
}
