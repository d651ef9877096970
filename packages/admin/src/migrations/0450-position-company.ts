import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** The company of a position (4-api.md §13 `company_id`), which clients of the family send and read. */
export const positionCompany: NamedMigration = {
  name: '0450-position-company',
  async up(db) {
    await sql`alter table sys_position add column company_id varchar(255)`.execute(db)
  },
}
