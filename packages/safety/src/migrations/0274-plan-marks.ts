import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Two spots of an area's plan whose places are known: by them its fence is drawn on the plan (decision 0730). */
export const planMarks: NamedMigration = {
  name: '0274-plan-marks',
  async up(db) {
    await sql`alter table lo_area add column plan_marks jsonb`.execute(db)
  },
}
