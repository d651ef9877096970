import { departRole } from '@suoan/contract'
import { and, eq, everything, isIn } from '@suoan/kit/filter'
import { sql } from 'kysely'
import { fail } from '@suoan/platform/fail'
import { defineHooks } from '@suoan/platform/resource'
import { ledOnly, mustManage } from '../departments/index.ts'

/** What department roles respect beside plain CRUD (4-api.md §7.5): one that people have stays, as with roles. */
export const departRoleHooks = defineHooks(departRole, {
  // The list is asked with `deptId`, which is no field.
  filter: async ({ ctx, actor, input }) => {
    const departId = input['deptId']
    const led = await ledOnly(ctx.db, actor)
    return and(
      typeof departId === 'string' && departId !== '' ? eq('departId', departId) : everything,
      led === null ? everything : isIn('departId', led),
    )
  },
  async beforeAdd(draft, { ctx, actor }) {
    await mustManage(ctx, actor, draft.departId ?? '')
  },
  async beforeEdit(_draft, before, { ctx, actor }) {
    await mustManage(ctx, actor, before.departId ?? '')
  },
  async beforeDelete(rows, { tx, ctx, actor }) {
    for (const { departId } of rows) await mustManage(ctx, actor, departId ?? '')
    const ids = rows.map(({ id }) => id)
    const { rows: used } = await sql<{ roleName: string; people: number }>`
      select r.role_name, count(*)::int as people from sys_depart_role_user ru
        join sys_depart_role r on r.id = ru.drole_id
        join sys_user u on u.id = ru.user_id and u.del_flag = 0
      where ru.drole_id = any(${ids}::text[]) group by r.id, r.role_name order by r.role_name`.execute(tx)
    if (used.length > 0) {
      const which = used.map(({ roleName, people }) => `“${roleName}”还有 ${people} 名用户`).join('，')
      throw fail('IN_USE', { detail: `部门角色${which}，请先取消分配后再删除` })
    }
    await sql`delete from sys_depart_role_permission where role_id = any(${ids}::text[])`.execute(tx)
    await sql`delete from sys_depart_role_user where drole_id = any(${ids}::text[])`.execute(tx)
  },
})
