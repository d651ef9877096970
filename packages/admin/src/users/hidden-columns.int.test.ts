import type { Page } from '@suoan/contract'
import type { Actor } from '@suoan/platform/context'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import type { TestClient, TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressList } from '../address-list/index.ts'
import { departments } from '../departments/index.ts'
import { logs } from '../logs/index.ts'
import { positions } from '../positions/index.ts'
import { roles } from '../roles/index.ts'
import { users } from './index.ts'
import { createPeopleWorld } from './testing/people-world.ts'

let world: TestWorld
let clerk: TestClient
let given: TestClient
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'departments', mount: departments },
    { name: 'roles', mount: roles },
    { name: 'positions', mount: positions },
    { name: 'address-list', mount: addressList },
    { name: 'logs', mount: logs },
  ])
  await world.database.pool.query(`
    update sys_user set work_no = 'GH-7731', sex = 1, post = 'P01' where id = 'worker';
    insert into sys_position (id, tenant_id, code, name, post_rank, create_time) values ('p1', 0, 'P01', '班长', '3', now());
    insert into sys_permission (id, parent_id, name, menu_type, perms, perms_type, status) values
      ('col-no', '', '工号列', 2, 'system:user:column:workNo', '1', '1'),
      ('col-sex', '', '性别列', 2, 'system:user:column:sex', '1', '1'),
      ('col-off', '', '停用的规则', 2, 'system:user:column:realname', '1', '0'),
      ('col-created', '', '创建时间列', 2, 'system:user:column:createTime', '1', '1'),
      ('col-id', '', '主键列', 2, 'system:user:column:id', '1', '1'),
      ('col-rank', '', '职级列', 2, 'system:position:column:postRank', '1', '1'),
      ('col-word', '', '内容列', 2, 'system:log:column:logContent', '1', '1')`)
  const may = [
    ...['list', 'add', 'edit', 'export', 'import', 'delete', 'plain'].map((verb) => `system:user:${verb}`),
    ...['list', 'edit'].map((verb) => `system:position:${verb}`),
    'system:depart:list',
    'system:role:list',
    'system:dataLog:list',
    'system:log:list',
    'system:addressList:list',
  ]
  clerk = world.as({ ...someone, permissions: new Set(may) })
  const columns = ['workNo', 'sex', 'createTime', 'id'].map((name) => `system:user:column:${name}`)
  given = world.as({
    ...someone,
    permissions: new Set([
      ...may,
      ...columns,
      'system:position:column:postRank',
      'system:log:column:logContent',
    ]),
  })
})
afterAll(() => world[Symbol.asyncDispose]())

const someone: Partial<Actor> = { userId: 'clerk', username: 'clerk', realname: '文员', tenantId: 0 }
type Rows = Page<Record<string, unknown>>
const stored = async () =>
  (await world.database.pool.query(`select work_no, sex, realname from sys_user where id = 'worker'`)).rows[0]
const sheet = (...lines: readonly (readonly string[])[]) => ({
  name: '用户.csv',
  content: Buffer.from(lines.map((cells) => cells.join(',')).join('\n')),
})
const message = async (client: TestClient, query: Record<string, string>, path = '/sys/user/list') =>
  (await client.get(path, query)).message

describe('columns with a rule, for somebody who does not hold it (1-shell.md §6, decision 0920)', () => {
  it('are sent by no list, detail, picker, tree or bin, and neither are their texts', async () => {
    const places: readonly (readonly [string, Record<string, string>])[] = [
      ['/sys/user/list', { username: 'worker' }],
      ['/sys/user/queryById', { id: 'worker' }],
      ['/sys/user/queryUserComponentData', { username: 'worker' }],
      ['/sys/user/queryUserByDepId', { id: 'd1' }],
      ['/sys/user/getMultiUser', { username: 'worker' }],
      ['/sys/user/userRoleList', { roleId: 'r-see' }],
      ['/sys/user/queryByIds', { userIds: 'worker' }],
      ['/sys/user/departUserList', { depId: 'd1' }],
      ['/sys/user/queryByOrgCodeForAddressList', {}],
    ]
    for (const [path, query] of places) {
      const few = JSON.stringify(await clerk.get(path, query))
      expect([path, few.includes('GH-7731'), /"sex(_dictText)?":/.test(few)]).toEqual([path, false, false])
      expect([path, JSON.stringify(await given.get(path, query)).includes('GH-7731')]).toEqual([path, true])
    }
    const [row] = (await clerk.get<Rows>('/sys/user/list', { username: 'worker' })).result.records
    // What tells rows apart stays, and so does what a rule names that is not in force.
    expect(row).toMatchObject({ id: 'worker', realname: '工人' })
    expect(Object.keys(row ?? {})).not.toContain('createTime')
    await world.database.pool.query(`update sys_user set del_flag = 1 where id = 'worker'`)
    expect(JSON.stringify(await clerk.get('/sys/user/recycleBin'))).not.toContain('GH-7731')
    await world.database.pool.query(`update sys_user set del_flag = 0 where id = 'worker'`)
  })

  it('do not come back under the name of what a page works out from them', async () => {
    const [few] = (await clerk.get<Rows>('/sys/position/list')).result.records
    const [all] = (await given.get<Rows>('/sys/position/list')).result.records
    expect(all?.['rank_dictText']).toBeTruthy()
    expect(few).toMatchObject({ code: 'P01', rank_dictText: null })
    expect(few).not.toHaveProperty('postRank')
    const byCode = await clerk.get<Record<string, unknown>>('/sys/position/queryByCode', { code: 'P01' })
    expect(byCode.result).toMatchObject({ name: '班长', rank_dictText: null })
  })

  it('are in no sheet, chosen rows and named columns included', async () => {
    for (const query of [{}, { selections: 'worker' }, { exportFields: 'workNo,username' }] as Record<
      string,
      string
    >[]) {
      const text = async (client: TestClient) =>
        JSON.stringify(
          await readSheet((await client.raw('GET', '/sys/user/exportXls', { query })).rawPayload),
        )
      expect(await text(clerk)).not.toContain('GH-7731')
      expect(await text(given)).toContain('GH-7731')
    }
    expect(await message(clerk, { workNo: 'GH-7731' }, '/sys/user/exportXls')).toContain('“工号”对您隐藏')
  })

  it('are neither searched nor sorted by: the refusal says which condition to take out', async () => {
    const advanced = {
      superQueryMatchType: 'and',
      superQueryParams: encodeURIComponent(
        JSON.stringify([{ field: 'workNo', rule: 'right_like', val: 'GH', type: 'text' }]),
      ),
    }
    const asked: Record<string, string>[] = [
      { workNo: 'GH-7731' },
      { workNo: '*77*' },
      { workNo_begin: 'A' },
      { workNo_end: 'Z' },
      { workNo_MultiString: 'GH-7731,x' },
      advanced,
    ]
    for (const query of asked) {
      expect(await message(clerk, query)).toBe('“工号”对您隐藏，不能按它查询，请去掉这个条件')
      expect((await given.get(`/sys/user/list`, query)).success).toBe(true)
    }
    expect(await message(clerk, { column: 'workNo', order: 'asc' })).toBe(
      '“工号”对您隐藏，不能按它排序，请换一列',
    )
    expect(await message(clerk, { sex: '1' }, '/sys/user/queryUserComponentData')).toContain('“性别”对您隐藏')
    expect(await message(clerk, { workNo: 'GH-7731' }, '/sys/user/getMultiUser')).toContain('“工号”对您隐藏')
    expect(await message(clerk, { workNo: 'GH' }, '/sys/user/queryByOrgCodeForAddressList')).toContain(
      '“工号”对您隐藏',
    )
    // A word that a list looks for by itself is a search too.
    expect(await message(clerk, { keyWord: '登录' }, '/sys/log/list')).toContain('对您隐藏')
    expect((await given.get('/sys/log/list', { keyWord: '登录' })).success).toBe(true)
  })

  it('a client of the family still works: it always asks for createTime and sends whole rows back', async () => {
    const page = await clerk.get<Rows>('/sys/user/list', {
      column: 'createTime',
      order: 'desc',
      field: 'id,,username,workNo,sex',
      pageNo: '1',
      pageSize: '10',
    })
    expect([page.success, page.result.records.length > 1]).toEqual([true, true])
    const [row] = (await clerk.get<Rows>('/sys/user/list', { username: 'worker' })).result.records
    const before = await stored()
    // As shown, with another name; forms send what they were not given as null or ''.
    for (const more of [{}, { workNo: null, sex: null }, { workNo: '', sex: '' }]) {
      const answer = await clerk.put('/sys/user/edit', {
        ...row,
        revision: undefined,
        realname: '新名',
        ...more,
      })
      expect(answer).toMatchObject({ success: true, message: '修改成功!' })
      expect(await stored()).toEqual({ ...before, realname: '新名' })
    }
    const typed = await clerk.put('/sys/user/edit', { id: 'worker', workNo: 'X-1' })
    expect(typed.message).toBe('修改成功!“工号”对您隐藏，未修改')
    expect(await stored()).toMatchObject({ work_no: 'GH-7731' })
    const added = await clerk.post('/sys/user/add', {
      username: 'fresh',
      realname: '新人',
      password: 'Safe-and-long-1',
      workNo: 'NEW-1',
    })
    expect(added.message).toBe('添加成功！')
    const { rows } = await world.database.pool.query(`select work_no from sys_user where username = 'fresh'`)
    expect(rows).toEqual([{ work_no: 'NEW-1' }])
  })

  it('are kept by an import that changes rows, and shown by no version in the data log', async () => {
    await given.put('/sys/user/edit', { id: 'worker', workNo: 'GH-9000' })
    const file = sheet(['登录账号', '真实姓名', '工号'], ['worker', '表格名', 'TAB-1'])
    const answer = await clerk.upload('/sys/user/importExcel?updateExisting=1', file)
    expect(answer).toMatchObject({ code: 200 })
    expect(await stored()).toMatchObject({ realname: '表格名', work_no: 'GH-9000' })
    const log = async (client: TestClient) =>
      JSON.stringify((await client.get<Rows>('/sys/dataLog/list', { dataTable: 'sys_user' })).result)
    expect(await log(clerk)).not.toMatch(/GH-7731|GH-9000/)
    expect(await log(given)).toContain('GH-9000')
    const searched = { dataContent: '*GH-9000*' }
    expect(await message(clerk, searched, '/sys/dataLog/list')).toContain('对您隐藏')
    expect((await given.get('/sys/dataLog/list', searched)).success).toBe(true)
  })
})
