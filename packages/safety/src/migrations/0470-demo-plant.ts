import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** That this installation has the demo works, since when, and how much of its life has been played (decision 0895). */
export const demoPlant: NamedMigration = {
  name: '0470-demo-plant',
  async up(db) {
    await sql`
      create table demo_plant (
        only_row boolean primary key default true check (only_row),
        first_start timestamptz(3) not null,
        today_done integer not null default 0,
        history_done integer not null default 0
      )`.execute(db)
  },
}
