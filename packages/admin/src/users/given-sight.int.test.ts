import type { Page } from '@suoan/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { departments } from '../departments/index.ts'
import { departRoles } from '../depart-roles/index.ts'
import { permissions } from '../permissions/index.ts'
import { preparePassword, storePassword } from '../session/index.ts'
import { roles } from '../roles/index.ts'
import { users } from './index.ts'
import { createPeopleWorld, PASSWORD, signIn } from './testing/people-world.ts'

let world: TestWorld
let boss: Awaited<ReturnType<typeof signIn>>
let clerk: Awaited<ReturnType<typeof signIn>>
let inner: Awaited<ReturnType<typeof signIn>>

/** `clerk` manages users but sees those of department A01 alone; `inner` is such a clerk without a say in departments. */
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'roles', mount: roles },
    { name: 'permissions', mount: permissions },
    { name: 'departments', mount: departments },
    { name: 'departRoles', mount: departRoles },
  ])
  const { pool } = world.database
  await pool.query(`
    insert into sys_depart (id, tenant_id, parent_id, depart_name, org_code, org_type) values
      ('d3', 0, '', '二部', 'A02', '1');
    insert into sys_permission (id, parent_id, name, menu_type, perms, sort_no, is_leaf) values
      ('p-depart', 'm-sys', '部门编辑', 2, 'system:depart:edit', 7, true),
      ('p-drole', 'm-sys', '部门角色编辑', 2, 'system:departRole:edit', 8, true),
      ('p-other', 'm-sys', '其他', 2, 'other:thing:list', 9, true);
    insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status, create_time)
      values ('rule-dept', 'm-user', '只看本部门', 'orgCode', 'RIGHT_LIKE', '#{sys_org_code}', '1', now()),
        ('rule-wide', 'm-user', '全部门', 'orgCode', 'RIGHT_LIKE', 'A', '1', now() + interval '1 hour');
    insert into sys_role_permission (id, role_id, permission_id, data_rule_ids) values ('cm', 'r-clerk', 'm-user', 'rule-dept');
    insert into sys_role_permission (id, role_id, permission_id) values
      ('cd', 'r-clerk', 'p-depart'), ('cr', 'r-clerk', 'p-drole'), ('co', 'r-clerk', 'p-other'),
      ('cp', 'r-clerk', 'p-menu');
    insert into sys_role (id, tenant_id, role_name, role_code) values
      ('r-inner', 0, '科室文员', 'inner'), ('r-bound', 0, '查看本部门', 'bound'), ('r-wide', 0, '查看全部门', 'wide'),
      ('r-other', 0, '其他', 'other'), ('r-safety', 0, '安全员', 'SAFETY');
    insert into sys_role_permission (id, role_id, permission_id, data_rule_ids) values
      ('im', 'r-inner', 'm-user', 'rule-dept'), ('i1', 'r-inner', 'p-list', null), ('i2', 'r-inner', 'p-add', null),
      ('i3', 'r-inner', 'p-edit', null),
      ('bm', 'r-bound', 'm-user', 'rule-dept'), ('b1', 'r-bound', 'p-list', null),
      ('wm', 'r-wide', 'm-user', 'rule-dept,rule-wide'), ('w1', 'r-wide', 'p-list', null),
      ('o1', 'r-other', 'p-other', null);
    insert into sys_user (id, tenant_id, username, realname, rel_tenant_ids, org_code, create_time) values
      ('inner', 0, 'inner', '科员', null, 'A01', now()), ('near', 0, 'near', '近', null, 'A01A01', now()),
      ('both', 0, 'both', '两厂', '0,9', 'A01', now());
    update sys_user set org_code = 'A01' where id in ('clerk', 'worker');
    insert into sys_user_role (id, user_id, role_id) values ('5', 'inner', 'r-inner');
    insert into sys_user_depart (id, user_id, dep_id) values
      ('2', 'clerk', 'd1'), ('3', 'inner', 'd1'), ('4', 'near', 'd2'), ('5', 'both', 'd1');
    insert into sys_depart_role (id, tenant_id, depart_id, role_name, role_code) values ('dr', 0, 'd1', '部门查看', 'dr');
    insert into sys_depart_role_permission (id, depart_id, role_id, permission_id) values ('drp', 'd1', 'dr', 'p-list')`)
  const prepared = await preparePassword(PASSWORD, false)
  await world.ctx.db.transaction().execute(async (tx) => {
    for (const id of ['inner', 'near', 'both']) await storePassword(tx, id, prepared, world.clock.now())
  })
  boss = await signIn(world, 'boss')
})
beforeEach(async () => {
  await world.database.pool.query(`
    delete from sys_user_role where user_id in ('worker', 'near', 'both');
    delete from sys_user_depart where user_id in ('worker', 'near');
    insert into sys_user_depart (id, user_id, dep_id) values ('w', 'worker', 'd1'), ('n', 'near', 'd2');
    update sys_user set org_code = 'A01' where id = 'worker'`)
  clerk = await signIn(world, 'clerk')
  inner = await signIn(world, 'inner')
})
afterAll(() => world[Symbol.asyncDispose]())

const beyond = { success: false, message: expect.stringContaining('数据规则“只看本部门”以外') }
const fine = { success: true }
const seenBy = async (name: string) =>
  (await (await signIn(world, name)).get<Page<unknown>>('/sys/user/list')).result.total

let count = 0
const draft = (more: object) => {
  count += 1
  return { username: `new${count}`, realname: `新${count}`, password: PASSWORD, ...more }
}

describe('whoever is bound by a data rule gives nobody a wider sight than his own', () => {
  it('sees only what his rule shows', async () => {
    expect(await seenBy('clerk')).toBeLessThan((await boss.get<Page<unknown>>('/sys/user/list')).result.total)
  })

  it('by adding a user: with an unbound role, a wider rule, or a department that he does not see', async () => {
    for (const links of [
      { selectedroles: 'r-see', selecteddeparts: 'd1' },
      { selectedroles: 'r-wide', selecteddeparts: 'd1' },
      { selectedroles: 'r-bound', selecteddeparts: 'd3' },
      { selectedroles: 'r-bound', selecteddeparts: 'd1,d3' },
    ])
      expect(await clerk.post('/sys/user/add', draft(links))).toMatchObject(beyond)
    for (const links of [
      { selectedroles: 'r-bound', selecteddeparts: 'd1' },
      { selectedroles: 'r-clerk', selecteddeparts: 'd2' },
      { selectedroles: 'r-other', selecteddeparts: 'd3' },
      { selecteddeparts: 'd3' },
    ])
      expect(await clerk.post('/sys/user/add', draft(links))).toMatchObject(fine)
    expect(await boss.post('/sys/user/add', draft({ selectedroles: 'r-see' }))).toMatchObject(fine)
  })

  it('by editing one, or from the side of the role', async () => {
    expect(await clerk.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-see' })).toMatchObject(beyond)
    for (const roleId of ['r-see', 'r-wide'])
      expect(
        await clerk.post('/sys/user/addSysUserRole', { roleId, userIdList: ['near', 'worker'] }),
      ).toMatchObject(beyond)
    expect(await clerk.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-bound' })).toMatchObject(fine)
    expect(await clerk.put('/sys/user/editDepart', { id: 'worker', selecteddeparts: 'd1,d3' })).toMatchObject(
      beyond,
    )
    // Whoever sees more already is not made to see still more, but what has nothing to do with it passes.
    await boss.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-see,r-bound' })
    expect(await clerk.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-see' })).toMatchObject(beyond)
    await boss.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-see' })
    expect(await clerk.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-see,r-other' })).toMatchObject(
      fine,
    )
  })

  it('by a role of his own to which he adds a rule that replaces the one binding him', async () => {
    expect(
      await clerk.post('/sys/user/addSysUserRole', { roleId: 'r-wide', userIdList: ['clerk'] }),
    ).toMatchObject({ success: false, message: expect.stringContaining('数据规则“只看本部门”') })
  })

  it('by a department role, or by its data rules', async () => {
    const give = { userId: 'worker', newRoleId: 'dr', oldRoleId: '' }
    expect(await clerk.post('/sys/sysDepartRole/deptRoleUserAdd', give)).toMatchObject(beyond)
    await boss.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-bound' })
    expect(await clerk.post('/sys/sysDepartRole/deptRoleUserAdd', give)).toMatchObject(fine)
    await boss.post('/sys/sysDepartRole/deptRoleUserAdd', {
      userId: 'worker',
      newRoleId: '',
      oldRoleId: 'dr',
    })
  })

  it('by the grants and data rules of a role that others hold', async () => {
    await boss.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-other' })
    expect(
      await clerk.post('/sys/permission/saveRolePermission', {
        roleId: 'r-other',
        permissionIds: 'p-other,p-list',
        lastpermissionIds: 'p-other',
      }),
    ).toMatchObject(beyond)
    await boss.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-bound' })
    for (const dataRuleIds of ['', 'rule-dept,rule-wide'])
      expect(
        await clerk.post('/sys/role/datarule', { roleId: 'r-bound', permissionId: 'm-user', dataRuleIds }),
      ).toMatchObject(beyond)
  })

  it('by a rule that others have beside it, or by a menu row that others have', async () => {
    for (const answer of [
      await clerk.put('/sys/permission/editPermissionRule', { id: 'rule-wide', ruleValue: 'B' }),
      await clerk.delete('/sys/permission/deletePermissionRule', { id: 'rule-wide' }),
      await clerk.put('/sys/permission/edit', { id: 'p-other', perms: 'other:thing:list,system:user:list' }),
    ])
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining('只看本部门') })
  })

  it('by taking over an account that sees more, or works in another tenant', async () => {
    const reset = (username: string) => clerk.put('/sys/user/changePassword', { username })
    await boss.put('/sys/user/edit', { id: 'worker', selectedroles: 'r-see' })
    for (const answer of [
      await reset('worker'),
      await clerk.put('/sys/user/edit', { id: 'worker', phone: '13900000001' }),
      await clerk.put('/sys/user/edit', { id: 'worker', email: 'me@example.com' }),
    ])
      expect(answer).toMatchObject(beyond)
    expect(await reset('both')).toMatchObject({
      success: false,
      message: expect.stringContaining('还属于其他租户'),
    })
    expect(await clerk.put('/sys/user/edit', { id: 'worker', realname: '老工人' })).toMatchObject(fine)
    expect(await clerk.put('/sys/user/edit', { id: 'near', phone: '13900000002' })).toMatchObject(fine)
  })
})

describe('whoever manages users gives nobody what is not his to give', () => {
  it('no post that he does not hold, and no role that is one', async () => {
    const refused = { success: false, message: expect.stringContaining('安全') }
    expect(
      await clerk.post('/sys/user/addSysUserRole', { roleId: 'r-safety', userIdList: ['near'] }),
    ).toMatchObject(refused)
    expect(await clerk.put('/sys/user/edit', { id: 'near', selectedroles: 'r-safety' })).toMatchObject(
      refused,
    )
    await boss.put('/sys/user/edit', { id: 'near', selectedroles: 'r-safety' })
    expect(await clerk.put('/sys/user/changePassword', { username: 'near' })).toMatchObject({
      success: false,
      message: expect.stringContaining('权限高于您'),
    })
  })

  it('no department to lead that he neither manages nor leads', async () => {
    const leading = (departIds: string) => draft({ selecteddeparts: 'd1', userIdentity: 2, departIds })
    const refused = { success: false, message: expect.stringContaining('负责部门') }
    expect(await inner.post('/sys/user/add', leading('d1'))).toMatchObject(refused)
    expect(
      await inner.put('/sys/user/edit', { id: 'worker', userIdentity: 2, departIds: 'd1' }),
    ).toMatchObject(refused)
    await boss.put('/sys/user/edit', { id: 'inner', userIdentity: 2, departIds: 'd1' })
    expect(await inner.post('/sys/user/add', leading('d2'))).toMatchObject(fine)
    expect(await inner.post('/sys/user/add', leading('d3'))).toMatchObject(refused)
    expect(await clerk.post('/sys/user/add', leading('d3'))).toMatchObject(fine)
  })

  it('and takes nobody out of his tenants', async () => {
    expect(await clerk.put('/sys/user/edit', { id: 'both', relTenantIds: '' })).toMatchObject({
      success: false,
      message: '只有系统管理员可以指定用户的租户',
    })
    expect(await clerk.put('/sys/user/edit', { id: 'near', relTenantIds: '' })).toMatchObject(fine)
  })
})
