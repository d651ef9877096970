import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** The column is called as the field that people fill in; what stands there is the digest of the number (decision 0471). */
export const idNumber: NamedMigration = {
  name: '0072-id-number',
  async up(db) {
    await sql`alter table lo_external_person rename column id_hash to id_number`.execute(db)
  },
}
