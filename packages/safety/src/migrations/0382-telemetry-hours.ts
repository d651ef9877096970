import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Hourly figures of what devices measured, which are kept when the readings themselves have gone (3-domain.md §7). The
 * nightly anchor is a job now (decision 0820).
 */
export const telemetryHours: NamedMigration = {
  name: '0382-telemetry-hours',
  async up(db) {
    await sql`
      create table lo_telemetry_hour (
        tenant_id integer not null,
        device_sn varchar(64) not null,
        hour timestamptz(3) not null,
        readings integer not null,
        battery_min integer,
        batt_mv_avg integer,
        rssi_avg integer,
        temp_avg numeric(5,1),
        temp_max numeric(5,1),
        primary key (tenant_id, device_sn, hour)
      )`.execute(db)
    await sql`create index lo_telemetry_hour_at on lo_telemetry_hour (hour)`.execute(db)
    await sql`delete from lo_timer where kind = 'audit.anchor'`.execute(db)
  },
}
