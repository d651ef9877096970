import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/**
 * Files that a row has named are never looked at again by what clears away those that none does; those that somebody has
 * thrown away are (decision 0717).
 */
export const heldFiles: NamedMigration = {
  name: '0261-held-files',
  async up(db) {
    await sql`alter table stored_file add column is_held boolean not null default false,
      add column is_discarded boolean not null default false`.execute(db)
    await sql`create index stored_file_loose on stored_file (create_time) where not is_held`.execute(db)
  },
}
