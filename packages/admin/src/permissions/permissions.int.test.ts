import type { Page } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { roles } from '../roles/index.ts'
import { users } from '../users/index.ts'
import { createPeopleWorld, signIn } from '../users/testing/people-world.ts'
import { permissions } from './index.ts'

type Node = {
  id: string
  title: string
  url: string
  component: string
  leaf: boolean
  children: Node[] | null
}

let world: TestWorld
let boss: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'roles', mount: roles },
    { name: 'permissions', mount: permissions },
  ])
  boss = await signIn(world, 'boss')
})
afterAll(() => world[Symbol.asyncDispose]())

async function addMenu(name: string, more: Readonly<Record<string, unknown>>): Promise<string> {
  const answer = await world.as().post('/sys/permission/add', { name, menuType: 1, url: '/some', ...more })
  expect(answer).toMatchObject({ success: true })
  const { rows } = await world.database.pool.query<{ id: string }>(
    'select id from sys_permission where name = $1',
    [name],
  )
  return rows[0]?.id ?? ''
}
const stored = async (id: string) =>
  (await world.as().get<Node & { parentId: string; delFlag: number }>('/sys/permission/queryById', { id }))
    .result

describe('menus', () => {
  it('are shown as a tree, level by level, and as a tree to tick', async () => {
    const me = world.as()
    const tree = await me.get<Node[]>('/sys/permission/list')
    expect(tree.result).toMatchObject([{ id: 'm-sys', title: '系统管理', leaf: false }])
    expect(tree.result[0]?.children?.map(({ id }) => id)).toEqual(['m-user', 'p-role', 'p-menu'])
    expect((await me.get<Node[]>('/sys/permission/getSystemMenuList')).result).toMatchObject([
      { id: 'm-sys', leaf: false, children: [] },
    ])
    const below = (await me.get<Node[]>('/sys/permission/getSystemSubmenu', { parentId: 'm-user' })).result
    expect(below).toHaveLength(4)
    // A row whose children are loaded later is one that can be opened: its list is there, and empty.
    for (const { leaf, children } of below) expect(children).toEqual(leaf ? null : [])
    const batch = await me.get<Record<string, Node[]>>('/sys/permission/getSystemSubmenuBatch', {
      parentIds: 'm-sys,p-list,',
    })
    expect([batch.result['m-sys']?.length, batch.result['p-list']]).toEqual([3, []])
    expect((await me.get('/sys/permission/queryTreeList')).result).toMatchObject({
      treeList: [{ key: 'm-sys', title: '系统管理' }],
    })
  })

  it('are stored in one form, and a parent is a leaf only while nothing stands below it', async () => {
    const group = await addMenu('组', { menuType: 0, parentId: 'm-sys', url: 'group' })
    expect(await stored(group)).toMatchObject({
      parentId: '',
      url: '/group',
      component: 'layouts/RouteView',
      leaf: true,
    })
    const page = await addMenu('页', { parentId: group, component: 'src/views/a/B.vue', url: 'group/b' })
    expect(await stored(page)).toMatchObject({ component: 'a/B', url: '/group/b', leaf: true })
    expect(await stored(group)).toMatchObject({ leaf: false })
    await world.as().put('/sys/permission/edit', { id: page, parentId: 'm-sys' })
    expect(await stored(group)).toMatchObject({ leaf: true })
    await world.as().put('/sys/permission/edit', { id: page, parentId: group })
    await world.as().delete('/sys/permission/delete', { id: page })
    expect(await stored(group)).toMatchObject({ leaf: true })
  })

  it('lead to pages of ours, or to sites that the configuration names, and never take a token along', async () => {
    const add = (body: object) =>
      world.as().post('/sys/permission/add', { name: '外', menuType: 1, parentId: 'm-sys', ...body })
    for (const [url, why] of [
      ['javascript:alert(1)', '地址应以 / 开头'],
      ['data:text/html,x', '地址应以 / 开头'],
      ['//evil.example/x', '地址应以 / 开头'],
      ['https://evil.example/', 'FRAME_ORIGINS'],
      ['https://evil.example/?t=${token}', '登录凭证不会发送给其他网站'],
      ["{{ window._CONFIG['domianURL'] }}{{ alert(1) }}/x", '不能包含其他脚本'],
    ])
      expect([url, (await add({ url })).message]).toEqual([url, expect.stringContaining(why ?? '')])
    expect((await add({ url: '/a', redirect: 'https://evil.example/' })).success).toBe(false)
    expect((await add({ url: '/framed?t=${token}' })).success).toBe(true)
  })

  it('refuse a missing parent, a button as parent, a circle and a button with children', async () => {
    const add = (body: object) => world.as().post('/sys/permission/add', { name: '错', menuType: 1, ...body })
    expect((await add({})).message).toBe('请选择上级菜单')
    expect((await add({ parentId: 'p-list' })).message).toContain('按钮下不能再有下级')
    expect((await add({ parentId: 'nowhere' })).message).toContain('上级菜单不存在')
    // Nothing could open it; a button is opened by nobody.
    expect((await add({ parentId: 'm-sys' })).message).toContain('菜单路径：请填写')
    expect((await add({ menuType: 0, url: ' ' })).message).toContain('菜单路径：请填写')
    const emptied = await world.as().put('/sys/permission/edit', { id: 'm-user', url: '' })
    expect(emptied.message).toContain('菜单路径：请填写')
    const circle = await world.as().put('/sys/permission/edit', { id: 'm-user', parentId: 'm-user' })
    expect(circle.message).toContain('自己或它的下级')
    const button = await world.as().put('/sys/permission/edit', { id: 'm-user', menuType: 2 })
    expect(button.message).toContain('还有下级')
  })

  it('go with everything below them and every grant of it', async () => {
    const group = await addMenu('去', { menuType: 0 })
    const page = await addMenu('去页', { parentId: group })
    const button = await addMenu('去钮', { parentId: page, menuType: 2, perms: 'demo:go' })
    await boss.post('/sys/permission/saveRolePermission', {
      roleId: 'r-see',
      permissionIds: `p-list,${page},${button}`,
      lastpermissionIds: 'p-list',
    })
    expect(await world.as().delete('/sys/permission/deleteBatch', { ids: `${group},` })).toMatchObject({
      success: true,
    })
    const left = await world.database.pool.query(
      `select id from sys_permission where id = any($1) and del_flag = 0
       union all select id from sys_role_permission where permission_id = any($1)`,
      [[group, page, button]],
    )
    expect(left.rows).toEqual([])
  })

  it('stay where they are needed to put things right', async () => {
    const me = world.as()
    for (const answer of [
      await me.delete('/sys/permission/delete', { id: 'm-sys' }),
      await me.put('/sys/permission/edit', { id: 'p-menu', perms: 'x:y' }),
      await me.post('/sys/permission/saveRolePermission', {
        roleId: 'r-admin',
        permissionIds: '',
        lastpermissionIds: 'p-menu',
      }),
    ])
      expect(answer).toMatchObject({ success: false, message: expect.stringMatching(/必需的|保留全部权限/) })
  })

  it('are changed by the platform only', async () => {
    const tenant = world.as({ tenantId: 9 })
    for (const answer of [
      await tenant.post('/sys/permission/add', { name: 'x', menuType: 0 }),
      await tenant.put('/sys/permission/edit', { id: 'm-user', name: 'x' }),
      await tenant.delete('/sys/permission/delete', { id: 'm-user' }),
      await tenant.post('/sys/permission/addPermissionRule', {
        permissionId: 'm-user',
        ruleName: 'x',
        ruleConditions: '=',
        ruleValue: 'x',
        ruleColumn: 'createBy',
      }),
    ])
      expect(answer).toMatchObject({
        success: false,
        message: expect.stringContaining('由平台统一维护，请联系平台管理员'),
      })
  })

  it('do not become a way to rights: a code one does not hold is put on no row', async () => {
    const editor = world.as({
      roleCodes: [],
      permissions: new Set([
        'system:permission:add',
        'system:permission:edit',
        'system:permission:delete',
        'system:user:list',
      ]),
    })
    const own = await addMenu('自有', { menuType: 2, parentId: 'm-user', perms: 'system:user:list' })
    for (const answer of [
      await editor.put('/sys/permission/edit', { id: own, perms: 'system:user:list,system:user:edit' }),
      await editor.post('/sys/permission/add', {
        name: '新',
        menuType: 2,
        parentId: 'm-user',
        perms: 'system:user:delete',
      }),
      await editor.delete('/sys/permission/delete', { id: 'p-del' }),
    ])
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining('自己没有的权限') })
  })
})

describe('grants', () => {
  it('are the difference between what was shown and what is ticked, and are felt at once', async () => {
    const worker = await signIn(world, 'worker')
    expect((await worker.get('/sys/user/list')).success).toBe(true)
    const save = (permissionIds: string, lastpermissionIds: string) =>
      boss.post('/sys/permission/saveRolePermission', { roleId: 'r-see', permissionIds, lastpermissionIds })
    expect(await save('', 'p-list')).toMatchObject({ message: '保存成功！' })
    await expect.poll(async () => (await worker.get('/sys/user/list')).code).toBe(510)
    expect((await world.as().get('/sys/permission/queryRolePermission', { roleId: 'r-see' })).result).toEqual(
      [],
    )
    await save('p-list,m-user,', '')
    await expect.poll(async () => (await worker.get('/sys/user/list')).success).toBe(true)
    expect((await save('p-list,gone', 'p-list')).message).toContain('已被删除')
  })

  it('are refused beyond what one holds oneself, also for the own role', async () => {
    const clerk = await signIn(world, 'clerk')
    const own = await clerk.post('/sys/permission/saveRolePermission', {
      roleId: 'r-clerk',
      permissionIds: 'p-menu',
      lastpermissionIds: '',
    })
    expect(own).toMatchObject({ success: false, message: expect.stringContaining('system:permission:edit') })
    const fine = await clerk.post('/sys/permission/saveRolePermission', {
      roleId: 'r-see',
      permissionIds: 'p-list,p-add',
      lastpermissionIds: 'p-list',
    })
    expect(fine).toMatchObject({ success: true })
  })

  it('know no role of another tenant', async () => {
    const body = { roleId: 'r-foreign', permissionIds: 'p-list', lastpermissionIds: '' }
    expect(await boss.post('/sys/permission/saveRolePermission', body)).toMatchObject({
      message: '未找到对应实体',
    })
    expect(
      await world.as().get('/sys/permission/queryRolePermission', { roleId: 'r-foreign' }),
    ).toMatchObject({ success: false })
  })
})

describe('data rules', () => {
  const rule = {
    permissionId: 'm-user',
    ruleName: '本人',
    ruleColumn: 'createBy',
    ruleConditions: '=',
    ruleValue: '#{sys_user_code}',
  }
  const add = (more: object = {}) =>
    world.as().post('/sys/permission/addPermissionRule', { ...rule, ...more })

  it('are refused at save when they could not be applied', async () => {
    expect((await add({ ruleColumn: 'nope' })).message).toBe(
      '数据权限规则“本人”的字段“nope”不存在，请修改后再保存',
    )
    expect((await add({ ruleConditions: '~' })).message).toContain('不受支持')
    expect((await add({ ruleConditions: 'USE_SQL_RULES', ruleValue: '1=1' })).message).toContain('自定义SQL')
    expect((await add({ ruleValue: '#{password}' })).message).toContain('变量“password”不存在')
    expect((await add({ permissionId: 'p-menu' })).message).toContain('规则不会生效')
    expect((await add({ ruleName: '' })).message).toContain('规则名称')
  })

  it('mark their menu, are ticked for a role, change and go, and every change is felt at once', async () => {
    expect(await add()).toMatchObject({ message: '添加成功！' })
    const [saved] = (
      await world.as().get<{ id: string; revision: number }[]>('/sys/permission/queryPermissionRule', {
        permissionId: 'm-user',
        ruleName: '本',
      })
    ).result
    const id = saved?.id ?? ''
    expect(await stored('m-user')).toMatchObject({ ruleFlag: 1 })
    await boss.post('/sys/permission/saveRolePermission', {
      roleId: 'r-see',
      permissionIds: 'm-user,p-list',
      lastpermissionIds: '',
    })
    await boss.post('/sys/role/datarule', { roleId: 'r-see', permissionId: 'm-user', dataRuleIds: id })
    const worker = await signIn(world, 'worker')
    const seen = async () => (await worker.get<Page<unknown>>('/sys/user/list')).result.total
    expect(await seen()).toBe(0)
    const edit = { id, ruleColumn: 'username', revision: saved?.revision }
    expect(await world.as().put('/sys/permission/editPermissionRule', edit)).toMatchObject({
      message: '更新成功！',
    })
    await expect.poll(seen).toBe(1)
    expect(
      await world.as().put('/sys/permission/editPermissionRule', { ...edit, ruleValue: 'x' }),
    ).toMatchObject({ code: 4090 })
    expect(await world.as().delete('/sys/permission/deletePermissionRule', { id })).toMatchObject({
      message: '删除成功！',
    })
    await expect.poll(seen).toBe(3)
    expect(await stored('m-user')).toMatchObject({ ruleFlag: 0 })
    const { rows } = await world.database.pool.query(
      'select 1 from sys_role_permission where data_rule_ids is not null',
    )
    expect(rows).toEqual([])
  })

  it('are not loosened by the people they bind', async () => {
    await add({ ruleName: '约束' })
    const [saved] = (
      await world
        .as()
        .get<{ id: string }[]>('/sys/permission/getPermRuleListByPermId', { permissionId: 'm-user' })
    ).result
    const id = saved?.id ?? ''
    await boss.post('/sys/role/datarule', { roleId: 'r-see', permissionId: 'm-user', dataRuleIds: id })
    const bound = world.as({ roleCodes: [], roleIds: ['r-see'] })
    for (const answer of [
      await bound.delete('/sys/permission/deletePermissionRule', { id }),
      await bound.put('/sys/permission/editPermissionRule', { id, ruleValue: 'x' }),
    ])
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining('约束您自己的角色') })
  })

  it('go on binding whoever changes roles and grants: no way around them shows him more', async () => {
    const { pool } = world.database
    await pool.query(`
      insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status, create_time)
        values ('rule-self', 'm-user', '只看自己', 'username', '=', '#{sys_user_code}', '1', now());
      insert into sys_role_permission (id, role_id, permission_id, data_rule_ids) values ('cm', 'r-clerk', 'm-user', 'rule-self');
      insert into sys_role (id, tenant_id, role_name, role_code) values ('r-plain', 0, '无规则', 'plain');
      insert into sys_role_permission (id, role_id, permission_id) values ('pl', 'r-plain', 'p-list')`)
    const clerk = await signIn(world, 'clerk')
    const seen = async () => (await clerk.get<Page<unknown>>('/sys/user/list')).result.total
    expect(await seen()).toBe(1)
    // A second role with the same permission widens nothing; leaving the first one would.
    expect(
      await clerk.post('/sys/user/addSysUserRole', { roleId: 'r-plain', userIdList: ['clerk'] }),
    ).toMatchObject({ success: true })
    const grants = {
      roleId: 'r-clerk',
      permissionIds: 'p-list,p-role',
      lastpermissionIds: 'm-user,p-list,p-role',
    }
    for (const answer of [
      await clerk.post('/sys/permission/saveRolePermission', grants),
      await clerk.delete('/sys/user/deleteUserRole', { roleId: 'r-clerk', userId: 'clerk' }),
      await clerk.delete('/sys/user/deleteUserRoleBatch', { roleId: 'r-clerk', userIds: 'clerk' }),
      await clerk.put('/sys/user/edit', { id: 'clerk', selectedroles: 'r-plain' }),
    ])
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining('数据规则“只看自己”') })
    expect(await seen()).toBe(1)
    // What takes the permission along with its rule, and what others do, passes.
    expect(
      await clerk.post('/sys/permission/saveRolePermission', {
        roleId: 'r-plain',
        permissionIds: '',
        lastpermissionIds: 'p-list',
      }),
    ).toMatchObject({ success: true })
    expect(await boss.post('/sys/permission/saveRolePermission', grants)).toMatchObject({ success: true })
    await expect.poll(seen).toBe(3)
  })
})
