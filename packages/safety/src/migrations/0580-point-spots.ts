import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Where a point stands on the plan of its area, in parts of the picture, as a lock has it (decision 0990). */
export const pointSpots: NamedMigration = {
  name: '0580-point-spots',
  async up(db) {
    await sql`alter table lo_point add column plan_x numeric(6,5), add column plan_y numeric(6,5)`.execute(db)
  },
}
