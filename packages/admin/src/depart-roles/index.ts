import { department, departRole, departRoleEndpoints } from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { failUnseen } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { mountResource, resourceStore } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { mustManage } from '../departments/index.ts'
import { rulesFor, saveRules, type RuleHolder } from '../roles/index.ts'
import { grantsOf, saveGrants, treeForDepart } from './grants.ts'
import { departRoleHooks } from './hooks.ts'
import { assignRoles, linksOfUser, rolesOfDepart } from './people.ts'

/** The rules of a department bind nobody: they are what its roles may be given (4-api.md §4.7, §7.5). */
const ofDepart: RuleHolder = {
  resource: department,
  table: 'sys_depart_permission',
  column: 'depart_id',
  unsaved: '请先保存部门菜单权限!',
}

const ofDepartRole: RuleHolder = {
  resource: departRole,
  table: 'sys_depart_role_permission',
  column: 'role_id',
  unsaved: '请先保存角色菜单权限!',
  async people(db, id) {
    const { rows } = await sql<{ userId: string }>`
      select user_id from sys_depart_role_user where drole_id = ${id}`.execute(db)
    return rows.map(({ userId }) => userId)
  },
  // What the department has ticked; and what the role has, so that it can be taken away.
  async offers(db, id, permissionId) {
    const { rows } = await sql<{ ruleId: string }>`
      select unnest(string_to_array(dp.data_rule_ids, ',')) as rule_id from sys_depart_permission dp
        join sys_depart_role r on r.depart_id = dp.depart_id where r.id = ${id} and dp.permission_id = ${permissionId}
      union
      select unnest(string_to_array(rp.data_rule_ids, ',')) from sys_depart_role_permission rp
        where rp.role_id = ${id} and rp.permission_id = ${permissionId}`.execute(db)
    return new Set(rows.map(({ ruleId }) => ruleId))
  },
}

/**
 * Roles of departments, what they are granted, and who has them (4-api.md §7.5). Their grants count like those of roles
 * (§3.5): `load-grants.ts`, `own-permissions.ts` and `scope.ts` read both.
 */
export const departRoles: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, departRole, departRoleHooks)
  bind(departRoleEndpoints.permissionTree, async ({ actor, input }) => {
    await mustManage(ctx, actor, input.departId)
    return treeForDepart(ctx, actor, input.departId)
  })
  bind(departRoleEndpoints.grants, async ({ actor, input }) => {
    await mustManageRoles(ctx, actor, [input.roleId])
    return grantsOf(ctx, actor, input.roleId)
  })
  bind(departRoleEndpoints.saveGrants, async ({ actor, input, request }) => {
    await mustManageRoles(ctx, actor, [input.roleId])
    return answered(null, `保存成功！${await saveGrants(ctx, actor, input, request)}`)
  })

  bind(departRoleEndpoints.departRules, async ({ actor, input: { permissionId, departId: id } }) =>
    orNone(await rulesFor(ctx, actor, ofDepart, { permissionId, id })),
  )
  bind(
    departRoleEndpoints.saveDepartRules,
    async ({ actor, input: { departId: id, ...ticked }, request }) => {
      await saveRules(ctx, actor, ofDepart, { id, ...ticked }, request)
      return answered(null, '保存成功!')
    },
  )
  bind(departRoleEndpoints.rules, async ({ actor, input: { permissionId, departId, roleId: id } }) => {
    await mustManage(ctx, actor, departId)
    const role = await resourceStore(departRole).find(ctx.pool, await dataScope(ctx, actor, departRole), id)
    if (role?.['departId'] !== departId) throw failUnseen(departRole.table, [id])
    return orNone(await rulesFor(ctx, actor, ofDepartRole, { permissionId, id }))
  })
  bind(departRoleEndpoints.saveRules, async ({ actor, input: { roleId: id, ...ticked }, request }) => {
    await mustManageRoles(ctx, actor, [id])
    await saveRules(ctx, actor, ofDepartRole, { id, ...ticked }, request)
    return answered(null, '保存成功!')
  })

  bind(departRoleEndpoints.ofDepart, async ({ actor, input }) => {
    await mustManage(ctx, actor, input.departId)
    return rolesOfDepart(ctx, actor, input.departId)
  })
  bind(departRoleEndpoints.ofUser, async ({ actor, input }) => {
    await mustManage(ctx, actor, input.departId)
    return linksOfUser(ctx, actor, input)
  })
  bind(departRoleEndpoints.assign, async ({ actor, input, request }) => {
    await mustManageRoles(ctx, actor, [...linksIn(input.newRoleId), ...linksIn(input.oldRoleId)])
    return answered(null, `添加成功！${await assignRoles(ctx, actor, input, request)}`)
  })
}

function orNone<T>(choice: T | null) {
  return choice === null ? answered(null, '未找到权限配置信息', 500, false) : answered(choice, '')
}

/** Refuses roles of departments that the caller neither manages nor leads, as ones that do not exist. */
async function mustManageRoles(ctx: Context, actor: Actor, roleIds: readonly string[]): Promise<void> {
  const { rows } = await ctx.pool.query<{ departId: string }>(
    `select distinct depart_id as "departId" from sys_depart_role where id = any($1::text[]) and tenant_id = $2`,
    [roleIds, actor.tenantId],
  )
  // A role that is not there is refused by the call itself.
  for (const { departId } of rows) await mustManage(ctx, actor, departId)
}

const linksIn = (value: string | readonly string[]): string[] =>
  typeof value === 'string' ? value.split(',').filter((part) => part !== '') : [...value]
