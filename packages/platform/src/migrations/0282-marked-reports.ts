import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** The refused lines of an import as a workbook, beside the text of their reasons. */
export const markedReports: NamedMigration = {
  name: '0282-marked-reports',
  async up(db) {
    await sql`alter table sheet_report add column book bytea`.execute(db)
  },
}
