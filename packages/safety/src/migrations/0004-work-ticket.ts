import { sql, type Kysely } from 'kysely'

/** The work ticket with its children, and the holds on points (3-domain.md §3.5, §3.2 LoPointHold). */
export const workTicketTables = {
  name: '0004-work-ticket',
  async up(db: Kysely<never>): Promise<void> {
    for (const statements of [ticket, isolation, people]) {
      await sql.raw(statements).execute(db)
    }
  },
}

const stamps = `create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3)`
const owner = `sys_org_code varchar(64)`
const revision = `revision integer not null default 0`
const tenant = `tenant_id integer not null default 0`
const deleted = `del_flag smallint not null default 0`

const ticket = `
create table lo_work (
  id varchar(32) primary key,
  ${tenant},
  work_no varchar(40) not null,
  work_name varchar(200) not null,
  work_type varchar(16) not null,
  work_level varchar(16) not null,
  level_reason varchar(200),
  work_status smallint not null default 0,
  exec_phase smallint not null default 0,
  void_flag smallint not null default 0,
  void_reason varchar(200),
  close_flag smallint not null default 0,
  review_status smallint not null default 0,
  approve_status smallint not null default 0,
  round integer not null default 1,
  urgency varchar(16) not null default 'L',
  area_id varchar(32) not null,
  area_code varchar(64) collate "C" not null,
  place varchar(200) not null,
  equip_ids jsonb,
  apply_depart_id varchar(32),
  work_depart_id varchar(32),
  territory_depart_id varchar(32),
  applicant_id varchar(32),
  leader_id varchar(32),
  content varchar(1000) not null,
  hazards varchar(200) not null,
  jsa jsonb,
  other_work_ids jsonb,
  plan_start timestamptz(3) not null,
  plan_end timestamptz(3) not null,
  valid_end timestamptz(3),
  close_deadline timestamptz(3),
  real_start timestamptz(3),
  real_end timestamptz(3),
  suspended_at timestamptz(3),
  extend_count integer not null default 0,
  people_count integer not null default 0,
  on_site_count integer not null default 0,
  need_isolation smallint not null default 1,
  no_iso_reason varchar(200),
  isolation_plan_state smallint not null default 0,
  gas_state smallint not null default 0,
  conflict_state smallint not null default 0,
  emergency_flag smallint not null default 0,
  emergency_contact varchar(100),
  parent_work_id varchar(32),
  close_result varchar(16),
  accept_by varchar(32),
  accept_time timestamptz(3),
  notified_time timestamptz(3),
  site_check jsonb,
  ask_state jsonb,
  content_hash varchar(64),
  chain_head varchar(64),
  source_sys varchar(50),
  source_no varchar(50),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_work_work_no on lo_work (tenant_id, work_no) where del_flag = 0;
create index lo_work_listed on lo_work (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_work_status on lo_work (tenant_id, work_status, plan_start) where del_flag = 0;
create index lo_work_area on lo_work (area_code, work_status) where del_flag = 0;
create index lo_work_leader on lo_work (leader_id, work_status) where del_flag = 0;
create index lo_work_applicant on lo_work (applicant_id, create_time desc) where del_flag = 0;
create index lo_work_end on lo_work (valid_end) where work_status in (1, 2, 4, 20);
create index lo_work_territory on lo_work (territory_depart_id, create_time desc) where del_flag = 0;
create index lo_work_source on lo_work (source_sys, source_no) where source_no is not null;

create table lo_work_review (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  round integer not null,
  step_no integer not null,
  role_tag varchar(16),
  reviewer_id varchar(32) not null,
  delegate_for varchar(32),
  review_status smallint not null default 0,
  arrive_time timestamptz(3),
  due_time timestamptz(3),
  act_time timestamptz(3),
  opinion varchar(500),
  reason_code varchar(16),
  on_site smallint not null default 0,
  sign_id varchar(32),
  content_hash varchar(64),
  esc_level integer not null default 0,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_work_review_work_id_round_step_no_reviewer_id on lo_work_review (tenant_id, work_id, round, step_no, reviewer_id) where del_flag = 0;
create index lo_work_review_listed on lo_work_review (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_work_review_mine on lo_work_review (reviewer_id, review_status, due_time) where del_flag = 0;

create table lo_work_examine (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  round integer not null,
  step_no integer not null,
  role_tag varchar(16),
  approver_id varchar(32) not null,
  delegate_for varchar(32),
  approve_status smallint not null default 0,
  arrive_time timestamptz(3),
  due_time timestamptz(3),
  act_time timestamptz(3),
  opinion varchar(500),
  reason_code varchar(16),
  edit_diff jsonb,
  level_raised smallint not null default 0,
  on_site smallint not null default 0,
  sign_id varchar(32),
  content_hash varchar(64),
  esc_level integer not null default 0,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_work_examine_work_id_round_step_no_approver_id on lo_work_examine (tenant_id, work_id, round, step_no, approver_id) where del_flag = 0;
create index lo_work_examine_listed on lo_work_examine (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_work_examine_mine on lo_work_examine (approver_id, approve_status, due_time) where del_flag = 0;

create table lo_work_sign (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  biz_id varchar(32),
  signer_id varchar(32) not null,
  sign_role varchar(16),
  on_behalf_of varchar(32),
  sign_type varchar(16),
  sign_img varchar(255),
  sign_hash varchar(128),
  signed_content_hash varchar(64) not null,
  sign_time timestamptz(3) not null,
  lng numeric(10,6),
  lat numeric(10,6),
  device_id varchar(64)
);
create index lo_work_sign_work on lo_work_sign (work_id, sign_time);

create table lo_work_conflict (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  other_work_id varchar(32) not null,
  kind varchar(16),
  rule_code varchar(20),
  severity smallint,
  overlap_from timestamptz(3),
  overlap_to timestamptz(3),
  detail varchar(300),
  state smallint not null default 0,
  decide_by varchar(32),
  decide_time timestamptz(3),
  measures varchar(300),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create index lo_work_conflict_work on lo_work_conflict (work_id, state) where del_flag = 0;
create index lo_work_conflict_other on lo_work_conflict (other_work_id, state) where del_flag = 0;

create table lo_work_trans (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  seq bigint not null,
  event varchar(32),
  trans_id varchar(32),
  from_status smallint,
  to_status smallint not null,
  from_phase smallint,
  to_phase smallint,
  actor_id varchar(32) not null,
  actor_name varchar(100),
  actor_role varchar(100),
  on_behalf_of varchar(32),
  guards jsonb,
  diff jsonb,
  client_op_id varchar(32),
  answer jsonb,
  client_time timestamptz(3),
  server_time timestamptz(3) not null,
  lng numeric(10,6),
  lat numeric(10,6),
  device_id varchar(64),
  ip varchar(64),
  prev_hash varchar(64) not null,
  hash varchar(64) not null
);
create unique index lo_work_trans_work_id_seq on lo_work_trans (tenant_id, work_id, seq);
create unique index lo_work_trans_op on lo_work_trans (tenant_id, client_op_id) where client_op_id is not null;`

const isolation = `
create table lo_work_point (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  point_id varchar(32) not null,
  order_num integer not null,
  predecessors jsonb,
  mandatory smallint not null default 1,
  iso_method varchar(16),
  planned_lock_id varchar(32),
  actual_lock_id varchar(32),
  tag_no varchar(32),
  state smallint not null default 0,
  isolator_id varchar(32),
  isolate_time timestamptz(3),
  isolate_event_id varchar(32),
  claim_photo varchar(255),
  witness_id varchar(32),
  visual_check_time timestamptz(3),
  residual_done smallint not null default 9,
  verifier_id varchar(32),
  verify_time timestamptz(3),
  verify_method varchar(16),
  verify_value varchar(50),
  verify_unit varchar(10),
  verify_result smallint,
  verify_photo varchar(255),
  re_verify_due timestamptz(3),
  release_group integer not null default 1,
  restore_id varchar(32),
  restore_time timestamptz(3),
  restore_pos varchar(16),
  trust smallint not null default 9,
  remark varchar(200),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_work_point_work_id_point_id on lo_work_point (tenant_id, work_id, point_id) where del_flag = 0;
create index lo_work_point_order on lo_work_point (work_id, order_num) where del_flag = 0;
create index lo_work_point_state on lo_work_point (point_id, state) where del_flag = 0;

create table lo_work_lock (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  lock_id varchar(32) not null,
  use_type smallint not null,
  point_id varchar(32),
  owner_id varchar(32),
  user_ids jsonb,
  allow_open_min integer,
  issue_by varchar(32),
  issue_time timestamptz(3),
  return_by varchar(32),
  return_time timestamptz(3),
  open_count integer not null default 0,
  last_open_time timestamptz(3),
  last_close_time timestamptz(3),
  closed_confirmed smallint not null default 0,
  state smallint not null default 0,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_work_lock_once on lo_work_lock (work_id, lock_id) where state < 3 and del_flag = 0;
-- An isolation or personal lock that was issued serves one live ticket only; access locks may be shared.
create unique index lo_work_lock_live on lo_work_lock (lock_id) where use_type in (1, 4) and state in (1, 2) and del_flag = 0;
create index lo_work_lock_state on lo_work_lock (lock_id, state) where del_flag = 0;

create table lo_work_tag (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  point_id varchar(32) not null,
  lock_id varchar(32),
  tag_no varchar(32) not null,
  holder_id varchar(32) not null,
  tag_text varchar(200) not null,
  print_time timestamptz(3),
  hang_time timestamptz(3),
  remove_time timestamptz(3),
  qr varchar(100),
  state smallint not null default 0,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_work_tag_tag_no on lo_work_tag (tenant_id, tag_no) where del_flag = 0;
create index lo_work_tag_work on lo_work_tag (work_id, point_id) where del_flag = 0;

create table lo_point_hold (
  id varchar(32) primary key,
  ${tenant},
  point_id varchar(32) not null,
  work_id varchar(32) not null,
  user_id varchar(32) not null,
  lock_id varchar(32),
  hold_type smallint not null,
  box_id varchar(32),
  placed_time timestamptz(3),
  placed_event_id varchar(32),
  removed_time timestamptz(3),
  removed_event_id varchar(32),
  removed_by varchar(32),
  remove_mode smallint,
  release_group integer,
  trust smallint,
  state smallint not null,
  ${owner},
  ${stamps}, ${revision}
);
create index lo_point_hold_listed on lo_point_hold (tenant_id, placed_time desc, id desc);
create unique index lo_point_hold_active on lo_point_hold (point_id, work_id, user_id, hold_type) where state in (1, 2);
create index lo_point_hold_point on lo_point_hold (point_id, state);
create index lo_point_hold_work on lo_point_hold (work_id, state);
create index lo_point_hold_user on lo_point_hold (user_id, state);`

const people = `
create table lo_work_person (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  user_id varchar(32),
  person_name varchar(50),
  phone varchar(20),
  company varchar(100),
  id_mask varchar(32),
  person_source smallint not null default 1,
  role_tag varchar(16) not null,
  cert_ids jsonb,
  brief_time timestamptz(3),
  brief_sign_id varchar(32),
  on_state smallint not null default 0,
  in_time timestamptz(3),
  out_time timestamptz(3),
  check_in_time timestamptz(3),
  personal_lock_id varchar(32),
  must_ack smallint not null default 0,
  state smallint not null default 1,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_work_person_role on lo_work_person (work_id, user_id, role_tag) where state = 1 and user_id is not null and del_flag = 0;
create index lo_work_person_work on lo_work_person (work_id, role_tag) where del_flag = 0;
create index lo_work_person_user on lo_work_person (user_id, state) where del_flag = 0;

create table lo_work_presence (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  work_person_id varchar(32) not null,
  dir smallint not null,
  time timestamptz(3) not null,
  method varchar(16),
  lng numeric(10,6),
  lat numeric(10,6),
  by_user_id varchar(32)
);
create index lo_work_presence_work on lo_work_presence (work_id, time desc);

create table lo_work_measure (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  order_num integer not null,
  tpl_id varchar(32),
  content varchar(300) not null,
  control_rank smallint,
  involve smallint not null default 1,
  result smallint not null default 0,
  confirm_by varchar(32),
  confirm_time timestamptz(3),
  sign_id varchar(32),
  photo varchar(255),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create index lo_work_measure_work on lo_work_measure (work_id, order_num) where del_flag = 0;

create table lo_work_gas (
  id varchar(32) primary key,
  ${tenant},
  work_id varchar(32) not null,
  point_desc varchar(100) not null,
  gas_code varchar(32) not null,
  value numeric(10,4) not null,
  unit varchar(8) not null,
  limit_min numeric(10,4),
  limit_max numeric(10,4),
  pass smallint,
  sample_time timestamptz(3) not null,
  device_sn varchar(64) not null,
  calib_valid_to date,
  tester_id varchar(32) not null,
  sign_id varchar(32),
  photo varchar(255),
  test_kind smallint not null default 1,
  ${owner},
  ${stamps}
);
create index lo_work_gas_time on lo_work_gas (work_id, sample_time desc);
create index lo_work_gas_code on lo_work_gas (work_id, gas_code);`
