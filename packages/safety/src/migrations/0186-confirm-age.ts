import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * A type of lock believed a closure for as long as anybody wrote, up to months; now the field ends at 30 min (decision
 * 0590), and rows beyond it could not be saved any more.
 */
export const confirmAge: NamedMigration = {
  name: '0186-confirm-age',
  async up(db) {
    await sql`update lo_lock_type set confirm_max_age = 30 where confirm_max_age > 30`.execute(db)
  },
}
