import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Message templates, and the queue of what leaves the console (4-api.md §13; decision 0830). */
export const messageQueue: NamedMigration = {
  name: '0390-message-queue',
  async up(db) {
    await sql`
      create table sys_sms_template (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        template_name varchar(50) not null,
        template_code varchar(32) not null,
        template_type varchar(1) not null,
        template_content varchar(4000) not null,
        template_test_json varchar(4000),
        template_vars varchar(2000),
        event varchar(32),
        use_status varchar(1) default '0',
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index sys_sms_template_code on sys_sms_template (tenant_id, template_code)`.execute(
      db,
    )
    await sql`create index sys_sms_template_listed on sys_sms_template (tenant_id, create_time, id)`.execute(
      db,
    )
    await sql`create index sys_sms_template_event on sys_sms_template (tenant_id, event) where use_status = '1'`.execute(
      db,
    )
    await sql`
      create table sys_sms (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        es_title varchar(100),
        es_type varchar(50) not null,
        es_receiver varchar(100),
        es_param varchar(4000),
        es_content text,
        es_send_time timestamptz(3),
        es_send_num integer not null default 0,
        es_result varchar(255),
        remark varchar(500),
        -- 0 waiting, 1 handed over, 2 failed and tried again, 3 dead, 4 cannot be delivered, 5 called off, 6 kept in a demo
        state smallint not null default 0,
        es_send_status varchar(1) not null generated always as (
          case when state = 1 then '1' when state in (2, 3, 4) then '2' else '0' end) stored,
        is_html smallint not null default 0,
        user_id varchar(32),
        robot_id varchar(32),
        event varchar(32),
        msg_level smallint not null default 1,
        template_code varchar(32),
        about_type varchar(20),
        about_id varchar(64),
        next_time timestamptz(3),
        lease_id varchar(32),
        lease_until timestamptz(3),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        revision integer not null default 0
      )`.execute(db)
    await sql`create index sys_sms_listed on sys_sms (tenant_id, create_time, id)`.execute(db)
    await sql`create index sys_sms_due on sys_sms (es_type, msg_level desc, next_time) where next_time is not null`.execute(
      db,
    )
    await sql`create index sys_sms_dead on sys_sms (tenant_id, state) where state in (2, 3, 4)`.execute(db)
    await sql`
      create table sys_message_robot (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        robot_name varchar(50) not null,
        kind varchar(20) not null,
        -- Both sealed under the key of the installation.
        webhook text,
        sign_secret text,
        events varchar(500),
        enabled varchar(1) default '1',
        remark varchar(200),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index sys_message_robot_name on sys_message_robot (tenant_id, robot_name)`.execute(
      db,
    )
    await sql`create index sys_message_robot_listed on sys_message_robot (tenant_id, create_time, id)`.execute(
      db,
    )
    await sql`
      create table sys_message_choice (
        user_id varchar(32) not null,
        event varchar(32) not null,
        channel varchar(20) not null,
        is_on boolean not null,
        primary key (user_id, event, channel)
      )`.execute(db)
    await sql`
      create table sys_message_quiet (
        user_id varchar(32) primary key,
        -- Minutes of the day in Shanghai; from > until goes over midnight.
        from_minute smallint not null check (from_minute between 0 and 1439),
        until_minute smallint not null check (until_minute between 0 and 1439)
      )`.execute(db)
  },
}
