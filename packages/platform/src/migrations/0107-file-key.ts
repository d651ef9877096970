import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/**
 * Who may read a stored file (decision 0507): what a session opens files with where no header is sent, by the hash of a
 * key that opens nothing else, and the index that finds the row which holds a picture.
 */
export const fileKey: NamedMigration = {
  name: '0107-file-key',
  async up(db) {
    await sql`alter table sys_session add column file_hash varchar(43)`.execute(db)
    await sql`create unique index sys_session_file on sys_session (file_hash)`.execute(db)
    await sql`create index sheet_report_file on sheet_report (file_name)`.execute(db)
    await sql`create index sys_user_avatar_file on sys_user using gin (string_to_array(avatar::text, ','))
      where avatar is not null`.execute(db)
  },
}
