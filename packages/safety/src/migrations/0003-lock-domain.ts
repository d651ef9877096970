import { sql, type Kysely } from 'kysely'

/** Places, locks, plant, grants, policy, and what devices report (3-domain.md §3.1–§3.4, §3.6). */
export const lockDomainTables = {
  name: '0003-lock-domain',
  async up(db: Kysely<never>): Promise<void> {
    for (const statements of [places, locks, plant, policy, records, ingest, partitions]) {
      await sql.raw(statements).execute(db)
    }
  },
}

const stamps = `create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3)`
const owner = `sys_org_code varchar(64)`
const revision = `revision integer not null default 0`
const tenant = `tenant_id integer not null default 0`
const deleted = `del_flag smallint not null default 0`

const places = `
create table lo_area (
  id varchar(32) primary key,
  ${tenant},
  pid varchar(32) not null default '0',
  area_code varchar(64) collate "C" not null,
  area_name varchar(100) not null,
  area_type varchar(16),
  risk_level smallint,
  hazards varchar(200),
  ex_zone varchar(16),
  fire_zone varchar(16),
  manager_id varchar(32),
  duty_phone varchar(20),
  geo_type varchar(16),
  geo jsonb,
  plan_file varchar(255),
  plan_x numeric(6,5),
  plan_y numeric(6,5),
  lng numeric(10,6),
  lat numeric(10,6),
  adjacent_codes jsonb,
  capacity integer,
  status smallint not null default 1,
  sort_no integer not null default 0,
  remark varchar(500),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_area_area_code on lo_area (tenant_id, area_code) where del_flag = 0;
create index lo_area_listed on lo_area (tenant_id, area_code, id) where del_flag = 0;
create index lo_area_pid on lo_area (pid, sort_no) where del_flag = 0;
create index lo_area_manager on lo_area (manager_id) where del_flag = 0;

create table lo_depart_area (
  id varchar(32) primary key,
  ${tenant},
  depart_id varchar(32) not null,
  area_id varchar(32) not null,
  area_code varchar(64) collate "C",
  rel_type smallint not null,
  include_child smallint not null default 1,
  valid_from date,
  valid_to date,
  remark varchar(255),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_depart_area_depart_id_area_id_rel_type on lo_depart_area (tenant_id, depart_id, area_id, rel_type) where del_flag = 0;
create index lo_depart_area_listed on lo_depart_area (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_depart_area_code on lo_depart_area (area_code) where del_flag = 0;
create index lo_depart_area_depart on lo_depart_area (depart_id, rel_type) where del_flag = 0;
-- Exactly one 属地 per area.
create unique index lo_depart_area_territory on lo_depart_area (tenant_id, area_id) where rel_type = 1 and del_flag = 0;

create table lo_person_cert (
  id varchar(32) primary key,
  ${tenant},
  user_id varchar(32) not null,
  cert_type varchar(16) not null,
  cert_no varchar(50) not null,
  issue_by varchar(100),
  valid_from date not null,
  valid_to date not null,
  file varchar(255),
  status smallint not null default 1,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_person_cert_cert_type_cert_no on lo_person_cert (tenant_id, cert_type, cert_no) where del_flag = 0;
create index lo_person_cert_listed on lo_person_cert (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_person_cert_user on lo_person_cert (user_id, cert_type, valid_to) where del_flag = 0;
create index lo_person_cert_end on lo_person_cert (valid_to) where del_flag = 0;

create table lo_duty_rule (
  id varchar(32) primary key,
  ${tenant},
  work_type varchar(2) not null,
  tag_a varchar(16) not null,
  tag_b varchar(16) not null,
  rule_kind varchar(16) not null,
  max_live integer,
  hard smallint not null default 1,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_duty_rule_work_type_tag_a_tag_b_rule_kind on lo_duty_rule (tenant_id, work_type, tag_a, tag_b, rule_kind) where del_flag = 0;
create index lo_duty_rule_listed on lo_duty_rule (tenant_id, create_time desc, id desc) where del_flag = 0;`

const locks = `
create table lo_lock_type (
  id varchar(32) primary key,
  ${tenant},
  type_code varchar(32) not null,
  type_name varchar(100) not null,
  vendor varchar(64),
  model varchar(64),
  lock_form varchar(16),
  power_type smallint not null,
  comm_type varchar(16),
  purposes varchar(20) not null,
  sensors jsonb,
  open_methods varchar(50),
  dual_auth smallint not null default 0,
  auto_lock_sec integer not null default 0,
  max_open_min integer not null default 15,
  heartbeat_sec integer not null default 300,
  offline_sec integer not null default 900,
  confirm_max_age integer not null default 10,
  log_capacity integer,
  batt_low integer not null default 20,
  batt_crit integer not null default 10,
  ticket_required smallint not null default 1,
  offline_grant_max_min integer not null default 480,
  fw_latest varchar(32),
  thing_model jsonb,
  ex_mark varchar(32),
  ip_grade varchar(32),
  inspect_days integer not null default 0,
  status smallint not null default 1,
  image varchar(255),
  remark varchar(500),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_lock_type_type_code on lo_lock_type (tenant_id, type_code) where del_flag = 0;
create index lo_lock_type_listed on lo_lock_type (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_lock_type_form on lo_lock_type (lock_form) where del_flag = 0;
create index lo_lock_type_power on lo_lock_type (power_type, comm_type) where del_flag = 0;

create table lo_lock (
  id varchar(32) primary key,
  ${tenant},
  lock_code varchar(32) not null,
  lock_name varchar(100) not null,
  lock_type_id varchar(32) not null,
  lock_purpose smallint not null,
  device_sn varchar(64),
  mac varchar(32),
  imei varchar(32),
  iccid varchar(32),
  passive_no bigint,
  area_id varchar(32) not null,
  area_code varchar(64) collate "C" not null,
  point_id varchar(32),
  equip_id varchar(32),
  keeper_id varchar(32) not null,
  holder_id varchar(32),
  owner_user_id varchar(32),
  group_ids jsonb,
  custody smallint not null default 0,
  lock_status smallint not null default 0,
  latch smallint not null default 9,
  shackle smallint not null default 9,
  door_state smallint not null default 9,
  state_trust smallint not null default 9,
  state_time timestamptz(3),
  online smallint not null default 9,
  last_seen timestamptz(3),
  battery integer,
  batt_mv integer,
  rssi integer,
  temp numeric(5,1),
  batt_days_left integer,
  fw_version varchar(32),
  freeze_flag smallint not null default 0,
  curr_work_id varchar(32),
  open_session_id varchar(32),
  gateway_id varchar(32),
  rev_epoch bigint not null default 0,
  chain_head varchar(64),
  chain_seq bigint not null default 0,
  last_boot varchar(16),
  last_seq bigint,
  install_time date,
  next_inspect date,
  warranty_end date,
  lng numeric(10,6),
  lat numeric(10,6),
  plan_x numeric(6,5),
  plan_y numeric(6,5),
  status smallint not null default 1,
  photo varchar(255),
  qr_code varchar(100),
  remark varchar(500),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_lock_lock_code on lo_lock (tenant_id, lock_code) where del_flag = 0;
create unique index lo_lock_device_sn on lo_lock (tenant_id, device_sn) where del_flag = 0;
create unique index lo_lock_mac on lo_lock (tenant_id, mac) where del_flag = 0;
create unique index lo_lock_imei on lo_lock (tenant_id, imei) where del_flag = 0;
create unique index lo_lock_iccid on lo_lock (tenant_id, iccid) where del_flag = 0;
create unique index lo_lock_passive_no on lo_lock (tenant_id, passive_no) where del_flag = 0;
create index lo_lock_listed on lo_lock (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_lock_area on lo_lock (tenant_id, area_code, lock_status) where del_flag = 0;
-- Without last_seen and with a bound on battery: these change with every report, and most updates stay off the indexes.
create index lo_lock_online on lo_lock (tenant_id, online) where del_flag = 0;
create index lo_lock_battery on lo_lock (tenant_id, battery) where battery <= 20 and del_flag = 0;
create index lo_lock_work on lo_lock (curr_work_id) where curr_work_id is not null;
create index lo_lock_custody on lo_lock (custody, holder_id) where del_flag = 0;
create index lo_lock_type_of on lo_lock (lock_type_id) where del_flag = 0;
create index lo_lock_point on lo_lock (point_id) where point_id is not null;

create table lo_lock_user (
  id varchar(32) primary key,
  ${tenant},
  user_id varchar(32) not null,
  scope_type smallint not null default 1,
  lock_id varchar(32),
  group_id varchar(32),
  area_code varchar(64) collate "C",
  lock_type_id varchar(32),
  grant_type smallint not null,
  actions varchar(40) not null default 'OPEN',
  valid_from timestamptz(3),
  valid_to timestamptz(3),
  week_plan jsonb,
  max_uses integer not null default 0,
  used_count integer not null default 0,
  work_id varchar(32),
  work_person_id varchar(32),
  phases varchar(30),
  methods varchar(30),
  offline_flag smallint not null default 0,
  grant_by varchar(32),
  reason varchar(255) not null,
  status smallint not null default 1,
  sync_status smallint,
  sync_time timestamptz(3),
  sync_error varchar(255),
  cred_ref jsonb,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create index lo_lock_user_listed on lo_lock_user (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_lock_user_user on lo_lock_user (user_id, status) where del_flag = 0;
create index lo_lock_user_lock on lo_lock_user (lock_id, status, valid_to) where del_flag = 0;
create index lo_lock_user_work on lo_lock_user (work_id) where work_id is not null;
create index lo_lock_user_sync on lo_lock_user (sync_status) where sync_status <> 1;
create index lo_lock_user_end on lo_lock_user (valid_to) where del_flag = 0;

create table lo_lock_depart (
  id varchar(32) primary key,
  ${tenant},
  lock_id varchar(32) not null,
  depart_id varchar(32) not null,
  rel_type smallint not null,
  is_main smallint not null default 0,
  valid_from date,
  valid_to date,
  transfer_no varchar(32),
  remark varchar(255),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_lock_depart_lock_id_depart_id_rel_type on lo_lock_depart (tenant_id, lock_id, depart_id, rel_type) where del_flag = 0;
create index lo_lock_depart_listed on lo_lock_depart (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_lock_depart_depart on lo_lock_depart (depart_id, rel_type) where del_flag = 0;

create table lo_device (
  id varchar(32) primary key,
  ${tenant},
  device_sn varchar(64) not null,
  kind varchar(16) not null,
  product_key varchar(32),
  device_name varchar(100),
  parent_sn varchar(64),
  area_code varchar(64) collate "C",
  auth_mode smallint not null default 2,
  secret_hash varchar(128),
  cert_finger varchar(128),
  pub_key varchar(512),
  status smallint not null default 0,
  online_time timestamptz(3),
  offline_time timestamptz(3),
  offline_reason varchar(100),
  ip varchar(64),
  fw_version varchar(32),
  fw_target varchar(32),
  ota_status smallint not null default 0,
  boot_id varchar(16),
  last_seq bigint,
  clock_skew_ms integer,
  clock_trust smallint,
  child_count integer,
  cap jsonb,
  calib_valid_to date,
  last_birth timestamptz(3),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_device_device_sn on lo_device (tenant_id, device_sn) where del_flag = 0;
create index lo_device_listed on lo_device (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_device_parent on lo_device (tenant_id, parent_sn) where del_flag = 0;
create index lo_device_kind on lo_device (kind, status) where del_flag = 0;
create index lo_device_calib on lo_device (calib_valid_to) where calib_valid_to is not null;`

const plant = `
create table lo_equip (
  id varchar(32) primary key,
  ${tenant},
  equip_code varchar(50) not null,
  equip_name varchar(100) not null,
  area_id varchar(32) not null,
  area_code varchar(64) collate "C" not null,
  equip_type varchar(16),
  energy_summary varchar(200),
  procedure_id varchar(32),
  ext_no varchar(50),
  status smallint not null default 1,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_equip_equip_code on lo_equip (tenant_id, equip_code) where del_flag = 0;
create index lo_equip_listed on lo_equip (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_equip_area on lo_equip (tenant_id, area_code) where del_flag = 0;
create index lo_equip_ext on lo_equip (ext_no) where ext_no is not null;

create table lo_point (
  id varchar(32) primary key,
  ${tenant},
  point_code varchar(32) not null,
  point_name varchar(100) not null,
  equip_id varchar(32) not null,
  area_id varchar(32) not null,
  area_code varchar(64) collate "C" not null,
  point_type varchar(16) not null,
  energy_type varchar(16) not null,
  energy_level varchar(50),
  normal_pos varchar(16) not null,
  safe_pos varchar(16) not null,
  iso_method varchar(16) not null,
  verify_methods varchar(20) not null,
  verify_limit varchar(50),
  residual varchar(200),
  reaccumulate smallint not null default 0,
  re_verify_min integer,
  lock_count integer not null default 1,
  seq_default integer,
  nfc_uid varchar(64),
  qr_code varchar(64),
  photo varchar(255),
  instruction text,
  curr_state smallint not null default 0,
  hold_count integer not null default 0,
  status smallint not null default 1,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_point_point_code on lo_point (tenant_id, point_code) where del_flag = 0;
create unique index lo_point_nfc_uid on lo_point (tenant_id, nfc_uid) where del_flag = 0;
create unique index lo_point_qr_code on lo_point (tenant_id, qr_code) where del_flag = 0;
create index lo_point_listed on lo_point (tenant_id, point_code, id) where del_flag = 0;
create index lo_point_equip on lo_point (equip_id, seq_default) where del_flag = 0;
create index lo_point_area on lo_point (tenant_id, area_code) where del_flag = 0;

create table lo_energy_node (
  id varchar(32) primary key,
  ${tenant},
  node_code varchar(32) not null,
  node_name varchar(100),
  node_type varchar(16) not null,
  energy_type varchar(16),
  magnitude varchar(50),
  hazard varchar(50),
  equip_id varchar(32),
  area_id varchar(32),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_energy_node_node_code on lo_energy_node (tenant_id, node_code) where del_flag = 0;
create index lo_energy_node_listed on lo_energy_node (tenant_id, node_code, id) where del_flag = 0;
create index lo_energy_node_equip on lo_energy_node (equip_id) where del_flag = 0;

create table lo_energy_edge (
  id varchar(32) primary key,
  ${tenant},
  from_id varchar(32) not null,
  to_id varchar(32) not null,
  directed smallint not null default 1,
  point_id varchar(32),
  normal_open smallint not null default 1,
  weight integer not null default 1,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create index lo_energy_edge_listed on lo_energy_edge (tenant_id, create_time desc, id desc) where del_flag = 0;
create index lo_energy_edge_from on lo_energy_edge (from_id) where del_flag = 0;
create index lo_energy_edge_to on lo_energy_edge (to_id) where del_flag = 0;
create index lo_energy_edge_point on lo_energy_edge (point_id) where del_flag = 0;`

const policy = `
create table lo_work_type (
  id varchar(32) primary key,
  ${tenant},
  type_code varchar(16) not null,
  level_code varchar(16) not null,
  type_name varchar(50) not null,
  max_hours integer not null,
  early_min integer not null default 0,
  isolate_lead_min integer not null default 120,
  extend_max integer not null default 0,
  gas_required smallint not null default 0,
  gas_pre_min integer not null default 30,
  gas_interrupt_min integer not null default 30,
  gas_repeat_min integer not null default 0,
  gas_continuous smallint not null default 0,
  gas_codes varchar(100),
  guard_required integer not null default 1,
  isolation_required smallint not null default 1,
  personal_lock smallint not null default 1,
  brief_required smallint not null default 1,
  video_required smallint not null default 0,
  upgrade_rule jsonb,
  measures_tpl jsonb,
  cert_rules jsonb,
  flow_id varchar(32) not null,
  idle_fire_watch_min integer not null default 0,
  editable_fields jsonb,
  core_fields jsonb,
  print_tpl varchar(64),
  status smallint not null default 1,
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_work_type_type_code_level_code on lo_work_type (tenant_id, type_code, level_code) where del_flag = 0;
create index lo_work_type_listed on lo_work_type (tenant_id, create_time desc, id desc) where del_flag = 0;

create table lo_flow (
  id varchar(32) primary key,
  ${tenant},
  flow_code varchar(32) not null,
  flow_name varchar(100) not null,
  status smallint not null default 1,
  remark varchar(255),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_flow_flow_code on lo_flow (tenant_id, flow_code) where del_flag = 0;
create index lo_flow_listed on lo_flow (tenant_id, create_time desc, id desc) where del_flag = 0;

create table lo_flow_step (
  id varchar(32) primary key,
  ${tenant},
  flow_id varchar(32) not null,
  stage smallint not null,
  step_no integer not null,
  role_tag varchar(16) not null,
  scope_rule varchar(16) not null,
  user_ids jsonb,
  quorum varchar(6) not null default 'ANY',
  condition varchar(300),
  sla_min integer,
  escalate_to varchar(16),
  on_site smallint not null default 0,
  allow_delegate smallint not null default 0,
  reject_mode varchar(16) not null default 'RESTART',
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_flow_step_flow_id_stage_step_no on lo_flow_step (tenant_id, flow_id, stage, step_no) where del_flag = 0;
create index lo_flow_step_listed on lo_flow_step (tenant_id, step_no, id) where del_flag = 0;

create table lo_gas_std (
  id varchar(32) primary key,
  ${tenant},
  gas_code varchar(10) not null,
  gas_name varchar(50) not null,
  kind smallint not null,
  lel numeric(6,3),
  limit_min numeric(10,4),
  limit_max numeric(10,4),
  unit varchar(8) not null,
  std varchar(50),
  ${owner},
  ${stamps}, ${deleted}, ${revision}
);
create unique index lo_gas_std_gas_code on lo_gas_std (tenant_id, gas_code) where del_flag = 0;
create index lo_gas_std_listed on lo_gas_std (tenant_id, create_time desc, id desc) where del_flag = 0;`

const records = `
create table lo_lock_log (
  id varchar(32) not null,
  ${tenant},
  lock_id varchar(32),
  lock_code varchar(32),
  lock_name varchar(100),
  device_sn varchar(64),
  boot_id varchar(16),
  seq bigint,
  idx integer,
  event_id varchar(32),
  area_id varchar(32),
  area_code varchar(64) collate "C",
  area_name varchar(100),
  event_type varchar(16) not null,
  op_result smallint,
  fail_code varchar(16),
  open_method varchar(16),
  user_id varchar(32),
  user_name varchar(100),
  co_user_id varchar(32),
  co_user_name varchar(100),
  work_id varchar(32),
  work_no varchar(40),
  grant_id varchar(32),
  token_id varchar(32),
  decision_id varchar(32),
  cmd_id varchar(32),
  latch_before smallint,
  latch_after smallint,
  shackle_before smallint,
  shackle_after smallint,
  battery integer,
  rssi integer,
  temp numeric(5,1),
  occur_time timestamptz(3) not null,
  device_time bigint,
  recv_time timestamptz(3) not null,
  time_quality smallint not null,
  historical smallint not null,
  source varchar(16),
  lng numeric(10,6),
  lat numeric(10,6),
  photo varchar(255),
  chain_seq bigint,
  prev_hash varchar(64) not null,
  hash varchar(64) not null,
  dev_sig varchar(512),
  remark varchar(255),
  ${owner},
  primary key (id, occur_time)
) partition by range (occur_time);
create index lo_lock_log_time on lo_lock_log (tenant_id, occur_time desc, id desc);
create index lo_lock_log_lock on lo_lock_log (lock_id, occur_time desc, id desc);
create index lo_lock_log_area on lo_lock_log (area_code, occur_time desc, id desc);
create index lo_lock_log_user on lo_lock_log (user_id, occur_time desc) where user_id is not null;
create index lo_lock_log_work on lo_lock_log (work_id, occur_time desc) where work_id is not null;
create index lo_lock_log_type on lo_lock_log (event_type, occur_time desc, id desc);
create table lo_lock_log_rest partition of lo_lock_log default;

create table lo_lock_last (
  id varchar(32) primary key,
  ${tenant},
  lock_id varchar(32) not null,
  area_code varchar(64) collate "C",
  last_open_time timestamptz(3),
  last_open_user varchar(100),
  last_open_method varchar(16),
  last_open_work_no varchar(40),
  last_close_time timestamptz(3),
  last_close_user varchar(100),
  last_alarm_type varchar(16),
  last_alarm_time timestamptz(3),
  curr_state smallint,
  state_trust smallint,
  battery integer,
  online smallint,
  ${owner}
);
create unique index lo_lock_last_lock_id on lo_lock_last (tenant_id, lock_id);
create index lo_lock_last_listed on lo_lock_last (tenant_id, last_open_time desc, id desc);
create index lo_lock_last_state on lo_lock_last (curr_state, last_open_time);
create index lo_lock_last_area on lo_lock_last (tenant_id, area_code);

create table lo_lock_onoff (
  id varchar(32) primary key,
  ${tenant},
  lock_id varchar(32) not null,
  area_code varchar(64) collate "C",
  open_log_id varchar(32),
  open_time timestamptz(3) not null,
  open_user_id varchar(32),
  open_method varchar(16),
  close_log_id varchar(32),
  close_time timestamptz(3),
  close_user_id varchar(32),
  close_kind smallint,
  duration_sec integer,
  limit_sec integer,
  over_sec integer,
  work_id varchar(32),
  work_no varchar(40),
  warn_id varchar(32),
  state smallint not null,
  ${owner}
);
create index lo_lock_onoff_listed on lo_lock_onoff (tenant_id, open_time desc, id desc);
-- A lock has at most one open session.
create unique index lo_lock_onoff_open on lo_lock_onoff (lock_id) where state = 1;
create index lo_lock_onoff_lock on lo_lock_onoff (lock_id, open_time desc);
create index lo_lock_onoff_work on lo_lock_onoff (work_id, state) where work_id is not null;
create index lo_lock_onoff_area on lo_lock_onoff (area_code, open_time desc);
create index lo_lock_onoff_user on lo_lock_onoff (open_user_id, open_time desc) where open_user_id is not null;

create table lo_decision (
  id varchar(32) primary key,
  ${tenant},
  decision_id varchar(32) not null,
  user_id varchar(32) not null,
  lock_id varchar(32) not null,
  work_id varchar(32),
  action varchar(16) not null,
  time timestamptz(3) not null,
  allow smallint not null,
  leg varchar(16),
  code varchar(16),
  rules jsonb not null,
  fix jsonb,
  engine_version varchar(32),
  input_hash varchar(64),
  ${owner}
);
create unique index lo_decision_decision_id on lo_decision (tenant_id, decision_id);
create index lo_decision_listed on lo_decision (tenant_id, time desc, id desc);
create index lo_decision_lock on lo_decision (lock_id, time desc);
create index lo_decision_user on lo_decision (user_id, time desc);
create index lo_decision_allow on lo_decision (tenant_id, allow, time desc);

create table lo_cmd (
  id varchar(32) primary key,
  ${tenant},
  cmd_id varchar(32) not null,
  device_sn varchar(64),
  lock_id varchar(32),
  cmd_type varchar(16) not null,
  params jsonb,
  status smallint not null,
  issue_by varchar(32),
  issue_time timestamptz(3) not null,
  ttl_ms integer,
  sent_time timestamptz(3),
  deliver_time timestamptz(3),
  ack_time timestamptz(3),
  result_code varchar(16),
  result_msg varchar(200),
  retry integer,
  work_id varchar(32),
  decision_id varchar(32),
  client_op_id varchar(32),
  ${owner}
);
create unique index lo_cmd_cmd_id on lo_cmd (tenant_id, cmd_id);
create index lo_cmd_listed on lo_cmd (tenant_id, issue_time desc, id desc);
create index lo_cmd_device on lo_cmd (device_sn, status);
create index lo_cmd_lock on lo_cmd (lock_id, issue_time desc);
-- Commands still under way, for the one that times them out.
create index lo_cmd_live on lo_cmd (issue_time) where status in (0, 1, 2);
create unique index lo_cmd_op on lo_cmd (tenant_id, client_op_id) where client_op_id is not null;

create table lo_alarm (
  id varchar(32) primary key,
  ${tenant},
  alarm_no varchar(32) not null,
  alarm_type varchar(16) not null,
  alarm_level smallint,
  source_kind varchar(8),
  source_sn varchar(64),
  lock_id varchar(32),
  work_id varchar(32),
  area_code varchar(64) collate "C",
  first_time timestamptz(3) not null,
  last_time timestamptz(3) not null,
  count integer,
  value varchar(50),
  threshold varchar(50),
  status smallint,
  ack_by varchar(32),
  ack_time timestamptz(3),
  recover_time timestamptz(3),
  close_by varchar(32),
  close_time timestamptz(3),
  handle_result varchar(255),
  incident_no varchar(50),
  ${owner},
  ${revision}
);
create unique index lo_alarm_alarm_no on lo_alarm (tenant_id, alarm_no);
create index lo_alarm_listed on lo_alarm (tenant_id, last_time desc, id desc);
create index lo_alarm_status on lo_alarm (status, alarm_level, last_time desc);
create index lo_alarm_lock on lo_alarm (lock_id, last_time desc);
create index lo_alarm_area on lo_alarm (area_code, status);

create table lo_unclose_lock (
  id varchar(32) primary key,
  ${tenant},
  warn_no varchar(32) not null,
  warn_type varchar(16) not null,
  warn_level smallint,
  lock_id varchar(32) not null,
  area_code varchar(64) collate "C",
  session_id varchar(32),
  work_id varchar(32),
  open_user_id varchar(32),
  open_time timestamptz(3),
  threshold_sec integer not null,
  raise_time timestamptz(3) not null,
  esc_time timestamptz(3),
  esc_level integer,
  notify_ids jsonb,
  status smallint,
  ack_by varchar(32),
  ack_time timestamptz(3),
  ack_remark varchar(255),
  close_time timestamptz(3),
  close_log_id varchar(32),
  close_by varchar(32),
  close_kind smallint,
  duration_sec integer,
  cause varchar(16),
  ${owner},
  ${revision}
);
create unique index lo_unclose_lock_warn_no on lo_unclose_lock (tenant_id, warn_no);
create index lo_unclose_lock_listed on lo_unclose_lock (tenant_id, raise_time desc, id desc);
create unique index lo_unclose_lock_session on lo_unclose_lock (lock_id, warn_type, session_id);
create index lo_unclose_lock_status on lo_unclose_lock (status, warn_level, raise_time desc);
create index lo_unclose_lock_area on lo_unclose_lock (area_code, raise_time desc);`

const ingest = `
-- The partition key must stand in every unique index of the log, and a re-sent event may get another corrected time:
-- so what was seen is kept beside it. First the place in the device's life, then the event's own number.
create table lo_event_seen (
  ${tenant},
  device_sn varchar(64) not null,
  boot_id varchar(16) not null,
  seq bigint not null,
  idx smallint not null,
  event_id varchar(32) not null,
  seen_at timestamptz(3) not null,
  primary key (tenant_id, device_sn, boot_id, seq, idx)
);
create unique index lo_event_seen_id on lo_event_seen (tenant_id, device_sn, event_id);
create index lo_event_seen_at on lo_event_seen using brin (seen_at);

-- What ordering and clock correction remember of a device; its row lock keeps one writer per device.
create table lo_device_ingest (
  ${tenant},
  device_sn varchar(64) not null,
  boots jsonb not null default '[]',
  skews jsonb not null default '[]',
  primary key (tenant_id, device_sn)
) with (fillfactor = 70);

create table lo_telemetry (
  ${tenant},
  device_sn varchar(64) not null,
  ts timestamptz(3) not null,
  battery integer,
  batt_mv integer,
  rssi integer,
  temp numeric(5,1),
  tilt integer,
  logs_pending integer
);
create index lo_telemetry_device on lo_telemetry (tenant_id, device_sn, ts desc);

create table lo_quarantine (
  id varchar(32) primary key,
  ${tenant},
  device_sn varchar(64),
  topic varchar(255) not null,
  reason varchar(32) not null,
  code varchar(16) not null,
  size integer not null,
  head text not null,
  delivered smallint not null default 0,
  recv_time timestamptz(3) not null
);
create index lo_quarantine_time on lo_quarantine (recv_time desc);
create table lo_quarantine_count (
  day date not null,
  reason varchar(32) not null,
  messages bigint not null default 0,
  primary key (day, reason)
);

create table lo_lock_favorite (
  ${tenant},
  user_id varchar(32) not null,
  lock_id varchar(32) not null,
  create_time timestamptz(3) not null default now(),
  primary key (user_id, lock_id)
);`

// Months are those of the plant's calendar. A month whose rows already lie in the rest partition stays there.
const partitions = `
create function lo_make_log_partitions(first_month date, months integer) returns integer language plpgsql as $$
declare
  made integer := 0;
  month_start date;
  partition_name text;
begin
  for n in 0 .. months - 1 loop
    month_start := (date_trunc('month', first_month) + make_interval(months => n))::date;
    partition_name := 'lo_lock_log_' || to_char(month_start, 'YYYYMM');
    if to_regclass(partition_name) is null then
      begin
        execute format(
          'create table %I partition of lo_lock_log for values from (%L) to (%L)',
          partition_name,
          month_start::text || ' 00:00:00+08',
          (month_start + interval '1 month')::date::text || ' 00:00:00+08'
        );
        made := made + 1;
      exception when check_violation then
        raise notice 'rows of % stay in the rest partition', partition_name;
      end;
    end if;
  end loop;
  return made;
end $$;
select lo_make_log_partitions((current_date - interval '1 month')::date, 6);`
