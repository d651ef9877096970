import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Where a row of the policy comes from: standard and clause, and the version of the baseline that brought it (0521). */
export const baseline: NamedMigration = {
  name: '0120-baseline',
  async up(db) {
    for (const table of ['lo_work_type', 'lo_flow', 'lo_flow_step', 'lo_duty_rule', 'lo_hazard_pair']) {
      await sql`alter table ${sql.id(table)} add column source varchar(200),
        add column baseline_version integer`.execute(db)
    }
    await sql`alter table lo_gas_std alter column std type varchar(200), add column baseline_version integer`.execute(
      db,
    )
    // A row somebody makes without saying so asks for the test (G14).
    await sql`alter table lo_work_type alter column gas_required set default 1`.execute(db)
  },
}
