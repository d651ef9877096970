import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Files that belong to a ticket as documents: plans, drawings, reports (3-domain.md §3.5 LoWorkAttach). */
export const attachments: NamedMigration = {
  name: '0522-attachments',
  async up(db) {
    await sql`
      create table lo_work_attach (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        sys_org_code varchar(64),
        work_id varchar(32) not null,
        biz_type varchar(4) not null,
        file_name varchar(255) not null,
        file_path varchar(255) not null,
        file_size integer not null,
        mime varchar(100) not null,
        sha256 varchar(64) not null,
        remark varchar(200),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create index lo_work_attach_work on lo_work_attach (work_id)`.execute(db)
    // A file is read by who may read its row (decision 0507).
    await sql`create index lo_work_attach_file_path_file on lo_work_attach
      using gin (string_to_array(file_path::text, ',')) where file_path is not null`.execute(db)
  },
}
