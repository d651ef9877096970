import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 分类字典: names in a tree (4-api.md §13). */
export const categories: NamedMigration = {
  name: '0032-categories',
  async up(db) {
    await sql`
      create table sys_category (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        pid varchar(32) not null default '0',
        name varchar(100) not null,
        code varchar(100) collate "C" not null,
        has_child varchar(3) not null default '0',
        sys_org_code varchar(64),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index sys_category_code on sys_category (tenant_id, code)`.execute(db)
    await sql`create index sys_category_pid on sys_category (tenant_id, pid, code)`.execute(db)
    await sql`create index sys_category_listed on sys_category (tenant_id, code, id)`.execute(db)
  },
}
