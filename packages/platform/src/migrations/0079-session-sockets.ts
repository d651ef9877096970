import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** When a socket of the session was last open, whichever node holds it; null for one that never had any. */
export const sessionSockets: NamedMigration = {
  name: '0079-session-sockets',
  async up(db) {
    await sql`alter table sys_session add column socket_at timestamptz(3)`.execute(db)
  },
}
