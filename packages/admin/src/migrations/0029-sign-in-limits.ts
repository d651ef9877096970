import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** What anybody may begin without signing in is counted by the address that began it. */
export const signInLimits: NamedMigration = {
  name: '0029-sign-in-limits',
  async up(db) {
    await sql`alter table sign_in_ticket add column address varchar(64)`.execute(db)
    await sql`comment on column sign_in_ticket.address is 'Address key of who began it without a session; null where that is not limited'`.execute(
      db,
    )
    await sql`create index sign_in_ticket_address on sign_in_ticket (address, purpose) where address is not null`.execute(
      db,
    )
  },
}
