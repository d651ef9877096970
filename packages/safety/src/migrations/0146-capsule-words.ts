import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * A capsule that its own terminal does not give back is declared lost by two people (G27, decision 0547): the second one's
 * word. A single word from before holds nothing any more; the start asks again.
 */
export const capsuleWords: NamedMigration = {
  name: '0146-capsule-words',
  async up(db) {
    await sql`alter table lo_capsule add column second_by varchar(32), add column second_time timestamptz(3),
      add column second_reason varchar(200)`.execute(db)
  },
}
