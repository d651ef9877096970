import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Evidence (3-domain.md §3.6 LoAuditAnchor, §4.8): which form of a row its hash covers, a chain for the decisions of
 * the interlock, daily anchors with their leaves, the zero-energy certificate of each start, and a guard that keeps
 * every program from changing history. A database administrator can take the guard away; the chains and the anchors
 * are for him.
 */
export const evidence: NamedMigration = {
  name: '0015-evidence',
  async up(db) {
    for (const statements of [forms, decisions, anchors, certificates, guard])
      await sql.raw(statements).execute(db)
  },
}

const forms = `
alter table lo_lock_log add column chain_form smallint not null default 1;
alter table lo_work_trans add column chain_form smallint not null default 1;
create index lo_lock_log_chain on lo_lock_log (lock_id, chain_seq);`

const decisions = `
alter table lo_decision add column chain_seq bigint, add column prev_hash varchar(64), add column hash varchar(64);
create index lo_decision_chained on lo_decision (lock_id, chain_seq);
create table lo_decision_chain (
  lock_id varchar(32) primary key,
  tenant_id integer not null default 0,
  seq bigint not null,
  head varchar(64) not null
);`

const anchors = `
create table lo_audit_anchor (
  id varchar(32) primary key,
  tenant_id integer not null default 0,
  anchor_no bigint not null,
  date date not null,
  daily smallint not null,
  made_time timestamptz(3) not null,
  hash_name varchar(16) not null,
  leaf_count bigint not null,
  row_count bigint not null,
  merkle_root varchar(64) not null,
  prev_root varchar(64) not null,
  sig text not null,
  kid varchar(32) not null,
  ts_token text,
  export_to varchar(255)
);
create unique index lo_audit_anchor_no on lo_audit_anchor (tenant_id, anchor_no);
create unique index lo_audit_anchor_date on lo_audit_anchor (tenant_id, date) where daily = 1;

create table lo_audit_leaf (
  anchor_id varchar(32) not null,
  leaf_index bigint not null,
  tenant_id integer not null default 0,
  kind varchar(16) not null,
  subject_id varchar(32) not null,
  from_seq bigint not null,
  to_seq bigint not null,
  head varchar(64) not null,
  rows_root varchar(64) not null,
  primary key (anchor_id, leaf_index)
);
create index lo_audit_leaf_of on lo_audit_leaf (kind, subject_id, to_seq desc);

create table lo_audit_key (
  kid varchar(32) primary key,
  public_key text not null,
  first_time timestamptz(3) not null
);`

const certificates = `
create table lo_zero_proof (
  id varchar(32) primary key,
  tenant_id integer not null default 0,
  work_id varchar(32) not null,
  trans_seq bigint not null,
  trans_id varchar(32) not null,
  time timestamptz(3) not null,
  body text not null,
  hash varchar(64) not null
);
create unique index lo_zero_proof_of on lo_zero_proof (work_id, trans_seq);`

const kept = [
  'lo_lock_log',
  'lo_work_trans',
  'lo_decision',
  'lo_audit_anchor',
  'lo_audit_leaf',
  'lo_audit_key',
  'lo_zero_proof',
]

const guard = `
create function lo_history_is_kept() returns trigger language plpgsql as $$
begin
  raise exception 'history is append-only: % on %', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;
${kept
  .map(
    (table) =>
      `create trigger ${table}_kept before update or delete on ${table} for each row execute function lo_history_is_kept();`,
  )
  .join('\n')}`
