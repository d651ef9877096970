import type { DepartRoleLink, Page, PermissionTree, RuleChoice } from '@suoan/contract'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { departments } from '../departments/index.ts'
import { permissions } from '../permissions/index.ts'
import { roles } from '../roles/index.ts'
import { users } from '../users/index.ts'
import { createPeopleWorld, signIn } from '../users/testing/people-world.ts'
import { departRoles } from './index.ts'

type Speaker = Awaited<ReturnType<typeof signIn>>
interface Caller {
  get(path: string, values?: Readonly<Record<string, string>>): Promise<{ code: number }>
  post(path: string, values?: Readonly<Record<string, unknown>>): Promise<{ code: number }>
}
interface Role {
  readonly id: string
  readonly roleName: string
  readonly departId: string
  readonly departId_dictText: string
}

let world: TestWorld
let boss: Speaker
let clerk: Speaker
const base = '/sys/sysDepartRole'
const permissionBase = '/sys/sysDepartPermission'

/** The clerk manages department roles and users, but no menus; the worker belongs to 一部 (d1) and may see users. */
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'roles', mount: roles },
    { name: 'permissions', mount: permissions },
    { name: 'departments', mount: departments },
    { name: 'departRoles', mount: departRoles },
  ])
  await world.database.pool.query(`
    with codes(id, perms) as (values
      ('p-d-list', 'system:depart:list'), ('p-d-edit', 'system:depart:edit'),
      ('p-r-list', 'system:departRole:list'), ('p-r-add', 'system:departRole:add'),
      ('p-r-edit', 'system:departRole:edit'), ('p-r-del', 'system:departRole:delete')
    ), rows as (
      insert into sys_permission (id, parent_id, name, menu_type, perms, sort_no, is_leaf)
        select id, 'm-sys', perms, 2, perms, 9, true from codes returning id
    )
    insert into sys_role_permission (id, role_id, permission_id)
      select role || id, role, id from rows, (values ('r-admin'), ('r-clerk')) as r(role);
    update sys_permission set status = '1'`)
  boss = await signIn(world, 'boss')
  clerk = await signIn(world, 'clerk')
})
afterAll(() => world[Symbol.asyncDispose]())

const giveDepart = (departId: string, permissionIds: string, lastpermissionIds = '') =>
  boss.post('/sys/permission/saveDepartPermission', { departId, permissionIds, lastpermissionIds })
/** A new role of a department, by the public call. */
async function addRole(
  roleCode: string,
  departId = 'd1',
  who: Pick<Speaker, 'post' | 'get'> = boss,
): Promise<string> {
  const answer = await who.post(`${base}/add`, { roleName: `角色${roleCode}`, roleCode, departId })
  expect(answer).toMatchObject({ success: true, message: '添加成功！' })
  const page = await who.get<Page<Role>>(`${base}/list`, { roleName: `角色${roleCode}` })
  return page.result.records[0]?.id ?? ''
}
const give = (roleId: string, permissionIds: string, lastpermissionIds = '', who: Speaker = boss) =>
  who.post(`${permissionBase}/saveDeptRolePermission`, { roleId, permissionIds, lastpermissionIds })
const granted = async (roleId: string) =>
  (await boss.get<string[]>(`${permissionBase}/queryDeptRolePermission`, { roleId })).result
const assign = (userId: string, newRoleId: string, oldRoleId = '', who: Pick<Speaker, 'post'> = boss) =>
  who.post(`${base}/deptRoleUserAdd`, { userId, newRoleId, oldRoleId })
const strip = (answer: object) => ({ ...answer, timestamp: 0 })

describe('the roles of a department', () => {
  it('are listed by department, stay in it and bear a code of their own', async () => {
    const id = await addRole('a1')
    await addRole('a2', 'd2')
    const page = await boss.get<Page<Role>>(`${base}/list`, { deptId: 'd2' })
    expect(page.result.records).toMatchObject([{ roleName: '角色a2', departId_dictText: '一班' }])
    expect((await boss.get<Role[]>(`${base}/getDeptRoleList`, { departId: 'd1' })).result).toMatchObject([
      { id, departId: 'd1' },
    ])
    expect((await boss.put(`${base}/edit`, { id, departId: 'd2' })).success).toBe(false)
    expect(await boss.put(`${base}/edit`, { id, roleName: '内勤' })).toMatchObject({ message: '编辑成功!' })
    const twice = await boss.post(`${base}/add`, { roleName: '又一', roleCode: 'a1', departId: 'd1' })
    expect(twice.success).toBe(false)
    const foreign = await boss.post(`${base}/add`, { roleName: '外来', roleCode: 'a9', departId: 'd9' })
    expect(foreign.success).toBe(false)
  })

  it('stay while people have them, and go with their grants', async () => {
    const id = await addRole('gone')
    await giveDepart('d1', 'p-list')
    await give(id, 'p-list')
    await assign('worker', id)
    expect(await boss.delete(`${base}/delete`, { id })).toMatchObject({
      success: false,
      message: expect.stringContaining('“角色gone”还有 1 名用户'),
    })
    await assign('worker', '', id)
    expect(await boss.delete(`${base}/delete`, { id })).toMatchObject({ message: '删除成功!' })
    const { rows } = await world.database.pool.query(
      'select 1 from sys_depart_role_permission where role_id = $1',
      [id],
    )
    expect(rows).toEqual([])
  })
})

describe('the grants of a department role', () => {
  it('are chosen from what the department has, as a tree', async () => {
    await giveDepart('d2', 'm-user,p-edit')
    const tree = await boss.get<PermissionTree>(`${permissionBase}/queryTreeListForDeptRole`, {
      departId: 'd2',
    })
    expect(tree.result).toMatchObject({
      ids: ['m-user', 'p-edit'],
      treeList: [{ key: 'm-user', title: null, slotTitle: '用户管理', children: [{ key: 'p-edit' }] }],
    })
    const none = await boss.get<PermissionTree>(`${permissionBase}/queryTreeListForDeptRole`, {
      departId: 'd1',
    })
    expect(none.result.ids).not.toContain('p-edit')
  })

  it('are felt at once by those who have the role, and only by them', async () => {
    const id = await addRole('edit')
    await giveDepart('d1', 'm-user,p-edit,p-add')
    const worker = await signIn(world, 'worker')
    const mayEdit = async () => (await worker.put('/sys/user/edit', { id: 'nobody' })).code !== 510
    expect(await give(id, 'm-user,p-edit')).toMatchObject({ success: true, message: '保存成功！' })
    expect(await granted(id)).toEqual(['m-user', 'p-edit'])
    expect(await mayEdit()).toBe(false)
    expect(await assign('worker', id)).toMatchObject({ message: '添加成功！' })
    await expect.poll(mayEdit).toBe(true)
    // The menu of the session holds it too (4-api.md §3.5).
    const own = await worker.get<{ auth: { action: string }[] }>('/sys/permission/getUserPermissionByToken')
    expect(own.result.auth.map(({ action }) => action)).toContain('system:user:edit')
    await give(id, 'm-user,p-add', 'm-user,p-edit')
    await expect.poll(mayEdit).toBe(false)
    await give(id, 'p-edit', '')
    await expect.poll(mayEdit).toBe(true)
    await assign('worker', '', id)
    await expect.poll(mayEdit).toBe(false)
  })

  it('go when the department loses them', async () => {
    const [one, other] = [await addRole('lose1', 'd1'), await addRole('lose2', 'd2')]
    await giveDepart('d1', 'p-edit')
    await giveDepart('d2', 'p-edit')
    await give(one, 'p-edit')
    await give(other, 'p-edit')
    await giveDepart('d1', '', 'p-edit')
    expect([await granted(one), await granted(other)]).toEqual([[], ['p-edit']])
    await give(one, 'p-edit')
    expect(await granted(one)).toEqual([])
  })

  it('are refused beyond the department, and beyond what one holds oneself (V10, V12)', async () => {
    const id = await addRole('beyond', 'd2')
    await giveDepart('d2', 'p-edit,p-menu', '')
    expect(await give(id, 'p-del')).toMatchObject({
      success: false,
      message: expect.stringMatching(/部门“一班”没有权限 用户删除，请先在部门权限中勾选/),
    })
    expect(await give(id, 'p-menu', '', clerk)).toMatchObject({
      success: false,
      message: expect.stringContaining('自己没有的权限（system:permission:edit）'),
    })
    expect(await give(id, 'p-edit', '', clerk)).toMatchObject({ success: true })
    await give(id, 'p-menu')
    expect((await give(id, '', 'p-menu', clerk)).success).toBe(false)
    expect(await granted(id)).toEqual(['p-edit', 'p-menu'])
  })
})

describe('who has a department role', () => {
  it('is told by user and department', async () => {
    const [one, two] = [await addRole('who1'), await addRole('who2')]
    await assign('worker', `${one},${two}`)
    await assign('worker', two, `${one},${two}`)
    const { result } = await boss.get<DepartRoleLink[]>(`${base}/getDeptRoleByUserId`, {
      userId: 'worker',
      departId: 'd1',
    })
    expect(result).toMatchObject([{ userId: 'worker', droleId: two }])
    const elsewhere = await boss.get(`${base}/getDeptRoleByUserId`, { userId: 'worker', departId: 'd2' })
    expect(elsewhere.result).toEqual([])
    await assign('worker', '', two)
  })

  it('belongs to the department, and loses the role when he leaves it', async () => {
    const id = await addRole('member')
    expect((await assign('clerk', id)).message).toContain('“文员”不属于部门“一部”，请先将其加入部门')
    await boss.post('/sys/user/editSysDepartWithUser', { depId: 'd1', userIdList: ['clerk'] })
    expect((await assign('clerk', id)).success).toBe(true)
    await boss.delete('/sys/user/deleteUserInDepart', { depId: 'd1', userId: 'clerk' })
    const { rows } = await world.database.pool.query(
      `select 1 from sys_depart_role_user where drole_id = $1`,
      [id],
    )
    expect(rows).toEqual([])
  })

  it('gets from nobody a role that can do more, and from himself none (V10, V12)', async () => {
    const id = await addRole('strong')
    await giveDepart('d1', 'p-menu')
    await give(id, 'p-menu')
    expect((await assign('worker', id, '', clerk)).message).toContain('自己没有的权限')
    await boss.post('/sys/user/editSysDepartWithUser', { depId: 'd1', userIdList: ['clerk'] })
    const weak = await addRole('weak')
    expect((await assign('clerk', weak, '', clerk)).message).toContain('不能给自己分配或取消部门角色')
    await assign('worker', id)
    expect((await assign('worker', '', id, clerk)).message).toContain('自己没有的权限')
  })

  it('is a stronger person than one who lacks its permissions: nobody weaker sets his password (V13)', async () => {
    const reset = () =>
      clerk.put('/sys/user/changePassword', {
        username: 'worker',
        password: 'Other#Pass2026',
        confirmPassword: 'Other#Pass2026',
      })
    expect(await reset()).toMatchObject({
      success: false,
      message: expect.stringContaining('“工人”的权限高于您'),
    })
  })
})

describe('data rules', () => {
  const body = { permissionId: 'p-list', dataRuleIds: 'rule-own' }
  let id: string
  beforeAll(async () => {
    await world.database.pool.query(`
      insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
        values ('rule-own', 'p-list', '仅本人建立', 'createBy', '=', '#{sys_user_code}', '1')`)
    id = await addRole('ruled')
    await giveDepart('d1', 'p-list')
    await give(id, 'p-list')
  })

  it('are ticked for a department that has the menu', async () => {
    expect(
      await boss.post(`${permissionBase}/datarule`, {
        ...body,
        permissionId: 'p-del',
        departId: 'd1',
        dataRuleIds: '',
      }),
    ).toMatchObject({ success: false, message: '请先保存部门菜单权限!' })
    expect(await boss.get(`${permissionBase}/datarule/p-add/d1`)).toMatchObject({
      success: false,
      message: '未找到权限配置信息',
    })
    // A role is offered what its department has ticked: nothing yet.
    expect((await boss.get(`${base}/datarule/p-list/d1/${id}`)).message).toBe('未找到权限配置信息')
    expect((await boss.post(`${base}/datarule`, { ...body, roleId: id })).message).toContain(
      '请先在部门权限中勾选',
    )
    expect(await boss.post(`${permissionBase}/datarule`, { ...body, departId: 'd1' })).toMatchObject({
      message: '保存成功!',
    })
    expect((await boss.get<RuleChoice>(`${permissionBase}/datarule/p-list/d1`)).result).toMatchObject({
      datarule: [{ ruleName: '仅本人建立' }],
      drChecked: 'rule-own',
    })
  })

  it('of a department role bind those who have it, at once, and are not loosened by them', async () => {
    const worker = await signIn(world, 'worker')
    const seen = async () => (await worker.get<Page<unknown>>('/sys/user/list')).result.total
    await assign('worker', id)
    expect(await seen()).toBe(3)
    expect(await boss.post(`${base}/datarule`, { ...body, roleId: id })).toMatchObject({
      message: '保存成功!',
    })
    await expect.poll(seen).toBe(0)
    expect((await boss.get<RuleChoice>(`${base}/datarule/p-list/d1/${id}`)).result).toMatchObject({
      datarule: [{ id: 'rule-own' }],
      drChecked: 'rule-own',
    })
    const bound = world.as({ userId: 'worker', roleIds: [], roleCodes: [] })
    for (const answer of [
      await bound.post(`${base}/datarule`, { ...body, roleId: id, dataRuleIds: '' }),
      await assign('worker', '', id, bound),
      await bound.delete('/sys/permission/deletePermissionRule', { id: 'rule-own' }),
    ])
      expect(answer).toMatchObject({ success: false, message: expect.stringMatching(/自己|约束您/) })
  })
})

describe('without the permission, and from another tenant,', () => {
  const calls = (who: Caller, roleId: string, departId: string) => [
    () => who.get(`${permissionBase}/queryTreeListForDeptRole`, { departId }),
    () => who.get(`${permissionBase}/queryDeptRolePermission`, { roleId }),
    () => who.post(`${permissionBase}/saveDeptRolePermission`, { roleId, permissionIds: 'p-list' }),
    () => who.get(`${permissionBase}/datarule/p-list/${departId}`),
    () => who.post(`${permissionBase}/datarule`, { permissionId: 'p-list', departId, dataRuleIds: '' }),
    () => who.get(`${base}/getDeptRoleList`, { departId }),
    () => who.get(`${base}/getDeptRoleByUserId`, { userId: 'worker', departId }),
    () => who.post(`${base}/deptRoleUserAdd`, { userId: 'foreign', newRoleId: roleId, oldRoleId: '' }),
    () => who.get(`${base}/datarule/p-list/${departId}/${roleId}`),
    () => who.post(`${base}/datarule`, { permissionId: 'p-list', roleId, dataRuleIds: '' }),
  ]

  it('nothing is answered (V10)', async () => {
    const worker = await signIn(world, 'worker')
    for (const call of calls(worker, 'any', 'd1')) expect((await call()).code).toBe(510)
  })

  it('a role or department is as none (V11)', async () => {
    const id = await addRole('mine')
    const stranger = world.as({ tenantId: 9, userId: 'foreign' })
    const asked = calls(stranger, id, 'd1')
    const nowhere = calls(stranger, 'nowhere', 'nowhere')
    for (const [index, call] of asked.entries()) {
      const [answer, none] = [await call(), await nowhere[index]?.()]
      expect([index, strip(answer)]).toEqual([index, strip(none ?? {})])
    }
    const { rows } = await world.database.pool.query(
      `select 1 from sys_depart_role_permission where role_id = $1 union all
       select 1 from sys_depart_role_user where drole_id = $1`,
      [id],
    )
    expect(rows).toEqual([])
  })
})

describe('a head of a department (我的部门, 5-screens.md §6.8)', () => {
  let head: Speaker
  beforeAll(async () => {
    await world.database.pool.query(`
      insert into sys_role (id, tenant_id, role_name, role_code) values ('r-head', 0, '部门负责人', 'head');
      insert into sys_role_permission (id, role_id, permission_id)
        select 'h' || id, 'r-head', id from sys_permission where id in ('p-r-list', 'p-r-add', 'p-r-edit', 'p-r-del', 'p-edit');
      insert into sys_user (id, tenant_id, username, realname, status, user_identity, depart_ids, create_time)
        values ('head', 0, 'head', '负责人', 1, 2, 'd2', now()), ('hand', 0, 'hand', '班员', 1, 1, null, now());
      insert into sys_user_role (id, user_id, role_id) values ('head', 'head', 'r-head');
      insert into sys_password (user_id, password_hash, must_change, changed_at)
        select 'head', password_hash, false, changed_at from sys_password where user_id = 'boss'`)
    head = await signIn(world, 'head')
  })
  const members = (depId: string) => head.get<Page<{ id: string }>>('/sys/user/departUserList', { depId })

  it('sees and changes the people of his department, and of no other', async () => {
    const mine = await head.get<{ id: string }[]>('/sys/sysDepart/queryMyDeptTreeList')
    expect([mine.message, mine.result.map(({ id }) => id)]).toEqual(['2', ['d2']])
    const join = (depId: string, ...userIdList: string[]) =>
      head.post('/sys/user/editSysDepartWithUser', { depId, userIdList })
    expect(await join('d2', 'hand')).toMatchObject({ success: true })
    expect((await members('d2')).result.records.map(({ id }) => id)).toContain('hand')
    expect(strip(await join('d1', 'hand'))).toEqual(strip(await join('nowhere', 'hand')))
    expect((await members('d1')).success).toBe(false)
    expect((await join('d2', 'head')).message).toContain('不能把自己加入部门')
    expect(
      (await head.delete('/sys/user/deleteUserInDepart', { depId: 'd1', userId: 'worker' })).success,
    ).toBe(false)
  })

  it('manages its roles within what the department and he himself hold, and none of another department', async () => {
    const foreign = await addRole('of-d1', 'd1')
    const own = await addRole('of-d2', 'd2', head)
    expect(
      (await head.get<Page<Role>>(`${base}/list`)).result.records.map(({ departId }) => departId),
    ).toEqual(expect.not.arrayContaining(['d1']))
    // What the list keeps from him no other way of reading gives: neither by id nor as a chosen row of an export.
    expect((await boss.get<Role>(`${base}/queryById`, { id: foreign })).success).toBe(true)
    expect((await head.get<Role>(`${base}/queryById`, { id: foreign })).success).toBe(false)
    const permissions = new Set(['system:departRole:list', 'system:departRole:export'])
    const asHead = world.as({ userId: 'head', tenantId: 0, roleCodes: ['head'], permissions })
    const query = { selections: `${foreign},${own}` }
    const { rawPayload } = await asHead.raw('GET', `${base}/exportXls`, { query })
    const sheet = JSON.stringify(await readSheet(rawPayload))
    expect(sheet).toContain('角色of-d2')
    expect(sheet).not.toContain('角色of-d1')
    const refused = await head.post(`${base}/add`, { roleName: '外来', roleCode: 'x-d1', departId: 'd1' })
    expect(refused.success).toBe(false)
    expect((await head.put(`${base}/edit`, { id: foreign, roleName: '改名' })).success).toBe(false)
    expect((await head.delete(`${base}/delete`, { id: foreign })).success).toBe(false)
    await giveDepart('d2', 'p-edit,p-menu')
    expect(await give(own, 'p-edit', '', head)).toMatchObject({ success: true })
    expect((await give(own, 'p-edit,p-menu', 'p-edit', head)).message).toContain('自己没有的权限')
    expect((await give(foreign, 'p-edit', '', head)).success).toBe(false)
    expect(await assign('hand', own, '', head)).toMatchObject({ success: true })
    expect((await assign('worker', foreign, '', head)).success).toBe(false)
  })

  it('orders departments by nobody’s leave but that of who edits them', async () => {
    const order = (who: Speaker, ids: string[]) => who.post('/sys/sysDepart/reorder', { parentId: 'd1', ids })
    expect((await order(head, ['d2'])).code).toBe(510)
    expect(await order(boss, ['d2'])).toMatchObject({ success: true, message: '排序已保存' })
    expect((await order(boss, ['d1', 'd2'])).message).toContain('请刷新后重新排序')
  })
})
