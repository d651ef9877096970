import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** A reading of a gas that the plant has no limits for keeps the name that its detector gave it, as a sample does. */
export const gasNames: NamedMigration = {
  name: '0218-gas-names',
  async up(db) {
    await sql.raw(`alter table lo_gas_reading alter column gas_code type varchar(32)`).execute(db)
  },
}
