import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Announcements and messages (4-api.md §13), who was told of a warning, and what warnings and alarms remember. */
export const warnings: NamedMigration = {
  name: '0014-warnings',
  async up(db) {
    for (const statements of [messages, warned, alarms, openings]) await sql.raw(statements).execute(db)
  },
}

const stamps = `create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3)`

const messages = `
create table sys_announcement (
  id varchar(32) primary key,
  tenant_id integer not null default 0,
  titile varchar(100) not null,
  msg_content text,
  start_time timestamptz(3),
  end_time timestamptz(3),
  sender varchar(100),
  priority varchar(16),
  msg_category varchar(16) not null default '2',
  msg_type varchar(16) not null,
  send_status varchar(16) not null default '0',
  send_time timestamptz(3),
  cancel_time timestamptz(3),
  bus_type varchar(20),
  bus_id varchar(64),
  open_type varchar(20),
  open_page varchar(255),
  user_ids text,
  msg_abstract varchar(500),
  dt_task_id varchar(100),
  ${stamps}, del_flag smallint not null default 0, revision integer not null default 0
);
create index sys_announcement_listed on sys_announcement (tenant_id, create_time desc, id desc) where del_flag = 0;
create index sys_announcement_all on sys_announcement (tenant_id) where msg_type = 'ALL' and send_status = '1' and del_flag = 0;
create index sys_announcement_business on sys_announcement (bus_type, bus_id) where bus_id is not null;

create table sys_announcement_send (
  id varchar(32) primary key,
  tenant_id integer not null default 0,
  annt_id varchar(32) not null,
  user_id varchar(32) not null,
  read_flag varchar(16) not null default '0',
  read_time timestamptz(3),
  ${stamps}
);
create unique index sys_announcement_send_one on sys_announcement_send (annt_id, user_id);
create index sys_announcement_send_user on sys_announcement_send (user_id, read_flag, create_time desc);
create index sys_announcement_send_listed on sys_announcement_send (tenant_id, create_time desc, id desc);`

const warned = `
alter table lo_unclose_lock
  alter column session_id type varchar(64),
  alter column lock_id type varchar(64),
  add column next_time timestamptz(3),
  add column notify_time timestamptz(3),
  add column notify_level smallint,
  add column ask_kind varchar(16),
  add column ask_by varchar(32),
  add column ask_time timestamptz(3),
  add column ask_second varchar(32),
  add column ask_photo varchar(1000),
  add column ask_remark varchar(255),
  add column co_close_by varchar(32),
  add column close_photo varchar(1000),
  add column close_remark varchar(255),
  add column finding varchar(500),
  add column gateway_id varchar(32),
  add column lock_list jsonb;
create index lo_unclose_lock_next on lo_unclose_lock (next_time) where next_time is not null;
create index lo_unclose_lock_of_session on lo_unclose_lock (session_id);

-- Who was told of a warning, and whether he has read it since it last rose.
create table lo_warn_user (
  tenant_id integer not null default 0,
  warn_id varchar(32) not null,
  user_id varchar(32) not null,
  read_flag smallint not null default 0,
  read_time timestamptz(3),
  told_time timestamptz(3) not null,
  primary key (warn_id, user_id)
);
create index lo_warn_user_own on lo_warn_user (user_id, read_flag);`

const alarms = `
alter table lo_alarm add column log_id varchar(32);
create index lo_alarm_live on lo_alarm (tenant_id, alarm_type, source_sn) where status in (0, 1);`

// Openings of the time before are history: only what opens from now on is asked for its authority (W04, A01).
const openings = `
alter table lo_lock_onoff add column judged smallint not null default 1;
alter table lo_lock_onoff alter column judged set default 0;
create index lo_lock_onoff_unjudged on lo_lock_onoff (open_time) where judged = 0;
create index lo_lock_onoff_still_open on lo_lock_onoff (open_time) where state = 1;`
