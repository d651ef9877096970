import { sql } from 'kysely'
import type { NamedMigration } from '@suoan/platform/db/migrate'

/**
 * KEEPER may issue the tags of points and areas, AUDITOR may verify and export the evidence, and neither had the page where
 * it is done. Where the role still has the right it is given the page. A new database has neither yet: its first start gives
 * both. The rights of the steps of flows move under the page that has come for them.
 */
export const pagesOfRights: NamedMigration = {
  name: '0180-pages-of-rights',
  async up(db) {
    for (const [role, right, page, group] of [
      ['KEEPER', 'lo:siteTag:issue', 'menu-point', 'menu-site'],
      ['KEEPER', 'lo:siteTag:issue', 'menu-area', 'menu-site'],
      ['AUDITOR', 'lo:audit:verify', 'menu-audit', 'menu-monitor'],
    ] as const)
      await sql`insert into sys_role_permission (id, role_id, permission_id)
        select left(md5(r.id || shown.id), 32), r.id, shown.id
        from sys_role r
        join sys_role_permission g on g.role_id = r.id
        join sys_permission p on p.id = g.permission_id and p.perms = ${right}
        join sys_permission shown on shown.id in (${page}, ${group})
        where r.role_code = ${role}
          and not exists (select 1 from sys_role_permission h where h.role_id = r.id and h.permission_id = shown.id)`.execute(
        db,
      )
    await sql`update sys_permission set parent_id = 'menu-flow-step'
      where parent_id = 'menu-flow' and perms like 'lo:flowStep:%'`.execute(db)
  },
}
