import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * The role ISSUE was given the menu of all tickets without the right to their list, so that the page answered with a
 * refusal. Where it still has that menu it is given the right. A new database has neither yet: its first start gives both.
 */
export const allTicketsOfIssuers: NamedMigration = {
  name: '0128-all-tickets-of-issuers',
  async up(db) {
    await sql`insert into sys_role_permission (id, role_id, permission_id)
      select left(md5(r.id || p.id), 32), r.id, p.id
      from sys_role r
      join sys_role_permission shown on shown.role_id = r.id and shown.permission_id = 'menu-work-all'
      join sys_permission p on p.perms = 'lo:work:allList'
      where r.role_code = 'ISSUE'
        and not exists (select 1 from sys_role_permission g where g.role_id = r.id and g.permission_id = p.id)`.execute(
      db,
    )
  },
}
