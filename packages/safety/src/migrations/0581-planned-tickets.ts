import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Tickets that stand in a time are found by their beginnings: those within it, and as far before it as the longest ticket of the
 * tenant takes, which the second index tells by its last entry (decision 0990).
 */
export const plannedTickets: NamedMigration = {
  name: '0581-planned-tickets',
  async up(db) {
    await sql`create index lo_work_planned on lo_work (tenant_id, plan_start) where del_flag = 0`.execute(db)
    await sql`create index lo_work_length on lo_work (tenant_id, (coalesce(valid_end, plan_end) - plan_start))
      where del_flag = 0`.execute(db)
  },
}
