import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

const system = `sys_org_code varchar(64), create_by varchar(64), create_time timestamptz(3), update_by varchar(64),
  update_time timestamptz(3), del_flag smallint not null default 0, revision integer not null default 0`

/** Handover, extension, the lifted set of a test and the absent guardian (3-domain.md §3.5, §4.4 T34–T39). */
export const execution: NamedMigration = {
  name: '0012-execution',
  async up(db) {
    await sql
      .raw(
        `
create table lo_work_handover (
  id varchar(32) primary key,
  tenant_id integer not null default 0,
  work_id varchar(32) not null,
  role_tag varchar(16) not null,
  from_user_id varchar(32) not null,
  to_user_id varchar(32) not null,
  shift_from varchar(16),
  shift_to varchar(16),
  snapshot jsonb,
  checklist jsonb,
  remark varchar(500),
  accept_time timestamptz(3),
  release_time timestamptz(3),
  sign_from varchar(32),
  sign_to varchar(32),
  state smallint not null default 0,
  ${system}
);
create index lo_work_handover_work on lo_work_handover (work_id, state) where del_flag = 0;
create index lo_work_handover_to on lo_work_handover (to_user_id, state) where del_flag = 0;
create index lo_work_handover_listed on lo_work_handover (tenant_id, create_time desc, id desc) where del_flag = 0;
create table lo_work_extend (
  id varchar(32) primary key,
  tenant_id integer not null default 0,
  work_id varchar(32) not null,
  old_end timestamptz(3) not null,
  new_end timestamptz(3) not null,
  reason varchar(200) not null,
  ask_by varchar(32),
  ask_time timestamptz(3),
  decide_by varchar(32),
  decide_time timestamptz(3),
  opinion varchar(200),
  result smallint not null default 0,
  ${system}
);
create index lo_work_extend_work on lo_work_extend (work_id, result) where del_flag = 0;
create index lo_work_extend_listed on lo_work_extend (tenant_id, create_time desc, id desc) where del_flag = 0;
alter table lo_work add column test_run jsonb;
alter table lo_work_person add column away_since timestamptz(3);
`,
      )
      .execute(db)
  },
}
