import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** Operations and logins of one person, newest first: asked for on 日志管理, and long among those of everybody. */
export const logOfPerson: NamedMigration = {
  name: '0451-log-of-person',
  async up(db) {
    await sql`create index sys_log_person on sys_log (tenant_id, userid, create_time desc, id desc)`.execute(
      db,
    )
  },
}
