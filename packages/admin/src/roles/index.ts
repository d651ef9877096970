import { role, roleEndpoints } from '@suoan/contract'
import { sql } from 'kysely'
import { answered, type Feature } from '@suoan/platform/http/route'
import { closedSignal } from '@suoan/platform/http/closed-signal'
import { compile, mountResource, resourceStore, type MountedResource } from '@suoan/platform/resource'
import { mustSee } from '../users/index.ts'
import { rulesFor, saveRules, type RuleHolder } from './data-rules.ts'
import { compareRoles } from './compare-roles.ts'
import { copyRole } from './copy-role.ts'
import { choosableRoles, pageRoles } from './choosable-roles.ts'
import { personGrants, whoCan } from './explain-rights.ts'
import { roleHooks } from './hooks.ts'
import { permissionTree } from './permission-tree.ts'

export { rulesFor, saveRules, type RuleHolder } from './data-rules.ts'
export { permissionLevel, permissionTree } from './permission-tree.ts'

const holder: RuleHolder = {
  resource: role,
  table: 'sys_role_permission',
  column: 'role_id',
  unsaved: '请先保存角色菜单权限!',
  async people(db, id) {
    const { rows } = await sql<{
      userId: string
    }>`select user_id from sys_user_role where role_id = ${id}`.execute(db)
    return rows.map(({ userId }) => userId)
  },
}

/** Roles, and which data rules hold for them (4-api.md §7.2). Their grants are saved by the permissions feature. */
export const roles: Feature = (mount) => {
  const { app, ctx, bind } = mount
  const mounted: MountedResource = {
    ctx,
    resource: role,
    compiled: compile(role),
    store: resourceStore(role),
    hooks: roleHooks,
  }
  // Inside a tenant the list ends with roles of the platform, so it has a call of its own.
  mountResource(mount, { ...role, verbs: role.verbs.filter((verb) => verb !== 'list') }, roleHooks)
  bind(roleEndpoints.page, ({ input, actor, reply }) => pageRoles(mounted, actor, input, closedSignal(reply)))
  // What people may also do who are named on a ticket: known by the routes that say so, those of later features too.
  const orNamed = new Set<string>()
  app.addHook('onRoute', ({ config }) => {
    const access = config?.access
    if (typeof access === 'object' && access.orNamed) orNamed.add(access.permission)
  })
  bind(roleEndpoints.copy, async ({ input, actor, request }) =>
    answered({ id: await copyRole(mounted, actor, input, request) }, '复制成功！'),
  )
  bind(roleEndpoints.compare, ({ input, actor }) => compareRoles(ctx, actor, input))
  bind(roleEndpoints.whoCan, async ({ input, actor, reply }) => ({
    ...(await whoCan(ctx, actor, input, closedSignal(reply))),
    orNamed: orNamed.has(input.code),
  }))
  bind(roleEndpoints.personGrants, ({ input, actor }) => personGrants(ctx, actor, input.userId))
  bind(roleEndpoints.all, async ({ actor }) => {
    const rows = await choosableRoles(ctx, actor)
    return rows.length > 0 ? answered(rows, '') : answered(rows, '未找到角色信息', 500, false)
  })
  bind(roleEndpoints.flagged, async ({ input, actor }) => {
    const userId = input.userId || actor.userId
    // Whoever may not look at a person learns nothing of his roles either.
    if (userId !== actor.userId) await mustSee(ctx, actor, userId)
    const rows = await choosableRoles(ctx, actor)
    const { rows: held } = await ctx.pool.query<{ id: string }>(
      'select role_id as id from sys_user_role where user_id = $1',
      [userId],
    )
    const his = new Set(held.map(({ id }) => id))
    return rows.map((row) => {
      const id = String(row['id'])
      return { ...row, id, userFlag: his.has(id) ? ('1' as const) : ('0' as const) }
    })
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
    const { permissionId, roleId: id } = input
    const choice = await rulesFor(ctx, actor, holder, { permissionId, id })
    return choice ? answered(choice, '') : answered(null, '未找到权限配置信息', 500, false)
  })
  bind(roleEndpoints.saveRules, async ({ input, actor, request }) => {
    const { roleId: id, ...ticked } = input
    await saveRules(ctx, actor, holder, { id, ...ticked }, request)
    return answered(null, '保存成功!')
  })
}
