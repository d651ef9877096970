import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Whom a ticket has told that it is his turn, and for what: nobody is told twice of the same (`turn/tell-turns.ts`). */
export const turnTold: NamedMigration = {
  name: '0481-turn-told',
  async up(db) {
    await sql`
      create table lo_turn_told (
        work_id varchar(32) primary key,
        tenant_id integer not null default 0,
        told jsonb not null,
        update_time timestamptz(3) not null
      )`.execute(db)
  },
}
