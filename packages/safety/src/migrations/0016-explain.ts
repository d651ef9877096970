import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * The five preventions as data (3-domain.md §3.2 LoPointRule), what each decision was made from (M3: a decision can be
 * replayed), and where the energy map draws a node (M2).
 */
export const explain: NamedMigration = {
  name: '0016-explain',
  async up(db) {
    await sql`create table lo_point_rule (
      id varchar(32) primary key,
      tenant_id integer not null default 0,
      point_id varchar(32) not null,
      action varchar(16) not null,
      kind varchar(16) not null,
      expr varchar(500) not null,
      message varchar(200) not null,
      sys_org_code varchar(64),
      create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
      del_flag smallint not null default 0,
      revision integer not null default 0
    )`.execute(db)
    await sql`create index lo_point_rule_listed on lo_point_rule (tenant_id, create_time desc, id desc)
      where del_flag = 0`.execute(db)
    await sql`create index lo_point_rule_point on lo_point_rule (point_id, action) where del_flag = 0`.execute(
      db,
    )
    // Names and certificates of the people concerned: kept for replay, beside the list people may read.
    await sql`create table lo_decision_input (
      decision_id varchar(32) not null,
      tenant_id integer not null,
      snapshot jsonb not null,
      primary key (tenant_id, decision_id)
    )`.execute(db)
    // A second person at the lock: for dual control (R13), or on site for a remote opening (R12). Good for a minute or two.
    await sql`create table lo_open_witness (
      tenant_id integer not null,
      lock_id varchar(32) not null,
      user_id varchar(32) not null,
      witness_time timestamptz(3) not null,
      primary key (tenant_id, lock_id, user_id)
    )`.execute(db)
    await sql`alter table lo_energy_node add column pos_x integer, add column pos_y integer`.execute(db)
  },
}
