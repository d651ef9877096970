import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Who is on duty when (decision 0831). */
export const dutyShifts: NamedMigration = {
  name: '0391-duty-shifts',
  async up(db) {
    await sql`
      create table lo_duty_shift (
        id varchar(32) primary key,
        tenant_id integer not null default 0,
        duty_post varchar(10) not null,
        area_id varchar(32),
        user_id varchar(32) not null,
        sequence integer not null default 1,
        start_time timestamptz(3) not null,
        end_time timestamptz(3) not null,
        remark varchar(200),
        create_by varchar(64), create_time timestamptz(3), update_by varchar(64), update_time timestamptz(3),
        del_flag smallint not null default 0,
        revision integer not null default 0
      )`.execute(db)
    await sql`create index lo_duty_shift_listed on lo_duty_shift (tenant_id, start_time, id)`.execute(db)
    await sql`create index lo_duty_shift_now on lo_duty_shift (tenant_id, end_time) where del_flag = 0`.execute(
      db,
    )
  },
}
