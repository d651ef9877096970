import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Why a device's clock is not believed, for people (3-domain.md §5.5.4, A09). */
export const deviceClock: NamedMigration = {
  name: '0091-device-clock',
  async up(db) {
    await sql`alter table lo_device add column clock_note varchar(200)`.execute(db)
  },
}
