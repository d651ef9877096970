import type { Page, PermissionTree, PersonGrant, RoleComparison, WhoCan } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { users } from '../users/index.ts'
import { createPeopleWorld, signIn } from '../users/testing/people-world.ts'
import { roles } from './index.ts'

let world: TestWorld
let clerk: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'roles', mount: roles },
  ])
  clerk = await signIn(world, 'clerk')
})
afterAll(() => world[Symbol.asyncDispose]())

describe('roles', () => {
  it('are listed within the tenant, all of them and with a free or taken code', async () => {
    const me = world.as()
    const all = await me.get<{ roleCode: string }[]>('/sys/role/queryall')
    expect(all.result.map(({ roleCode }) => roleCode).toSorted()).toEqual(['admin', 'clerk', 'see'])
    // Inside a tenant the platform's are among them that give nothing beyond the caller's own: here none.
    const stranger = world.as({ tenantId: 8, permissions: new Set(['system:role:list']) })
    expect(await stranger.get('/sys/role/queryall')).toMatchObject({
      success: false,
      message: '未找到角色信息',
    })
    expect(await me.get('/sys/role/checkRoleCode', { roleCode: 'new' })).toMatchObject({ result: true })
    expect(await me.get('/sys/role/checkRoleCode', { roleCode: 'see' })).toMatchObject({
      success: false,
      message: '角色编码已存在',
    })
    expect(await me.get('/sys/role/checkRoleCode', { roleCode: 'see', id: 'r-see' })).toMatchObject({
      success: true,
    })
  })

  it('are marked for the person who has them, oneself by default (queryUserFlagAll)', async () => {
    type Flagged = { roleCode: string; userFlag: string }[]
    const flags = async (query = {}) =>
      (await world.as().get<Flagged>('/sys/role/queryUserFlagAll', query)).result
        .map(({ roleCode, userFlag }) => `${roleCode} ${userFlag}`)
        .toSorted()
    expect(await flags({ userId: 'worker' })).toEqual(['admin 0', 'clerk 0', 'see 1'])
    const self = await world.as({ userId: 'clerk' }).get<Flagged>('/sys/role/queryUserFlagAll')
    expect(self.result.filter(({ userFlag }) => userFlag === '1').map(({ roleCode }) => roleCode)).toEqual([
      'clerk',
    ])
    const all = '/sys/role/queryUserFlagAll'
    expect(await world.as().get(all, { userId: 'foreign' })).toMatchObject({ success: false })
    expect(await world.as({ permissions: new Set() }).get(all)).toMatchObject({ code: 510 })
    const rolesOnly = world.as({ permissions: new Set(['system:role:list']) })
    expect(await rolesOnly.get(all, { userId: 'worker' })).toMatchObject({ code: 510 })
    const stranger = world.as({ tenantId: 8, permissions: new Set(['system:role:list']) })
    expect((await stranger.get(all)).result).toEqual([])
  })

  it('of the platform that may be given inside a tenant stand behind its own, are flagged, given and taken there', async () => {
    const { pool } = world.database
    await pool.query(`insert into sys_user (id, tenant_id, username, realname, status, rel_tenant_ids, create_time) values
        ('only9', 9, 'only9', '乙厂人', 1, '9', now()), ('both', 9, 'both', '两厂人', 1, '9,8', now());
      update sys_permission set status = '1'`)
    const codes = ['system:user:list', 'system:role:list', 'system:role:edit']
    const they = world.as({
      tenantId: 9,
      userId: 'chief9',
      roleCodes: ['chief'],
      permissions: new Set(codes),
    })
    type Row = { id: string; roleCode: string; ofPlatform?: boolean }
    const page = async (query: Record<string, string>) => {
      const { result } = await they.get<Page<Row>>('/sys/role/list', query)
      return [
        result.total,
        ...result.records.map(({ roleCode, ofPlatform }) => `${roleCode} ${ofPlatform ?? false}`),
      ]
    }
    // Not 用户管理员, which gives more than they hold.
    expect(await page({})).toEqual([2, 'foreign false', 'see true'])
    expect(await page({ pageNo: '2', pageSize: '1' })).toEqual([2, 'see true'])
    expect(await page({ pageNo: '1', pageSize: '1' })).toEqual([2, 'foreign false'])
    expect(await page({ roleName: '*查看*' })).toEqual([1, 'see true'])
    expect(await page({ exactTotal: '1' })).toEqual([2])
    const flags = async () =>
      (
        await they.get<{ id: string; userFlag: string }[]>('/sys/role/queryUserFlagAll', { userId: 'only9' })
      ).result.map(({ id, userFlag }) => `${id} ${userFlag}`)
    expect(await flags()).toEqual(['r-foreign 0', 'r-see 0'])
    const give = (userId: string, roleId = 'r-see') =>
      they.post('/sys/user/addSysUserRole', { roleId, userIdList: [userId] })
    expect(await give('only9')).toMatchObject({ success: true, message: '添加成功!' })
    expect(await flags()).toEqual(['r-foreign 0', 'r-see 1'])
    const members = async () =>
      (
        await they.get<Page<{ id: string }>>('/sys/user/userRoleList', { roleId: 'r-see' })
      ).result.records.map(({ id }) => id)
    expect(await members()).toEqual(['only9'])
    // It would hold in the other tenant too.
    expect(await give('both')).toMatchObject({
      success: false,
      message: expect.stringContaining('平台的角色在各租户都有效'),
    })
    expect(await give('only9', 'r-clerk')).toMatchObject({ success: false })
    expect(await give('worker')).toMatchObject({ success: false })
    expect(await they.put('/sys/role/edit', { id: 'r-see', description: 'x' })).toMatchObject({
      success: false,
    })
    expect(
      await they.delete('/sys/user/deleteUserRole', { roleId: 'r-see', userId: 'worker' }),
    ).toMatchObject({ success: false })
    expect(await they.delete('/sys/user/deleteUserRole', { roleId: 'r-see', userId: 'only9' })).toMatchObject(
      {
        success: true,
      },
    )
    expect(await members()).toEqual([])
    expect((await pool.query(`select user_id from sys_user_role where role_id = 'r-see'`)).rows).toEqual([
      { user_id: 'worker' },
    ])
    await pool.query(`delete from sys_user where id in ('only9', 'both')`)
  })

  it('cannot bear the code of the built-in role, in no tenant', async () => {
    const answer = await world
      .as({ tenantId: 9 })
      .post('/sys/role/add', { roleName: '冒充', roleCode: 'admin' })
    expect(answer).toMatchObject({ success: false, message: '角色编码“admin”为系统保留，请更换' })
  })

  it('stay while somebody has them, and the built-in one always', async () => {
    const me = world.as()
    expect(await me.delete('/sys/role/delete', { id: 'r-see' })).toMatchObject({
      success: false,
      message: '角色“查看”还有 1 名用户，请先将其移出后再删除',
    })
    expect((await me.delete('/sys/role/deleteBatch', { ids: 'r-admin' })).message).toBe(
      '系统管理员角色不能删除',
    )
    await me.post('/sys/role/add', { roleName: '空的', roleCode: 'empty' })
    const page = await me.get<Page<{ id: string }>>('/sys/role/list', { roleCode: 'empty' })
    const id = page.result.records[0]?.id ?? ''
    expect(await me.delete('/sys/role/delete', { id })).toMatchObject({ message: '删除角色成功' })
  })

  it('show the tree of permissions with the name in the slot', async () => {
    const { result } = await world.as().get<PermissionTree>('/sys/role/queryTreeList')
    expect(result.ids).toContain('p-list')
    expect(result.treeList).toMatchObject([
      {
        key: 'm-sys',
        slotTitle: '系统管理',
        title: null,
        scopedSlots: { title: 'hasDatarule' },
        isLeaf: false,
      },
    ])
  })
})

describe('data rules of a role', () => {
  beforeAll(async () => {
    await world.database.pool.query(`
      insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status, create_time)
      values ('rule-own', 'p-list', '仅本人建立', 'createBy', '=', '#{sys_user_code}', '1', now())`)
  })

  it('are ticked on a menu that the role has, and only on that', async () => {
    const me = world.as()
    expect(await me.get('/sys/role/datarule/p-add/r-see')).toMatchObject({
      success: false,
      message: '未找到权限配置信息',
    })
    const body = { permissionId: 'p-list', roleId: 'r-see', dataRuleIds: 'rule-own,' }
    expect((await me.post('/sys/role/datarule', { ...body, permissionId: 'p-add' })).message).toContain(
      '不存在',
    )
    expect(
      await me.post('/sys/role/datarule', { ...body, permissionId: 'p-add', dataRuleIds: '' }),
    ).toMatchObject({
      message: '请先保存角色菜单权限!',
    })
    expect(await world.as({ tenantId: 9 }).post('/sys/role/datarule', body)).toMatchObject({ success: false })
    const worker = await signIn(world, 'worker')
    expect((await worker.get<Page<unknown>>('/sys/user/list')).result.total).toBe(3)
    expect(await me.post('/sys/role/datarule', body)).toMatchObject({ message: '保存成功!' })
    expect(await me.get('/sys/role/datarule/p-list/r-see')).toMatchObject({
      result: { drChecked: 'rule-own', datarule: [{ ruleName: '仅本人建立' }] },
    })
    await expect.poll(async () => (await worker.get<Page<unknown>>('/sys/user/list')).result.total).toBe(0)
  })

  it('are not changed by the people they bind', async () => {
    const own = await clerk.post('/sys/role/datarule', {
      permissionId: 'p-list',
      roleId: 'r-clerk',
      dataRuleIds: '',
    })
    expect(own).toMatchObject({ success: false, message: expect.stringContaining('自己所属角色') })
  })
})

describe('rights are explained by the rows that authorise', () => {
  beforeAll(async () => {
    await world.database.pool.query(`
      insert into sys_depart_role (id, depart_id, role_name, role_code) values ('dr1', 'd1', '班长', 'chief');
      insert into sys_depart_role_permission (id, depart_id, role_id, permission_id) values ('dp1', 'd1', 'dr1', 'p-add');
      insert into sys_depart_role_user (id, user_id, drole_id) values ('du1', 'worker', 'dr1')`)
  })

  it('who can do this: each person in force, by each of his roles', async () => {
    const who = async (code: string) =>
      (await world.as().get<WhoCan>('/sys/role/whoCan', { code })).result.records.map(
        ({ username, by }) => `${String(username)} ${by.map(({ name }) => name).join('+')}`,
      )
    expect(await who('system:user:add')).toEqual([
      'boss 系统管理员',
      'clerk 用户管理员',
      'worker 一部 / 班长',
    ])
    await world.database.pool.query(`update sys_user set status = 2 where id = 'clerk'`)
    expect(await who('system:user:add')).toEqual(['boss 系统管理员', 'worker 一部 / 班长'])
    await world.database.pool.query(`update sys_user set status = 1 where id = 'clerk'`)
    expect(await who('system:user')).toEqual([])
    expect(
      await world.as({ tenantId: 9 }).get('/sys/role/whoCan', { code: 'system:user:add' }),
    ).toMatchObject({
      result: { total: 0, orNamed: false, unseen: 0 },
    })
  })

  it('who can do this: a guest of another tenant is counted where he may sign in, and not where he may not', async () => {
    await world.database.pool.query(`update sys_user set rel_tenant_ids = '9' where id = 'boss'`)
    expect(
      await world.as({ tenantId: 9 }).get('/sys/role/whoCan', { code: 'system:user:add' }),
    ).toMatchObject({ result: { total: 0, unseen: 1 } })
    const { result } = await world.as().get<WhoCan>('/sys/role/whoCan', { code: 'system:user:add' })
    expect([result.records.map(({ username }) => username), result.unseen]).toEqual([['clerk', 'worker'], 0])
    await world.database.pool.query(`update sys_user set rel_tenant_ids = null where id = 'boss'`)
  })

  it('what can this person do, and by which role: exactly what his session is let do', async () => {
    const me = world.as()
    const { result } = await me.get<PersonGrant[]>('/sys/role/personGrants', { userId: 'worker' })
    expect(result).toMatchObject([
      {
        code: 'system:user:list',
        name: '用户查询',
        trail: ['系统管理', '用户管理'],
        by: [{ kind: 'role', name: '查看' }],
      },
      { code: 'system:user:add', by: [{ kind: 'departRole', name: '一部 / 班长' }] },
    ])
    const worker = await signIn(world, 'worker')
    expect(await worker.get('/sys/user/list')).toMatchObject({ success: true })
    expect(await worker.post('/sys/user/add', {})).not.toMatchObject({ code: 510 })
    expect(await worker.put('/sys/user/edit', { id: 'clerk' })).toMatchObject({ code: 510 })
    expect(await me.get('/sys/role/personGrants', { userId: 'foreign' })).toMatchObject({ success: false })
  })

  it('a role is copied with its grants and rules, by nobody who may do less', async () => {
    const copy = { roleId: 'r-see', roleName: '查看二', roleCode: 'see2' }
    const { result } = await world.as().post<{ id: string }>('/sys/role/copy', copy)
    const compared = await world
      .as()
      .get<RoleComparison>('/sys/role/compare', { left: 'r-see', right: result.id })
    expect(compared.result).toEqual({ same: 1, differences: [] })
    expect(await world.as().post('/sys/role/copy', copy)).toMatchObject({ success: false })
    const less = world.as({ roleCodes: [], permissions: new Set(['system:role:add', 'system:role:list']) })
    expect(await less.post('/sys/role/copy', { ...copy, roleCode: 'see3' })).toMatchObject({
      success: false,
      message: expect.stringContaining('自己没有的权限'),
    })
    expect(await less.post('/sys/role/copy', { ...copy, roleId: 'r-admin', roleCode: 'x' })).toMatchObject({
      success: false,
    })
    expect(await world.as({ tenantId: 9 }).post('/sys/role/copy', { ...copy, roleCode: 'x' })).toMatchObject({
      success: false,
    })
  })

  it('two roles are compared by what only one has and where their data rules differ', async () => {
    await world.database.pool.query(
      `update sys_role_permission set data_rule_ids = null where role_id = 'r-clerk' and permission_id = 'p-list'`,
    )
    const { result } = await world
      .as()
      .get<RoleComparison>('/sys/role/compare', { left: 'r-see', right: 'r-clerk' })
    expect(result.differences.map(({ id, side }) => `${id} ${side}`)).toEqual([
      'p-list both',
      'p-add right',
      'p-edit right',
      'p-del right',
      'p-role right',
    ])
    expect(result.differences[0]).toMatchObject({ leftRules: ['仅本人建立'], rightRules: [] })
    expect(
      await world.as({ tenantId: 9 }).get('/sys/role/compare', { left: 'r-see', right: 'r-foreign' }),
    ).toMatchObject({ success: false })
  })
})
