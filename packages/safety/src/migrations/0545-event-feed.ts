import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * What 日志看板 reads beside the logs there are (3-domain.md §6.2): when devices came on line and went, the steps of all
 * tickets by their time, and what each person has marked.
 */
export const eventFeed: NamedMigration = {
  name: '0545-event-feed',
  async up(db) {
    await sql`create table lo_device_presence (
      id varchar(32) primary key,
      tenant_id integer not null default 0,
      sys_org_code varchar(64),
      device_sn varchar(64) not null,
      device_name varchar(100),
      kind varchar(16),
      parent_sn varchar(64),
      area_code varchar(64) collate "C",
      online smallint not null,
      occur_time timestamptz(3) not null
    )`.execute(db)
    await sql`create index lo_device_presence_listed on lo_device_presence (tenant_id, occur_time desc, id desc)`.execute(
      db,
    )
    await sql`create index lo_work_trans_time on lo_work_trans (tenant_id, server_time desc, id desc)`.execute(
      db,
    )
    await sql`create table lo_feed_mark (
      tenant_id integer not null default 0,
      user_id varchar(32) not null,
      source varchar(16) not null,
      event_id varchar(32) not null,
      mark_time timestamptz(3) not null,
      primary key (tenant_id, user_id, source, event_id)
    )`.execute(db)
  },
}
