import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** By which rule a ticket's content was sealed; what was sealed until now stays by the first one (decision 0646). */
export const contentRules: NamedMigration = {
  name: '0228-content-rule',
  async up(db) {
    await sql.raw(`alter table lo_work add column content_rule integer`).execute(db)
    await sql.raw(`update lo_work set content_rule = 1 where content_hash is not null`).execute(db)
  },
}
