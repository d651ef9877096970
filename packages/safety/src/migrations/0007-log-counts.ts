import { sql, type Kysely } from 'kysely'

/**
 * Totals of the lock log's lists are counted in the index alone (design/performance.md P2, P3): every list asks for its
 * tenant, and without that column each counted row was fetched from the table (500 pages for one lock's 500 rows).
 * Included, not leading: chain checks and projections ask by lock without a tenant.
 */
export const logCounts = {
  name: '0007-log-counts',
  async up(db: Kysely<never>): Promise<void> {
    for (const [name, column] of [
      ['lo_lock_log_lock', 'lock_id'],
      ['lo_lock_log_type', 'event_type'],
      ['lo_lock_log_area', 'area_code'],
    ]) {
      await sql
        .raw(
          `drop index ${name}; create index ${name} on lo_lock_log (${column}, occur_time desc, id desc) include (tenant_id)`,
        )
        .execute(db)
    }
  },
}
