import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** Tickets by their hash: for one address of the API and a minute, in place of the header that a frame cannot send. */
export const accessTicket: NamedMigration = {
  name: '0095-access-ticket',
  async up(db) {
    await sql`create table access_ticket (
      hash varchar(43) primary key,
      token_hash varchar(43) not null,
      tenant_id integer not null,
      path varchar(300) not null,
      expires_at timestamptz not null
    )`.execute(db)
    await sql`create index access_ticket_session on access_ticket (token_hash, expires_at)`.execute(db)
  },
}
