import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * An offline token ends with the phase it was signed in (3-domain.md §5.8); null = for a lock of one's own. Those from before may
 * name locks that other people rely on: no phase is theirs, so the next transition of their ticket ends them.
 */
export const tokensOfAPhase: NamedMigration = {
  name: '0133-tokens-of-a-phase',
  async up(db) {
    await sql`alter table lo_grant_token add column phase smallint`.execute(db)
    await sql`update lo_grant_token set phase = -1`.execute(db)
  },
}
