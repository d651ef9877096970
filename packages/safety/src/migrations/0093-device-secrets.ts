import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** The secret before the present one, for as long as both work: a device changes over without an outage (§5.3). */
export const deviceSecrets: NamedMigration = {
  name: '0093-device-secrets',
  async up(db) {
    await sql`alter table lo_device add column secret_hash_old varchar(128),
      add column secret_old_until timestamptz(3)`.execute(db)
  },
}
