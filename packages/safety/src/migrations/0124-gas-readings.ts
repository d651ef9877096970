import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * What gas detectors say by `up/gas`, kept for 30 days, and which detector stands at which place of which ticket
 * (decision 0523). What counts for a ticket is copied to `lo_work_gas` and stays.
 */
export const gasReadings: NamedMigration = {
  name: '0124-gas-readings',
  async up(db) {
    await sql`create table lo_gas_reading (
      id varchar(32) primary key,
      tenant_id integer not null,
      device_sn varchar(64) not null,
      -- The detector's own number of the reading: a re-send is the same reading.
      reading_id varchar(26) not null,
      gas_code varchar(10) not null,
      value numeric(14,4) not null,
      unit varchar(8) not null,
      occur_time timestamptz(3) not null,
      recv_time timestamptz(3) not null,
      time_quality smallint not null,
      historical smallint not null default 0,
      unique (tenant_id, device_sn, reading_id)
    )`.execute(db)
    await sql`create index lo_gas_reading_newest
      on lo_gas_reading (tenant_id, device_sn, gas_code, recv_time desc)`.execute(db)
    await sql`create index lo_gas_reading_age on lo_gas_reading (recv_time)`.execute(db)
    await sql`create table lo_work_detector (
      id varchar(32) primary key,
      tenant_id integer not null,
      work_id varchar(32) not null,
      device_sn varchar(64) not null,
      point_desc varchar(100) not null,
      on_by varchar(32) not null,
      on_time timestamptz(3) not null,
      off_by varchar(32),
      off_time timestamptz(3)
    )`.execute(db)
    // A detector is at one place at a time.
    await sql`create unique index lo_work_detector_now on lo_work_detector (tenant_id, device_sn)
      where off_time is null`.execute(db)
    await sql`create index lo_work_detector_work on lo_work_detector (work_id) where off_time is null`.execute(
      db,
    )
  },
}
