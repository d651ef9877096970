import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** What people write about themselves (5-screens.md §10): a line below the name and short tags. */
export const ownProfile: NamedMigration = {
  name: '0030-own-profile',
  async up(db) {
    await sql`
      create table sys_user_profile (
        user_id varchar(32) primary key,
        motto varchar(200) not null default '',
        tags jsonb not null default '[]'
      )`.execute(db)
  },
}
