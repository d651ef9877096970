import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * Why work stands still, and who answered for it (3-domain.md T32, T33, T55). Work that stands still already was stopped
 * for a reason that only its timeline tells: it is answered for like any other that was not stated.
 */
export const stopCauses: NamedMigration = {
  name: '0077-stop-causes',
  async up(db) {
    await sql`alter table lo_work add column stop_causes jsonb`.execute(db)
    await sql`update lo_work set stop_causes = jsonb_build_array(jsonb_build_object('causeId', 'before-' || id, 'kind', '0',
        'reason', '中断原因见时间线', 'at', (extract(epoch from suspended_at) * 1000)::bigint, 'byName', '', 'closedAt', null))
      where work_status = 20 and exec_phase in (21, 22, 23) and suspended_at is not null`.execute(db)
  },
}
