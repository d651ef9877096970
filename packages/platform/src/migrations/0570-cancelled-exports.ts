import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** Whoever has cancelled an export orders the next at once: one that only still ends does not count as under way. */
export const cancelledExports: NamedMigration = {
  name: '0570-cancelled-exports',
  async up(db) {
    await sql`drop index export_job_one`.execute(db)
    await sql`create unique index export_job_one on export_job (user_id)
      where status in ('waiting', 'running') and not is_cancelled`.execute(db)
  },
}
