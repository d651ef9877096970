import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** When a device was last disabled or let in again: what a gas detector found good before then counts no more (decision 0623). */
export const cutOffDetectors: NamedMigration = {
  name: '0209-cut-off-detectors',
  async up(db) {
    await sql.raw(`alter table lo_device add column cut_off_time timestamptz(3)`).execute(db)
  },
}
