import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Work without a network (3-domain.md §3.3 LoGrantToken, §4.6): capsules taken along, operations brought back, tokens. */
export const offline: NamedMigration = {
  name: '0018-offline',
  async up(db) {
    await sql`create table lo_capsule (
      id varchar(32) primary key,
      tenant_id integer not null,
      work_id varchar(32) not null,
      user_id varchar(32) not null,
      device_id varchar(40) not null,
      public_key varchar(300) not null,
      issued_time timestamptz(3) not null,
      expire_time timestamptz(3) not null,
      chain_head char(64) not null,
      last_seen timestamptz(3),
      pending integer not null default 0,
      returned_time timestamptz(3),
      override_by varchar(32),
      override_time timestamptz(3),
      override_reason varchar(200)
    )`.execute(db)
    await sql`create index lo_capsule_work on lo_capsule (work_id) where returned_time is null`.execute(db)
    await sql`create index lo_capsule_user on lo_capsule (user_id, device_id) where returned_time is null`.execute(
      db,
    )
    await sql`create table lo_offline_op (
      id varchar(32) primary key,
      tenant_id integer not null,
      client_op_id varchar(32) not null,
      capsule_id varchar(32) not null,
      work_id varchar(32) not null,
      user_id varchar(32) not null,
      event varchar(32) not null,
      args jsonb not null,
      hlc varchar(64) not null,
      hash char(64) not null,
      sig varchar(200) not null,
      authentic boolean not null,
      received_time timestamptz(3) not null,
      carried_by varchar(32) not null,
      result varchar(12) not null,
      reason varchar(500) not null,
      trans_id varchar(8),
      unique (tenant_id, client_op_id)
    )`.execute(db)
    await sql`create index lo_offline_op_work on lo_offline_op (work_id, hlc)`.execute(db)
    await sql`create table lo_grant_token (
      id varchar(32) primary key,
      tenant_id integer not null,
      token_id varchar(32) not null unique,
      grant_ids jsonb not null,
      work_id varchar(32) not null,
      user_id varchar(32) not null,
      device_sn varchar(64) not null,
      lock_ids jsonb not null,
      actions varchar(40) not null,
      nbf bigint not null,
      exp bigint not null,
      max_uses integer not null,
      rev_epochs jsonb not null,
      alg varchar(20) not null,
      kid varchar(64) not null,
      sig varchar(300) not null,
      issued_time timestamptz(3) not null,
      delivered_time timestamptz(3),
      used_events jsonb not null default '[]',
      status smallint not null default 0
    )`.execute(db)
    await sql`create index lo_grant_token_work on lo_grant_token (work_id)`.execute(db)
    await sql`create index lo_grant_token_device on lo_grant_token (device_sn, status)`.execute(db)
    await sql`create index lo_grant_token_exp on lo_grant_token (exp)`.execute(db)
  },
}
