import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/**
 * Contents in the file store that no row of `stored_file` names: what is being uploaded, and what is to be removed. Each
 * is written here before it is stored, so that whatever breaks off in between is found at night (decision 0746).
 */
export const unnamedBlobs: NamedMigration = {
  name: '0286-unnamed-blob',
  async up(db) {
    await sql`
      create table unnamed_blob (
        path varchar(255) primary key,
        tenant_id integer not null,
        user_id varchar(32),
        size bigint not null default 0,
        remove_time timestamptz(3) not null
      )`.execute(db)
    await sql`create index unnamed_blob_due on unnamed_blob (remove_time)`.execute(db)
    await sql`create index unnamed_blob_user on unnamed_blob (user_id) where user_id is not null`.execute(db)
  },
}
