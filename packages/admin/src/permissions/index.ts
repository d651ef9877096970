import { permission, permissionEndpoints } from '@suoan/contract'
import { fail } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { mountResource } from '@suoan/platform/resource'
import { permissionLevel, permissionTree } from '../roles/index.ts'
import { addRule, deleteRule, editRule, listRules } from './data-rules.ts'
import { grantsOfDepart, saveDepartGrants } from './depart-grants.ts'
import { permissionHooks } from './hooks.ts'
import { childrenOf, firstLevel, menuTree } from './menu-tree.ts'
import { grantsOf, saveGrants } from './role-grants.ts'

export {
  changeGrants,
  grantableCodes,
  grantedIds,
  ticksChanged,
  type GrantHolder,
  type TickedGrants,
} from './ticked-grants.ts'

const MOST_PARENTS = 200

/** Menus and buttons, what roles and departments are granted of them, and data rules (4-api.md §3.7, §4.7). */
export const permissions: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, permission, permissionHooks)
  bind(permissionEndpoints.tree, ({ actor }) => menuTree(ctx, actor))
  bind(permissionEndpoints.roots, ({ actor }) => firstLevel(ctx, actor))
  bind(
    permissionEndpoints.children,
    async ({ actor, input }) => (await childrenOf(ctx, actor, [input.parentId]))[input.parentId] ?? [],
  )
  bind(permissionEndpoints.childrenOfMany, ({ actor, input }) => {
    const given = typeof input.parentIds === 'string' ? input.parentIds.split(',') : input.parentIds
    const ids = [...new Set(given)].filter((id) => id !== '')
    if (ids.length > MOST_PARENTS)
      throw fail('BAD_INPUT', { detail: `批量查询子菜单失败：一次最多 ${MOST_PARENTS} 个菜单` })
    return childrenOf(ctx, actor, ids)
  })
  bind(permissionEndpoints.tickTree, () => permissionTree(ctx.pool, false))
  bind(permissionEndpoints.tickLevel, async ({ input }) => {
    const nodes = await permissionLevel(ctx.pool, input.pid ?? '')
    return nodes.length > 0 ? answered(nodes, '') : answered(nodes, '未找到角色信息', 500, false)
  })

  bind(permissionEndpoints.grantsOfRole, ({ actor, input }) => grantsOf(ctx, actor, input.roleId))
  bind(permissionEndpoints.saveGrants, async ({ actor, input, request }) => {
    return answered(null, `保存成功！${await saveGrants(ctx, actor, input, request)}`)
  })
  bind(permissionEndpoints.grantsOfDepart, ({ actor, input }) => grantsOfDepart(ctx, actor, input.departId))
  bind(permissionEndpoints.saveDepartGrants, async ({ actor, input, request }) => {
    return answered(null, `保存成功！${await saveDepartGrants(ctx, actor, input, request)}`)
  })

  bind(permissionEndpoints.rules, ({ actor, input }) => listRules(ctx, actor, input))
  bind(permissionEndpoints.findRules, ({ actor, input }) => listRules(ctx, actor, input))
  bind(permissionEndpoints.addRule, async ({ actor, input, request }) => {
    await addRule(ctx, actor, input, request)
    return answered(null, '添加成功！')
  })
  bind(permissionEndpoints.editRule, async ({ actor, input, request }) => {
    await editRule(ctx, actor, input, request)
    return answered(null, '更新成功！')
  })
  bind(permissionEndpoints.deleteRule, async ({ actor, input, request }) => {
    await deleteRule(ctx, actor, input.id, request)
    return answered(null, '删除成功！')
  })
}
