import { sql } from 'kysely'
import type { NamedMigration } from '../db/migrate.ts'

/** What a tenant shows in the shell, and the account that was made with it. */
export const tenantLogo: NamedMigration = {
  name: '0352-tenant-logo',
  async up(db) {
    await sql`alter table sys_tenant add column logo varchar(255), add column admin_user_id varchar(32)`.execute(
      db,
    )
    await sql`create index sys_tenant_logo_file on sys_tenant using gin (string_to_array(logo::text, ','))`.execute(
      db,
    )
  },
}
