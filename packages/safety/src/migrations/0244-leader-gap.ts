import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Why whoever leads running work may not lead it any more, as it was told last (decision 0665). */
export const leaderGap: NamedMigration = {
  name: '0244-leader-gap',
  async up(db) {
    await sql`alter table lo_work add column leader_gap varchar(300)`.execute(db)
  },
}
