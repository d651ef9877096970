import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Measures are confirmed on site, by name and signature (G28): what each policy asks of the signature. 落实 was written
 * with the draft, by whoever wrote it; from now on it says that somebody has confirmed the measure.
 */
export const measuresOnSite: NamedMigration = {
  name: '0130-measures-on-site',
  async up(db) {
    await sql
      .raw(
        `
alter table lo_work_type add column measure_sign varchar(8) not null default 'SESSION';
update lo_work_measure set result = 0 where result = 1 and confirm_by is null;`,
      )
      .execute(db)
  },
}
