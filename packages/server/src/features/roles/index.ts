import { role, roleEndpoints } from '@suoan/contract'
import { everything } from '@suoan/kit/filter'
import { scopeFor } from '../../db/scope.ts'
import { answered, type Feature } from '../../http/route.ts'
import { mountResource, resourceStore } from '../../resource/index.ts'
import { rulesFor, saveRules } from './data-rules.ts'
import { roleHooks } from './hooks.ts'
import { permissionTree } from './permission-tree.ts'

export { permissionTree } from './permission-tree.ts'

/** Roles, and which data rules hold for them (4-api.md §7.2). Their grants are saved by the permissions feature. */
export const roles: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, role, roleHooks)
  bind(roleEndpoints.all, async ({ actor }) => {
    const rows = await resourceStore(role).list(ctx.pool, await scopeFor(ctx, actor, role), everything)
    return rows.length > 0 ? answered(rows, '') : answered(rows, '未找到角色信息', 500, false)
  })
  bind(roleEndpoints.isFree, async ({ input, actor }) => {
    const { rows } = await ctx.pool.query(
      'select 1 from sys_role where tenant_id = $1 and role_code = $2 and id <> $3',
      [actor.tenantId, input.roleCode, input.id ?? ''],
    )
    return rows.length === 0 ? answered(true, '') : answered(false, '角色编码已存在', 500, false)
  })
  bind(roleEndpoints.permissionTree, () => permissionTree(ctx.pool, true))
  bind(roleEndpoints.rules, async ({ input, actor }) => {
    const choice = await rulesFor(ctx, actor, input)
    return choice ? answered(choice, '') : answered(null, '未找到权限配置信息', 500, false)
  })
  bind(roleEndpoints.saveRules, async ({ input, actor, request }) => {
    await saveRules(ctx, actor, input, request)
    return answered(null, '保存成功!')
  })
}
