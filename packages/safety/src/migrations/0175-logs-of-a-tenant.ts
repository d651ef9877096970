import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * The rows of a tenant's log in the order of their numbers: a check reads a stretch of them (3-domain.md §4.8), and
 * without this the other tenants' rows with them.
 */
export const logsOfATenant: NamedMigration = {
  name: '0175-logs-of-a-tenant',
  async up(db) {
    await sql
      .raw(
        `set local statement_timeout = 0;
create index sys_log_chain on sys_log (tenant_id, log_no);
create index sys_data_log_chain on sys_data_log (tenant_id, log_no);`,
      )
      .execute(db)
  },
}
