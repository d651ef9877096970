import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 对象存储 (4-api.md §13). */
export const ossFiles: NamedMigration = {
  name: '0262-oss-file',
  async up(db) {
    await sql`
      create table oss_file (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        file_name varchar(255),
        url varchar(1000),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3)
      )`.execute(db)
    await sql`create index oss_file_listed on oss_file (tenant_id, create_time, id)`.execute(db)
    await sql`create index oss_file_url_file on oss_file using gin (string_to_array(url::text, ','))
      where url is not null`.execute(db)
  },
}
