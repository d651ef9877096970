import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/** Roles of tenants began with the monitor pages that have no buttons of their own, where every call refuses them. */
export const monitorsArePlatforms: NamedMigration = {
  name: '0460-monitors-are-the-platforms',
  async up(db) {
    await sql`delete from sys_role_permission l using sys_role r
      where r.id = l.role_id and r.tenant_id <> 0
        and (l.permission_id = 'menu-performance' or l.permission_id in (
          select id from sys_permission where parent_id = 'menu-performance'))`.execute(db)
  },
}
