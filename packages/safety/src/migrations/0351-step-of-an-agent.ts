import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * The agency under which a step was decided (decision 0800). A step that is asked again goes back to the person it was
 * asked of: the agency may have ended since.
 */
export const stepOfAnAgent: NamedMigration = {
  name: '0351-step-of-an-agent',
  async up(db) {
    for (const table of ['lo_work_review', 'lo_work_examine'])
      await sql`alter table ${sql.table(table)} add column agency_id varchar(32)`.execute(db)
  },
}
