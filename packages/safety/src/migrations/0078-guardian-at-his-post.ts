import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * A guardian is at his post as long as he says so himself (3-domain.md §4.4): when he last did, in which session he signed
 * in, and why he is taken for absent. How often he has to say so is the policy's; 0 asks for nothing.
 */
export const guardianAtHisPost: NamedMigration = {
  name: '0078-guardian-at-his-post',
  async up(db) {
    await sql`alter table lo_work_person
      add column guard_seen_time timestamptz(3),
      add column guard_session varchar(32),
      add column away_why varchar(16)`.execute(db)
    await sql`alter table lo_work_type add column guard_alive_min integer default 10`.execute(db)
    await sql`update lo_work_type set guard_alive_min = 10`.execute(db)
  },
}
