import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** What was asked under an operation id: only the same call gets the first answer again. Null in rows of before. */
export const callOfOperation: NamedMigration = {
  name: '0208-call-of-operation',
  async up(db) {
    await sql`alter table client_op add column call_hash varchar(64)`.execute(db)
    await sql`comment on column client_op.call_hash is '请求内容摘要'`.execute(db)
  },
}
