import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Wrong tries of a code from elsewhere than where it was asked for: they use up a count of their own. */
export const codeTries: NamedMigration = {
  name: '0116-code-tries',
  async up(db) {
    await sql.raw(`alter table sms_code add column strange_tries int not null default 0;`).execute(db)
  },
}
