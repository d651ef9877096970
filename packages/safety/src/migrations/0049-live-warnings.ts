import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** The live warnings of a lock that has reported itself shut, and the heads of a department, each found by an index. */
export const liveWarnings: NamedMigration = {
  name: '0049-live-warnings',
  async up(db) {
    await sql`create index lo_unclose_lock_live on lo_unclose_lock (lock_id) where status in (0, 1, 2)`.execute(
      db,
    )
    await sql`create index sys_user_heads on sys_user using gin (string_to_array(depart_ids, ','))`.execute(
      db,
    )
  },
}
