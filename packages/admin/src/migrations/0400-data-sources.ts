import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 多数据源管理 (4-api.md §13): the platform's own; `db_password` is sealed with the key of the installation. */
export const dataSources: NamedMigration = {
  name: '0400-data-sources',
  async up(db) {
    await sql`
      create table sys_data_source (
        id varchar(36) primary key,
        code varchar(100) not null,
        name varchar(100) not null,
        remark varchar(200),
        db_type varchar(10) not null,
        db_host varchar(253) not null,
        db_port integer not null,
        db_name varchar(100) not null,
        db_driver varchar(100) not null,
        db_url varchar(500) not null,
        db_username varchar(100) not null,
        db_password text,
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        sys_org_code varchar(64),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index sys_data_source_code on sys_data_source (code) where del_flag = 0`.execute(
      db,
    )
    await sql`create index sys_data_source_listed on sys_data_source (create_time desc, id desc)
      where del_flag = 0`.execute(db)
  },
}
