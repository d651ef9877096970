import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** A step of a sign-in that waits for the next one is a challenge; a ticket is what work is done by. */
export const signInChallenge: NamedMigration = {
  name: '0070-sign-in-challenge',
  async up(db) {
    await sql`alter table sign_in_ticket rename to sign_in_challenge`.execute(db)
    for (const index of ['pkey', 'user', 'expires', 'address'])
      await sql`alter index ${sql.id(`sign_in_ticket_${index}`)} rename to ${sql.id(`sign_in_challenge_${index}`)}`.execute(
        db,
      )
  },
}
