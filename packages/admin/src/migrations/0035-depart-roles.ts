import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Department roles are in use (4-api.md §7.5): a code stands for one role of a tenant, and their lists are paged. */
export const departRoles: NamedMigration = {
  name: '0035-depart-roles',
  async up(db) {
    await sql`create unique index sys_depart_role_role_code on sys_depart_role (tenant_id, role_code)`.execute(
      db,
    )
    await sql`create index sys_depart_role_listed on sys_depart_role (tenant_id, create_time desc, id desc)`.execute(
      db,
    )
    await sql`create index sys_depart_role_permission_permission on sys_depart_role_permission (permission_id)`.execute(
      db,
    )
  },
}
