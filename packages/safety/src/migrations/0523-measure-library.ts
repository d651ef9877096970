import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** What is done about a hazard, whatever the kind of work: the editor of tickets offers it (decision 0939). */
export const measureLibrary: NamedMigration = {
  name: '0523-measure-library',
  async up(db) {
    await sql`
      create table lo_measure_lib (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        sys_org_code varchar(64),
        hazard varchar(4) not null,
        content varchar(300) not null,
        control_rank smallint not null,
        sort_no integer not null default 1,
        status smallint not null default 1,
        source varchar(200),
        baseline_version integer,
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index lo_measure_lib_once on lo_measure_lib (tenant_id, hazard, content)
      where del_flag = 0`.execute(db)
  },
}
