import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** A piece of work that waits for one signature is named by its step alone, as in links (`pieceOf`): `brief.` is `brief`. */
export const turnPieces: NamedMigration = {
  name: '0600-turn-pieces',
  async up(db) {
    await sql`
      update lo_turn_told set told = (
        select coalesce(jsonb_agg(regexp_replace(each, '\\.$', '')), '[]'::jsonb)
        from jsonb_array_elements_text(told) as each)`.execute(db)
  },
}
