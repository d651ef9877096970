import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Energy control procedures, a row for each version, and by which one a ticket was begun (3-domain.md §3.2 LoProcedure). */
export const procedures: NamedMigration = {
  name: '0535-procedures',
  async up(db) {
    await sql`
      create table lo_procedure (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        sys_org_code varchar(64),
        proc_name varchar(100) not null,
        equip_id varchar(32) not null,
        version_no integer not null,
        status smallint not null default 0,
        work_type varchar(2) not null,
        work_level varchar(2) not null,
        content varchar(1000) not null,
        place varchar(200),
        hazards varchar(200) not null,
        steps jsonb,
        photos varchar(500),
        measures jsonb,
        gas_places jsonb,
        people jsonb,
        emergency_contact varchar(100),
        change_note varchar(200),
        effect_time timestamptz(3),
        inspect_time timestamptz(3),
        inspect_by varchar(32),
        inspect_result smallint,
        inspect_note varchar(200),
        next_inspect date,
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index lo_procedure_version on lo_procedure (tenant_id, equip_id, version_no)
      where del_flag = 0`.execute(db)
    await sql`create unique index lo_procedure_effective on lo_procedure (tenant_id, equip_id)
      where del_flag = 0 and status = 1`.execute(db)
    await sql`create index lo_procedure_due on lo_procedure (next_inspect)
      where del_flag = 0 and status = 1`.execute(db)
    // A file is read by who may read its row (decision 0507).
    await sql`create index lo_procedure_photos_file on lo_procedure
      using gin (string_to_array(photos::text, ',')) where photos is not null`.execute(db)
    await sql`alter table lo_work add column procedure_id varchar(32), add column procedure_version integer`.execute(
      db,
    )
    await sql`create index lo_work_procedure on lo_work (procedure_id) where procedure_id is not null`.execute(
      db,
    )
  },
}
