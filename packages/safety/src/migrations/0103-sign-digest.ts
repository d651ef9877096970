import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** The digest of a signature's picture is a text like any other digest: fixed-length text compares by other rules. */
export const signDigest: NamedMigration = {
  name: '0103-sign-digest',
  async up(db) {
    await sql`alter table lo_work_sign alter column img_sha256 type varchar(64)`.execute(db)
  },
}
