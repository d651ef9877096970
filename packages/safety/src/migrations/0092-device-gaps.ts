import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Numbers that a device used and that have not arrived (3-domain.md §5.5.3). A gap is open until every number has come, the
 * device has read out its log for them, or a person has declared them lost.
 */
export const deviceGaps: NamedMigration = {
  name: '0092-device-gaps',
  async up(db) {
    await sql`create table lo_device_gap (
      id varchar(32) primary key,
      tenant_id integer not null,
      device_sn varchar(64) not null,
      boot_id varchar(16) not null,
      from_seq bigint not null,
      to_seq bigint not null,
      missing int8multirange not null,
      -- 1 open, 2 filled, 3 declared lost
      state smallint not null default 1,
      asks integer not null default 0,
      opened_time timestamptz(3) not null,
      asked_time timestamptz(3),
      closed_time timestamptz(3),
      closed_by varchar(32),
      close_reason varchar(255)
    )`.execute(db)
    await sql`create index lo_device_gap_open on lo_device_gap (tenant_id, device_sn) where state = 1`.execute(
      db,
    )
    await sql`create index lo_device_gap_listed on lo_device_gap (tenant_id, opened_time desc)`.execute(db)
  },
}
