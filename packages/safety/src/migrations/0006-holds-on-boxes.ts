import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** A personal lock on a lock box rests on no single point (3-domain.md §3.2 LoPointHold, type 3); one a person and box. */
export const holdsOnBoxes: NamedMigration = {
  name: '0006-holds-on-boxes',
  async up(db) {
    await sql`alter table lo_point_hold alter column point_id drop not null`.execute(db)
    await sql`alter table lo_point_hold add constraint lo_point_hold_place
      check (point_id is not null or box_id is not null)`.execute(db)
    await sql`create unique index lo_point_hold_box on lo_point_hold (box_id, work_id, user_id)
      where state in (1, 2) and box_id is not null`.execute(db)
  },
}
