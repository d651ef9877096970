import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** The level that was chosen for the work, where the rules have raised it (G29); null where it stands as chosen. */
export const chosenLevel: NamedMigration = {
  name: '0131-chosen-level',
  async up(db) {
    await sql.raw(`alter table lo_work add column base_level varchar(2)`).execute(db)
  },
}
