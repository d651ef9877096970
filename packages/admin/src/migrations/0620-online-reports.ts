import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** 在线报表 (4-api.md §9, §13): the platform's own; what a report shows and asks is kept with it as lists. */
export const onlineReports: NamedMigration = {
  name: '0620-online-reports',
  async up(db) {
    await sql`
      create table onl_cgreport_head (
        id varchar(36) primary key,
        code varchar(100) not null,
        name varchar(100) not null,
        db_source varchar(100) not null,
        cgr_sql text not null,
        items jsonb,
        params jsonb,
        content varchar(1000),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        sys_org_code varchar(64),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index onl_cgreport_head_code on onl_cgreport_head (code) where del_flag = 0`.execute(
      db,
    )
    await sql`create index onl_cgreport_head_listed on onl_cgreport_head (create_time desc, id desc)
      where del_flag = 0`.execute(db)
  },
}
