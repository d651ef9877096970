import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** When people were warned that a gas is not measured any more at a place of running work (G30); null while it is. */
export const gasWatch: NamedMigration = {
  name: '0140-gas-watch',
  async up(db) {
    await sql.raw(`alter table lo_work add column gas_warn_time timestamptz(3)`).execute(db)
  },
}
