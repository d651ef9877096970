import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** A picture proves one thing once (G13, G20): whether its content did so already is asked of every photo. */
export const evidenceOnce: NamedMigration = {
  name: '0105-evidence-once',
  async up(db) {
    await sql`create index lo_evidence_file_digest on lo_evidence_file (tenant_id, sha256)`.execute(db)
  },
}
