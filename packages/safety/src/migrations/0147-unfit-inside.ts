import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Why somebody who is inside may not be there any more, as it was told last, and when (decision 0549). */
export const unfitInside: NamedMigration = {
  name: '0147-unfit-inside',
  async up(db) {
    await sql`alter table lo_work_person add column unfit_why varchar(300), add column unfit_told timestamptz(3)`.execute(
      db,
    )
    // Few are inside, and they are looked for every few seconds.
    await sql`create index lo_work_person_inside on lo_work_person (work_id, person_id) where on_state = 1`.execute(
      db,
    )
  },
}
