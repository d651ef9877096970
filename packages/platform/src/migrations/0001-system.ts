import { sql, type Kysely } from 'kysely'

/** Organisation, permissions, dictionaries, tenants, logs (4-api.md §13), the outbox and the idempotency table. */
export const systemTables = {
  name: '0001-system',
  async up(db: Kysely<never>): Promise<void> {
    for (const statements of [organisation, grants, dictionaries, logs, plumbing]) {
      await sql.raw(statements).execute(db)
    }
  },
}

const stamps = `create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3)`
const revision = `revision integer not null default 0`
const tenant = `tenant_id integer not null default 0`
const deleted = `del_flag smallint not null default 0`

const organisation = `
create table sys_user (
  id varchar(32) primary key,
  ${tenant},
  username varchar(100) not null,
  realname varchar(100),
  avatar varchar(255),
  birthday date,
  sex smallint,
  email varchar(45),
  phone varchar(45),
  org_code varchar(64),
  status smallint default 1,
  work_no varchar(100),
  post varchar(100),
  telephone varchar(45),
  user_identity smallint default 1,
  depart_ids text,
  rel_tenant_ids varchar(100),
  activiti_sync smallint,
  client_id varchar(64),
  ${stamps}, ${deleted}, ${revision}
);
-- Taken names stay taken, also after a logical delete (4-api.md 7.1).
create unique index sys_user_username on sys_user (username);
create unique index sys_user_email on sys_user (email);
create unique index sys_user_phone on sys_user (phone);
create unique index sys_user_work_no on sys_user (work_no);
create index sys_user_listed on sys_user (tenant_id, create_time desc, id desc) where del_flag = 0;
create index sys_user_org on sys_user (tenant_id, org_code, create_time desc, id desc) where del_flag = 0;

create table sys_depart (
  id varchar(32) primary key,
  ${tenant},
  parent_id varchar(32),
  depart_name varchar(100) not null,
  depart_name_en varchar(500),
  depart_name_abbr varchar(500),
  depart_order integer default 0,
  description varchar(500),
  org_category varchar(10) not null default '1',
  org_type varchar(10),
  org_code varchar(64) not null,
  mobile varchar(32),
  fax varchar(32),
  address varchar(100),
  memo varchar(500),
  status varchar(1) default '1',
  del_flag varchar(1) not null default '0',
  qywx_identifier varchar(100),
  ${stamps}, ${revision}
);
create unique index sys_depart_org_code on sys_depart (tenant_id, org_code collate "C");
create index sys_depart_parent on sys_depart (parent_id);

create table sys_user_depart (
  id varchar(32) primary key,
  user_id varchar(32) not null,
  dep_id varchar(32) not null
);
create unique index sys_user_depart_pair on sys_user_depart (user_id, dep_id);
create index sys_user_depart_dep on sys_user_depart (dep_id);

create table sys_position (
  id varchar(32) primary key,
  ${tenant},
  code varchar(100) not null,
  name varchar(100) not null,
  post_rank varchar(2),
  sys_org_code varchar(64),
  ${stamps}, ${deleted}, ${revision}
);
create unique index sys_position_code on sys_position (tenant_id, code) where del_flag = 0;
create index sys_position_listed on sys_position (tenant_id, create_time desc, id desc) where del_flag = 0;

create table sys_tenant (
  id integer primary key,
  name varchar(100) not null,
  begin_date timestamptz(3),
  end_date timestamptz(3),
  status smallint default 1,
  ${stamps}, ${deleted}, ${revision}
);`

const grants = `
create table sys_role (
  id varchar(32) primary key,
  ${tenant},
  role_name varchar(200) not null,
  role_code varchar(100) not null,
  description varchar(255),
  ${stamps}, ${revision}
);
create unique index sys_role_role_code on sys_role (tenant_id, role_code);

create table sys_user_role (
  id varchar(32) primary key,
  user_id varchar(32) not null,
  role_id varchar(32) not null
);
create unique index sys_user_role_pair on sys_user_role (user_id, role_id);
create index sys_user_role_role on sys_user_role (role_id);

create table sys_permission (
  id varchar(32) primary key,
  parent_id varchar(32),
  name varchar(100) not null,
  url varchar(255),
  component varchar(255),
  component_name varchar(100),
  redirect varchar(255),
  menu_type smallint not null,
  perms varchar(255),
  perms_type varchar(10) default '0',
  sort_no numeric(8, 2),
  always_show boolean default false,
  icon varchar(100),
  is_route boolean default true,
  is_leaf boolean default true,
  keep_alive boolean default false,
  hidden boolean default false,
  hide_tab boolean default false,
  description varchar(255),
  rule_flag smallint default 0,
  status varchar(2),
  internal_or_external boolean default false,
  ${stamps}, ${deleted}, ${revision}
);
create index sys_permission_parent on sys_permission (parent_id);
create index sys_permission_perms on sys_permission (perms) where menu_type = 2;

create table sys_permission_data_rule (
  id varchar(32) primary key,
  permission_id varchar(32) not null,
  rule_name varchar(50),
  rule_column varchar(50),
  rule_conditions varchar(50),
  rule_value varchar(300),
  status varchar(3) default '1',
  ${stamps}, ${revision}
);
create index sys_permission_data_rule_permission on sys_permission_data_rule (permission_id);

create table sys_role_permission (
  id varchar(32) primary key,
  role_id varchar(32) not null,
  permission_id varchar(32) not null,
  data_rule_ids varchar(1000),
  operate_date timestamptz(3),
  operate_ip varchar(100)
);
create unique index sys_role_permission_pair on sys_role_permission (role_id, permission_id);
create index sys_role_permission_permission on sys_role_permission (permission_id);

create table sys_depart_permission (
  id varchar(32) primary key,
  depart_id varchar(32) not null,
  permission_id varchar(32) not null,
  data_rule_ids varchar(1000)
);
create unique index sys_depart_permission_pair on sys_depart_permission (depart_id, permission_id);

create table sys_depart_role (
  id varchar(32) primary key,
  ${tenant},
  depart_id varchar(32) not null,
  role_name varchar(200) not null,
  role_code varchar(100),
  description varchar(255),
  ${stamps}, ${revision}
);
create index sys_depart_role_depart on sys_depart_role (depart_id);

create table sys_depart_role_permission (
  id varchar(32) primary key,
  depart_id varchar(32) not null,
  role_id varchar(32) not null,
  permission_id varchar(32) not null,
  data_rule_ids varchar(1000),
  operate_date timestamptz(3),
  operate_ip varchar(100)
);
create unique index sys_depart_role_permission_pair on sys_depart_role_permission (role_id, permission_id);

create table sys_depart_role_user (
  id varchar(32) primary key,
  user_id varchar(32) not null,
  drole_id varchar(32) not null
);
create unique index sys_depart_role_user_pair on sys_depart_role_user (user_id, drole_id);
create index sys_depart_role_user_role on sys_depart_role_user (drole_id);`

const dictionaries = `
create table sys_dict (
  id varchar(32) primary key,
  dict_name varchar(100) not null,
  dict_code varchar(100) not null,
  description varchar(255),
  type smallint default 0,
  ${stamps}, ${deleted}, ${revision}
);
-- Deleted rows included: a code comes back only when the row is purged (4-api.md 5.5).
create unique index sys_dict_dict_code on sys_dict (dict_code);

create table sys_dict_item (
  id varchar(32) primary key,
  dict_id varchar(32) not null,
  item_text varchar(100) not null,
  item_value varchar(100) not null,
  description varchar(255),
  sort_order integer default 1,
  status smallint default 1,
  ${stamps}, ${revision}
);
create unique index sys_dict_item_value on sys_dict_item (dict_id, item_value);`

const logs = `
create table sys_log (
  id varchar(32) primary key,
  ${tenant},
  log_type smallint,
  log_content varchar(1000),
  operate_type smallint,
  userid varchar(100),
  username varchar(100),
  ip varchar(100),
  method varchar(500),
  request_url varchar(255),
  request_param text,
  request_type varchar(10),
  cost_time bigint,
  ${stamps}
);
create index sys_log_time on sys_log (tenant_id, create_time desc, id desc);

create table sys_data_log (
  id varchar(32) primary key,
  ${tenant},
  data_table varchar(64),
  data_id varchar(32),
  data_content text,
  data_change text,
  data_version integer,
  ${stamps}
);
create index sys_data_log_row on sys_data_log (data_table, data_id, data_version);
create index sys_data_log_time on sys_data_log (tenant_id, create_time desc, id desc);`

const plumbing = `
create table outbox (
  id bigint generated always as identity primary key,
  name varchar(64) not null,
  data jsonb not null,
  create_time timestamptz(3) not null default now()
);
create table client_op (
  tenant_id integer not null,
  client_op_id varchar(64) not null,
  user_id varchar(32) not null,
  endpoint varchar(200) not null,
  answer jsonb,
  create_time timestamptz(3) not null default now(),
  primary key (tenant_id, client_op_id)
);
create index client_op_time on client_op (create_time);
create table sheet_report (
  id varchar(32) primary key,
  ${tenant},
  user_id varchar(32) not null,
  file_name varchar(200) not null,
  content text not null,
  create_time timestamptz(3) not null default now()
);
create index sheet_report_time on sheet_report (create_time);
create table stored_file (
  path varchar(255) primary key,
  ${tenant},
  original_name varchar(255) not null,
  media_type varchar(100) not null,
  size bigint not null,
  sha256 varchar(64) not null,
  user_id varchar(32) not null,
  create_time timestamptz(3) not null default now()
);`
