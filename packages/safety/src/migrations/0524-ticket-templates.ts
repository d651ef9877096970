import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** What tickets of the same work begin with: content, points and measures, without times, people and locks. */
export const ticketTemplates: NamedMigration = {
  name: '0524-ticket-templates',
  async up(db) {
    await sql`
      create table lo_work_template (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        sys_org_code varchar(64),
        template_name varchar(100) not null,
        work_type varchar(2) not null,
        work_level varchar(2) not null,
        area_id varchar(32) not null,
        remark varchar(200),
        body jsonb not null,
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create unique index lo_work_template_name on lo_work_template (tenant_id, template_name)
      where del_flag = 0`.execute(db)
  },
}
