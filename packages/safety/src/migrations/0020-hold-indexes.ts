import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Every opening, warning and alarm asks what rests on one lock; the holds of finished tickets only grow. */
export const holdIndexes: NamedMigration = {
  name: '0020-hold-indexes',
  async up(db) {
    await sql`create index lo_point_hold_lock on lo_point_hold (lock_id) where state in (1, 2)`.execute(db)
  },
}
