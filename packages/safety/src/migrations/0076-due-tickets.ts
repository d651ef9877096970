import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Each second somebody asks which tickets have come to their end; the index of 0004 knows only approved ones. */
export const dueTickets: NamedMigration = {
  name: '0076-due-tickets',
  async up(db) {
    await sql`create index lo_work_due on lo_work (coalesce(valid_end, plan_end))
      where del_flag = 0 and void_flag = 0 and work_status in (1, 2, 4, 20)`.execute(db)
  },
}
