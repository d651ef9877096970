import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Who printed a tag, and whether a kind of work wants its tags printed by the system before they hang (T23): plants with tags
 * of plastic write on those. Tags of tickets that hang none yet are printed by nobody; their approval had said so (decision 0937).
 */
export const printedTags: NamedMigration = {
  name: '0521-printed-tags',
  async up(db) {
    await sql`alter table lo_work_tag add column print_by varchar(32)`.execute(db)
    await sql`alter table lo_work_type add column tag_print_required smallint not null default 0`.execute(db)
  },
}
