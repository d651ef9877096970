import type { AddressRow, MenuItem, Page, PermissionNode } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { addressList } from '../address-list/index.ts'
import { permissions } from '../permissions/index.ts'
import { positions } from '../positions/index.ts'
import { roles } from '../roles/index.ts'
import { users } from '../users/index.ts'
import { createPeopleWorld, signIn } from '../users/testing/people-world.ts'
import { roleHomes } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'roles', mount: roles },
    { name: 'permissions', mount: permissions },
    { name: 'positions', mount: positions },
    { name: 'role-homes', mount: roleHomes },
    { name: 'address-list', mount: addressList },
  ])
  await world.database.pool.query(`
    insert into sys_permission (id, parent_id, name, url, component, menu_type, sort_no, is_leaf) values
      ('m-home', '', '首页', '/dashboard/analysis', 'dashboard/Analysis', 0, 0, true),
      ('m-board', 'm-sys', '看板', '/isps/board', 'isps/board', 1, 9, true);
    insert into sys_role_permission (id, role_id, permission_id) values ('h1', 'r-see', 'm-board')`)
})
afterAll(() => world[Symbol.asyncDispose]())

describe('the home page of a role', () => {
  const home = async (username: string) => {
    const person = await signIn(world, username)
    const { result } = await person.get<{ menu: MenuItem[] }>('/sys/permission/getUserPermissionByToken')
    return [result.menu[0]?.path, result.menu[0]?.component]
  }
  const draft = { url: '/isps/board', component: 'isps/board', status: '1', priority: 0 }

  it('is 首页 for its people once it is stored, and for nobody who may not open the page', async () => {
    expect(await home('worker')).toEqual(['/dashboard/analysis', 'dashboard/Analysis'])
    const me = world.as()
    expect(await me.post('/sys/sysRoleIndex/add', { ...draft, roleCode: 'see' })).toMatchObject({
      success: true,
    })
    expect(await me.post('/sys/sysRoleIndex/add', { ...draft, roleCode: 'clerk' })).toMatchObject({
      success: true,
    })
    expect(await home('worker')).toEqual(['/dashboard/analysis', 'isps/board'])
    expect(await home('clerk')).toEqual(['/dashboard/analysis', 'dashboard/Analysis'])
  })

  it('is found by the code of the role, in its tenant alone, and one role has one', async () => {
    const me = world.as()
    expect(await me.get('/sys/sysRoleIndex/queryByCode', { roleCode: 'see' })).toMatchObject({
      result: { roleCode: 'see', component: 'isps/board', route: true, status_dictText: '有效' },
    })
    expect(
      await world.as({ tenantId: 9 }).get('/sys/sysRoleIndex/queryByCode', { roleCode: 'see' }),
    ).toMatchObject({
      success: true,
      result: null,
    })
    expect(await me.get('/sys/sysRoleIndex/queryDefIndex')).toMatchObject({
      result: { component: 'dashboard/Analysis' },
    })
    expect(await me.post('/sys/sysRoleIndex/add', { ...draft, roleCode: 'see' })).toMatchObject({
      success: false,
    })
  })

  it('is a page of ours and of a role that there is', async () => {
    const add = (more: object) =>
      world.as().post('/sys/sysRoleIndex/add', { ...draft, roleCode: 'admin', ...more })
    expect(await add({ url: 'https://evil.example/' })).toMatchObject({ success: false })
    expect(await add({ url: '//evil.example/' })).toMatchObject({ success: false })
    expect(await add({ roleCode: 'gone' })).toMatchObject({ success: false })
  })

  it('goes with its role, so that another role of that code begins without one', async () => {
    const me = world.as()
    const role = { roleName: '临时', roleCode: 'brief' }
    await me.post('/sys/role/add', role)
    expect(await me.post('/sys/sysRoleIndex/add', { ...draft, roleCode: 'brief' })).toMatchObject({
      success: true,
    })
    const { result } = await me.get<Page<{ id: string }>>('/sys/role/list', { roleCode: 'brief' })
    expect(await me.delete('/sys/role/delete', { id: result.records[0]?.id ?? '' })).toMatchObject({
      success: true,
    })
    await me.post('/sys/role/add', role)
    expect(await me.get('/sys/sysRoleIndex/queryByCode', { roleCode: 'brief' })).toMatchObject({
      result: null,
    })
    expect(await me.get('/sys/sysRoleIndex/queryByCode', { roleCode: 'see' })).toMatchObject({
      result: { roleCode: 'see' },
    })
  })
})

describe('通讯录', () => {
  const path = '/sys/user/queryByOrgCodeForAddressList'
  const names = async (query: Record<string, string | number>) =>
    (await world.as().get<Page<AddressRow>>(path, query)).result.records.map(({ realname }) => realname ?? '')

  it('shows people in force of the tenant, below a department, by name and by number', async () => {
    await world.database.pool.query(`
      update sys_user set work_no = 'W01', phone = '13900001234' where id = 'worker';
      insert into sys_user_depart (id, user_id, dep_id) values ('2', 'worker', 'd2'), ('3', 'clerk', 'd2')`)
    expect((await names({})).toSorted()).toEqual(['工人', '文员', '老板'])
    expect((await names({ orgCode: 'A01A01' })).toSorted()).toEqual(['工人', '文员'])
    expect(await names({ orgCode: 'A01', workNo: 'W0' })).toEqual(['工人'])
    expect(await names({ realname: '文' })).toEqual(['文员'])
    const { result } = await world.as().get<Page<AddressRow>>(path, { workNo: 'W01' })
    expect(result.records[0]).toMatchObject({ userId: 'worker', departId: 'd1', departName: '一部 | 一班' })
  })

  it('masks telephones for who may not see them whole, and needs its permission', async () => {
    const seen = world.as({ userId: 'clerk', permissions: new Set(['system:addressList:list']) })
    const { result } = await seen.get<Page<AddressRow>>(path, { workNo: 'W01' })
    expect(result.records[0]?.phone).toBe('139****1234')
    expect(await world.as({ permissions: new Set() }).get(path)).toMatchObject({ code: 510 })
    expect((await world.as({ tenantId: 9 }).get<Page<AddressRow>>(path)).result.records).toMatchObject([
      { realname: '外人' },
    ])
  })
})

it('a position is found by its code, with its rank under both names, and keeps its code', async () => {
  const me = world.as()
  await me.post('/sys/position/add', { code: 'monitor', name: '班长', postRank: '1' })
  const { result } = await me.get<Record<string, unknown>>('/sys/position/queryByCode', { code: 'monitor' })
  expect(result).toMatchObject({ name: '班长', rank_dictText: result['postRank_dictText'] })
  const page = await me.get<Page<Record<string, unknown>>>('/sys/position/list', {
    code: '*mon*',
    pageSize: 99_999,
  })
  expect(page.result.records[0]).toMatchObject({ rank_dictText: result['postRank_dictText'] })
  const renamed = { id: String(result['id']), code: 'boss', name: '班长', postRank: '1' }
  expect(await me.put('/sys/position/edit', renamed)).toMatchObject({ success: false })
  expect(await world.as({ tenantId: 9 }).get('/sys/position/queryByCode', { code: 'monitor' })).toMatchObject(
    {
      result: null,
    },
  )
})

it('the menu opens level by level for a tree that is ticked', async () => {
  const level = async (pid?: string) =>
    (
      await world
        .as()
        .get<PermissionNode[]>('/sys/permission/queryListAsync', pid === undefined ? {} : { pid })
    ).result
  expect((await level()).map(({ key }) => key)).toEqual(['m-home', 'm-sys'])
  expect((await level('m-user')).map(({ title }) => title)).toContain('用户查询')
  expect(await world.as().get('/sys/permission/queryListAsync', { pid: 'p-list' })).toMatchObject({
    success: false,
    message: '未找到角色信息',
  })
})
