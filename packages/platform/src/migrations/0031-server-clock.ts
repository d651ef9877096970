import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** What the server's clock showed last, so that a server which starts knows whether it was set back meanwhile (A09). */
export const serverClock: NamedMigration = {
  name: '0031-server-clock',
  async up(db) {
    await sql`create table server_clock (
      only_row boolean primary key default true check (only_row), shown timestamptz(3) not null)`.execute(db)
  },
}
