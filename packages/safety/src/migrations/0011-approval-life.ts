import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * The life of an approval step (3-domain.md §4.4 T14–T16): the rules it was asked under (a flow edited meanwhile changes
 * nothing for it), through whose hands it came, who added it or lets it decide in whose place, and when it was urged.
 */
export const approvalLife: NamedMigration = {
  name: '0011-approval-life',
  async up(db) {
    for (const table of ['lo_work_review', 'lo_work_examine']) {
      await sql`alter table ${sql.table(table)}
        add column step_rule jsonb,
        add column delegate_path jsonb,
        add column added_by varchar(32),
        add column seat_of varchar(32),
        add column urge_time timestamptz(3),
        add column flag_time timestamptz(3)`.execute(db)
      await sql`create index ${sql.id(`${table}_delegated`)} on ${sql.table(table)} using gin (delegate_path)
        where delegate_path is not null`.execute(db)
    }
    await sql`alter table lo_work_type add column withdraw_after_decision smallint not null default 0`.execute(
      db,
    )
  },
}
