import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** What the calibration of a detector rests on: when it was made and under which certificate. */
export const calibrationEvidence: NamedMigration = {
  name: '0200-calibration-evidence',
  async up(db) {
    await sql`alter table lo_device add column calib_date date, add column calib_cert_no varchar(64)`.execute(
      db,
    )
  },
}
