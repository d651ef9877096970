import type { NamedMigration } from '@suoan/platform/db/migrate'
import { sql } from 'kysely'

/**
 * Who works, guards, isolates, permits or decides begins with what is his to do. Roles of the first start alone, and only
 * where nobody has chosen a home page; a new installation has its own from the start.
 */
export const homesOfFieldRoles: NamedMigration = {
  name: '0480-homes-of-field-roles',
  async up(db) {
    await sql`
      insert into sys_role_index (id, tenant_id, role_code, url, component, status, priority, create_by, create_time)
      select left(md5('home' || r.id), 32), r.tenant_id, r.role_code, '/dashboard/workplace', 'dashboard/Workplace', '1', 0,
        'system', now()
      from sys_role r
      where r.role_code in ('ISSUE', 'REVIEW', 'APPROVE', 'PERMIT', 'LEAD', 'WORK', 'GUARD', 'ISO', 'VERIFY', 'GASTEST',
          'KEEPER', 'CONTR')
        and (r.id = 'role-' || r.role_code or r.id = 'role-' || r.tenant_id || '-' || r.role_code)
      on conflict do nothing`.execute(db)
  },
}
