import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * A lock's row is written with every event. Indexes on its state would be rewritten each time, for a table of one row
 * per lock; without them, and with room in the page, the update stays in place.
 */
export const hotLockRows: NamedMigration = {
  name: '0009-hot-lock-rows',
  async up(db) {
    await sql`drop index lo_lock_area`.execute(db)
    await sql`create index lo_lock_area on lo_lock (tenant_id, area_code) where del_flag = 0`.execute(db)
    await sql`drop index lo_lock_last_state`.execute(db)
    await sql`create unique index lo_lock_last_of on lo_lock_last (lock_id)`.execute(db)
    await sql`alter table lo_lock set (fillfactor = 80)`.execute(db)
    await sql`alter table lo_lock_last set (fillfactor = 80)`.execute(db)
    await sql`alter table lo_device set (fillfactor = 80)`.execute(db)
  },
}
