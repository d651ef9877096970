import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * What an emergency repair is underneath (3-domain.md §3.4, 31 “as base”). Repairs from before have no value: nobody knows
 * what they are, and what was signed keeps its hash. They are judged as hot work in a confined space (decision 0601).
 */
export const baseTypes: NamedMigration = {
  name: '0195-base-types',
  async up(db) {
    await sql`alter table lo_work add column base_types varchar(64)`.execute(db)
  },
}
