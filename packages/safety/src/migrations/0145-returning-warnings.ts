import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * What two people said of a lock holds until its next report (3-domain.md §5.10): `by_word` marks the warnings that they
 * closed and whose lock has not reported itself shut since; `return_count` says how often a warning came back.
 */
export const returningWarnings: NamedMigration = {
  name: '0145-returning-warnings',
  async up(db) {
    await sql`alter table lo_unclose_lock add column by_word boolean not null default false,
      add column return_count integer not null default 0`.execute(db)
    await sql`update lo_unclose_lock set by_word = true where close_kind = 5 and status in (3, 4)`.execute(db)
    await sql`create index lo_unclose_lock_by_word on lo_unclose_lock (id) where by_word`.execute(db)
  },
}
