import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** When a token was taken back: an opening that names it rests on it until then (decision 0666). */
export const tokenEnds: NamedMigration = {
  name: '0245-token-ends',
  async up(db) {
    await sql`alter table lo_grant_token add column revoked_time timestamptz(3)`.execute(db)
    // When it was, nobody knows: nothing rests on those any more.
    await sql`update lo_grant_token set revoked_time = issued_time where status = 4`.execute(db)
  },
}
