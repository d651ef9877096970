import type { Page } from '@suoan/contract'
import type { Actor } from '@suoan/platform/context'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import type { TestClient, TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { departments } from '../departments/index.ts'
import { logs } from '../logs/index.ts'
import { roles } from '../roles/index.ts'
import { users } from './index.ts'
import { createPeopleWorld } from './testing/people-world.ts'

let world: TestWorld
let clerk: TestClient
let plain: TestClient
beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'departments', mount: departments },
    { name: 'roles', mount: roles },
    { name: 'logs', mount: logs },
  ])
  await world.database.pool.query(`
    update sys_user set phone = '13812345678', email = 'zhang.wei@example.com', telephone = '02188886666' where id = 'worker';
    update sys_user set phone = '13900001111', email = 'c@example.com' where id = 'clerk';
    update sys_depart set mobile = '13700002222' where id = 'd1'`)
  const may = new Set([
    ...['list', 'add', 'edit', 'export', 'import', 'delete'].map((verb) => `system:user:${verb}`),
    'system:depart:list',
    'system:role:list',
    'system:dataLog:list',
    'system:log:list',
    'system:online:list',
  ])
  clerk = world.as({ ...someone, permissions: may })
  plain = world.as({ ...someone, permissions: new Set([...may, 'system:user:plain']) })
})
afterAll(() => world[Symbol.asyncDispose]())

const someone: Partial<Actor> = { userId: 'clerk', username: 'clerk', realname: '文员', tenantId: 0 }
const hidden = { phone: '138****5678', email: 'z***@example.com', telephone: '021****6666' }
const whole = { phone: '13812345678', email: 'zhang.wei@example.com', telephone: '02188886666' }
const stored = async () =>
  (await world.database.pool.query(`select phone, email, telephone from sys_user where id = 'worker'`))
    .rows[0]

describe('telephones and mail addresses without the permission to see them whole (decision 0508)', () => {
  it('are masked in lists, details, pickers, trees and the bin; the person’s own are whole', async () => {
    const places: readonly (readonly [string, Record<string, string>])[] = [
      ['/sys/user/list', { username: 'worker' }],
      ['/sys/user/queryById', { id: 'worker' }],
      ['/sys/user/queryUserComponentData', { username: 'worker' }],
      ['/sys/sysDepart/getUsersByDepartId', { id: 'd1' }],
      ['/sys/sysDepart/searchBy', { keyWord: '一部' }],
      ['/sys/sysDepart/listAll', {}],
      ['/sys/user/queryUserByDepId', { id: 'd1' }],
      ['/sys/user/getMultiUser', { username: 'worker' }],
      ['/sys/user/userRoleList', { roleId: 'r-see' }],
      ['/sys/user/queryByIds', { userIds: 'worker' }],
      ['/sys/user/departUserList', { depId: 'd1' }],
      ['/sys/sysDepart/queryTreeList', {}],
      ['/sys/sysDepart/queryDepartTreeSync', {}],
    ]
    for (const [path, query] of places) {
      const [few, all] = [
        JSON.stringify(await clerk.get(path, query)),
        JSON.stringify(await plain.get(path, query)),
      ]
      const told = [whole.phone, whole.email, '13700002222'].filter((each) => few.includes(each))
      expect([path, told]).toEqual([path, []])
      expect([path, /\*{3}/.test(all), /13812345678|13700002222/.test(all)]).toEqual([path, false, true])
    }
    expect(
      (await clerk.get<Page<object>>('/sys/user/list', { username: 'worker' })).result.records[0],
    ).toMatchObject(hidden)
    expect(
      (await plain.get<Page<object>>('/sys/user/list', { username: 'worker' })).result.records[0],
    ).toMatchObject(whole)
    const own = await clerk.get<Page<object>>('/sys/user/list', { username: 'clerk' })
    expect(own.result.records[0]).toMatchObject({ phone: '13900001111', email: 'c@example.com' })
    await world.database.pool.query(`update sys_user set del_flag = 1 where id = 'worker'`)
    expect(JSON.stringify(await clerk.get('/sys/user/recycleBin'))).not.toContain(whole.phone)
    await world.database.pool.query(`update sys_user set del_flag = 0 where id = 'worker'`)
  })

  it('are masked in a sheet, for chosen rows too', async () => {
    for (const query of [{}, { selections: 'worker' }] as Record<string, string>[]) {
      const text = async (client: TestClient) =>
        JSON.stringify(
          await readSheet((await client.raw('GET', '/sys/user/exportXls', { query })).rawPayload),
        )
      const few = await text(clerk)
      expect([few.includes(whole.phone), few.includes(whole.email), few.includes(hidden.phone)]).toEqual([
        false,
        false,
        true,
      ])
      expect(await text(plain)).toContain(whole.phone)
    }
  })

  it('are found by the whole value only: no part, range, list, order or advanced query tells a digit', async () => {
    const found = async (client: TestClient, query: Record<string, string>) => {
      const answer = await client.get<Page<{ id: string }>>('/sys/user/list', query)
      return answer.success ? answer.result.records.map(({ id }) => id).toSorted() : answer.message
    }
    for (const phone of ['13812345678', '*13812345678*', '13812345678*'])
      expect([phone, await found(clerk, { phone })]).toEqual([phone, ['worker']])
    const advanced = (rule: string, val: string, field = 'phone') => ({
      superQueryMatchType: 'and',
      superQueryParams: encodeURIComponent(JSON.stringify([{ field, rule, val, type: 'text' }])),
    })
    const asked: Record<string, string>[] = [
      { phone: '*138*' },
      { phone: '138*' },
      { phone: '*5678' },
      { phone: '!*138*' },
      { phone_begin: '138' },
      { phone_end: '139' },
      { phone: '>= 138' },
      { phone_MultiString: '13812345678,13900001111' },
      { email: 'z*' },
      { column: 'phone', order: 'asc' },
      { column: 'email', order: 'desc' },
      advanced('like', '138'),
      advanced('left_like', '5678'),
      advanced('right_like', '138'),
      advanced('gt', '138'),
      advanced('in', '13812345678,13900001111'),
      advanced('like', 'zhang', 'email'),
    ]
    for (const query of asked) {
      expect([query, await found(clerk, query)]).toEqual([query, expect.stringContaining('对您部分隐藏')])
      expect([query, Array.isArray(await found(plain, query))]).toEqual([query, true])
      const sheet = await clerk.raw('GET', '/sys/user/exportXls', { query })
      expect([query, sheet.body.includes('对您部分隐藏')]).toEqual([query, true])
    }
    expect(await found(clerk, advanced('eq', '13812345678'))).toEqual(['worker'])
  })

  it('are not overwritten by the mask that comes back with an edit; another mask is refused', async () => {
    const row = (await clerk.get<Page<Record<string, unknown>>>('/sys/user/list', { username: 'worker' }))
      .result.records[0]
    expect((await clerk.put('/sys/user/edit', { ...row, realname: '张伟' })).message).toBe('修改成功!')
    expect(await stored()).toEqual(whole)
    expect(await clerk.put('/sys/user/edit', { id: 'worker', phone: '139****5678' })).toMatchObject({
      success: false,
      message: expect.stringContaining('不能含有 *'),
    })
    const added = { username: 'masked', realname: '掩码', email: 'm***@example.com' }
    expect(await clerk.post('/sys/user/add', added)).toMatchObject({
      success: false,
      message: expect.stringContaining('不能含有 *'),
    })
    expect((await clerk.put('/sys/user/edit', { id: 'worker', phone: '13812340000' })).success).toBe(true)
    expect((await stored()).phone).toBe('13812340000')
    await world.database.pool.query(`update sys_user set phone = $1 where id = 'worker'`, [whole.phone])
  })

  it('are masked in the difference of a stale edit', async () => {
    const answer = await clerk.put('/sys/user/edit', { id: 'worker', phone: '13812341111', revision: 0 })
    expect(answer.success).toBe(false)
    expect(JSON.stringify(answer.result)).toContain(hidden.phone)
    expect(JSON.stringify(answer)).not.toContain(whole.phone)
  })

  it('are masked in the versions of the data log, and not to be searched there', async () => {
    await plain.put('/sys/user/edit', { id: 'worker', phone: '13666667777' })
    for (const [path, query] of [
      ['/sys/dataLog/list', { dataTable: 'sys_user' }],
      ['/sys/dataLog/queryDataVerList', { dataTable: 'sys_user', dataId: 'worker' }],
    ] as const) {
      const [few, all] = [
        JSON.stringify(await clerk.get(path, query)),
        JSON.stringify(await plain.get(path, query)),
      ]
      expect([path, few.includes('13666667777'), few.includes('136****7777')]).toEqual([path, false, true])
      expect([path, all.includes('13666667777')]).toEqual([path, true])
    }
    expect(await clerk.get('/sys/dataLog/list', { dataContent: '*13666*' })).toMatchObject({ success: false })
    expect(await plain.get('/sys/dataLog/list', { dataContent: '*13666*' })).toMatchObject({ success: true })
    await world.database.pool.query(`update sys_user set phone = $1 where id = 'worker'`, [whole.phone])
  })

  it('are masked in the list of who is online, and a telephone that failed to sign in in the log', async () => {
    const login = await world.anonymous.post('/sys/login', { username: 'worker', password: 'Right#Pass2026' })
    expect(login.success).toBe(true)
    expect(JSON.stringify(await clerk.get('/sys/online/list'))).not.toContain(whole.phone)
    expect(JSON.stringify(await plain.get('/sys/online/list'))).toContain(whole.phone)
    await world.anonymous.post('/sys/phoneLogin', { mobile: whole.phone, captcha: '000000' })
    const { rows } = await world.database.pool.query(`select * from sys_log`)
    expect(JSON.stringify(rows)).not.toContain(whole.phone)
  })
})
