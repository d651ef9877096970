import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** What a person has uploaded in a day is summed before each upload (security.md V16). */
export const uploadQuota: NamedMigration = {
  name: '0036-upload-quota',
  async up(db) {
    await sql`create index stored_file_user on stored_file (user_id, create_time)`.execute(db)
  },
}
