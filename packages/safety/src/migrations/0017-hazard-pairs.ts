import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** The hazard matrix as rows (3-domain.md §4.5.4), and the index the map of simultaneous work reads its window by. */
export const hazardPairs: NamedMigration = {
  name: '0017-hazard-pairs',
  async up(db) {
    await sql`create table lo_hazard_pair (
      id varchar(32) primary key,
      tenant_id integer not null default 0,
      rule_code varchar(20) not null,
      pair_name varchar(100) not null,
      type_a varchar(16),
      hazard_a varchar(16),
      type_b varchar(16),
      hazard_b varchar(16),
      severity smallint not null,
      adjacent smallint not null default 1,
      measures varchar(300),
      status smallint not null default 1,
      sys_org_code varchar(64),
      create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
      del_flag smallint not null default 0,
      revision integer not null default 0
    )`.execute(db)
    await sql`create unique index lo_hazard_pair_rule_code on lo_hazard_pair (tenant_id, rule_code)
      where del_flag = 0`.execute(db)
    await sql`create index lo_hazard_pair_listed on lo_hazard_pair (tenant_id, create_time desc, id desc)
      where del_flag = 0`.execute(db)
    await sql`create index lo_work_live_window on lo_work (tenant_id, plan_start)
      where del_flag = 0 and void_flag = 0 and work_status in (1, 2, 4, 20, 40)`.execute(db)
  },
}
