import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Data sources over TLS (decision 0881); those that stand there already stay as they are. */
export const dataSourceTls: NamedMigration = {
  name: '0441-data-source-tls',
  async up(db) {
    await sql`alter table sys_data_source add column db_tls varchar(10) default 'off', add column db_ca text`.execute(
      db,
    )
  },
}
