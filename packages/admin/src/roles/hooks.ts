import { role } from '@suoan/contract'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { ADMIN_ROLE, isAdmin, posts } from '../users/index.ts'

/** What roles respect beside plain CRUD: the built-in one is nobody's to make or remove, and one in use stays. */
export const roleHooks = defineHooks(role, {
  beforeAdd(draft, { actor }) {
    // The code alone gives the right to grant everything.
    if (draft.roleCode === ADMIN_ROLE)
      throw fail('REFUSED', { detail: `角色编码“${ADMIN_ROLE}”为系统保留，请更换` })
    if (posts.has(draft.roleCode ?? '') && !isAdmin(actor))
      throw fail('REFUSED', {
        detail: `角色编码“${draft.roleCode}”是系统使用的岗位，只有系统管理员可以新增，请更换`,
      })
  },
  async beforeDelete(rows, { tx }) {
    if (rows.some(({ roleCode }) => roleCode === ADMIN_ROLE))
      throw fail('REFUSED', { detail: '系统管理员角色不能删除' })
    const ids = rows.map(({ id }) => id)
    const { rows: used } = await sql<{ roleName: string; people: number }>`
      select r.role_name, count(*)::int as people from sys_user_role ur
        join sys_role r on r.id = ur.role_id
        join sys_user u on u.id = ur.user_id and u.del_flag = 0
      where ur.role_id = any(${ids}::text[]) group by r.id, r.role_name order by r.role_name`.execute(tx)
    if (used.length > 0) {
      const which = used.map(({ roleName, people }) => `“${roleName}”还有 ${people} 名用户`).join('，')
      throw fail('IN_USE', { detail: `角色${which}，请先将其移出后再删除` })
    }
    await sql`delete from sys_role_permission where role_id = any(${ids}::text[])`.execute(tx)
    await sql`delete from sys_user_role where role_id = any(${ids}::text[])`.execute(tx)
    // Else the next role of this code would begin with a page that nobody chose for it.
    await sql`delete from sys_role_index i using sys_role r
      where r.id = any(${ids}::text[]) and i.tenant_id = r.tenant_id and i.role_code = r.role_code`.execute(
      tx,
    )
  },
})
