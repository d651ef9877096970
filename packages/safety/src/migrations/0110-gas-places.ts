import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Where gas is sampled comes from the plan (3-domain.md G14, R10). Tickets from before have none: they are tested at the
 * places of their kind of work, whatever happens to have been tested.
 */
export const gasPlaces: NamedMigration = {
  name: '0110-gas-places',
  async up(db) {
    await sql`alter table lo_work add column gas_places jsonb`.execute(db)
  },
}
