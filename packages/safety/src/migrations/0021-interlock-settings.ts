import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Which legs a tenant does not use (§5.8), and which work is opened by two (R13): by type and level, or by a measure. */
export const interlockSettings: NamedMigration = {
  name: '0021-interlock-settings',
  async up(db) {
    await sql`create table lo_leg_switch (
      id varchar(32) primary key,
      tenant_id integer not null default 0,
      leg varchar(16) not null,
      status smallint not null default 1,
      reason varchar(200) not null,
      sys_org_code varchar(64),
      create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
      del_flag smallint not null default 0,
      revision integer not null default 0
    )`.execute(db)
    await sql`create unique index lo_leg_switch_leg on lo_leg_switch (tenant_id, leg) where del_flag = 0`.execute(
      db,
    )
    await sql`create index lo_leg_switch_listed on lo_leg_switch (tenant_id, create_time desc, id desc)
      where del_flag = 0`.execute(db)
    await sql`alter table lo_work_type add column dual_control smallint not null default 0`.execute(db)
    await sql`alter table lo_work_measure add column dual_control smallint not null default 0`.execute(db)
  },
}
