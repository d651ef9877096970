import type { ListViewAudience, ListViewBody, ListViewContent, ListViewEntry } from '@suoan/contract'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listViews } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'list-views', mount: listViews }] })
  await world.database.pool.query(`
    insert into sys_depart (id, tenant_id, parent_id, depart_name, org_code, org_type) values
      ('d1', 0, '', '一部', 'A01', '1'), ('d2', 0, 'd1', '一班', 'A01A01', '2'), ('d3', 0, '', '二部', 'A02', '1'),
      ('d9', 9, '', '外厂', 'A01', '1');
    insert into sys_role (id, tenant_id, role_name, role_code) values
      ('r1', 0, '锁具管理员', 'KEEPER'), ('r9', 9, '外厂锁具管理员', 'KEEPER');
    insert into sys_user (id, tenant_id, username, realname) values ('maker', 0, 'maker', '制表人');
    insert into sys_permission (id, parent_id, name, menu_type, perms, perms_type, status) values
      ('hide-mac', '', '蓝牙MAC', 2, 'system:position:column:postRank', '1', '1')`)
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => world.database.pool.query('truncate list_view cascade'))

const base = '/sys/listView'
const place = { page: '/isystem/position', resource: 'position' }
const body: ListViewBody = {
  filters: { name: '班长' },
  rules: [{ field: 'postRank', rule: 'eq', val: '1' }],
  match: 'and',
  column: 'code',
  order: 'asc',
  columns: { shown: ['code', 'postRank'], pins: { postRank: 'left' } },
  density: 'small',
}
const codes = ['system:position:list', 'system:position:column:postRank', 'system:listView:share']
const as = (userId: string, more: Parameters<TestWorld['as']>[0] = {}) =>
  world.as({ userId, tenantId: 0, permissions: new Set(codes), roleIds: [], orgCodes: [], ...more })
const save = (who: ReturnType<typeof as>, name: string, more: object = {}) =>
  who.post<string>(`${base}/add`, { ...place, name, body, ...more })
const names = async (who: ReturnType<typeof as>) =>
  (await who.get<ListViewEntry[]>(`${base}/list`, place)).result.map(({ name }) => name)
const open = (who: ReturnType<typeof as>, id: string) => who.get<ListViewContent>(`${base}/queryById`, { id })
const reader = () => as('reader', { roleIds: ['r1'] })

describe('saved views of a list (5-screens.md §4)', () => {
  it('are kept under a name for their maker alone, and come back as they were', async () => {
    const maker = as('maker')
    const { result: id, message } = await save(maker, ' 我的班长 ')
    expect(message).toBe('视图已保存')
    expect((await maker.get<ListViewEntry[]>(`${base}/list`, place)).result).toEqual([
      { id, name: '我的班长', isOwn: true, owner: '制表人', isDefault: false, audiences: [] },
    ])
    expect((await open(maker, id)).result).toEqual({
      id,
      name: '我的班长',
      page: place.page,
      body,
      withheld: [],
    })
    expect(await names(as('other'))).toEqual([])
    expect(await open(as('other'), id)).toMatchObject({ success: false, message: '未找到对应实体' })
    expect((await maker.get(`${base}/list`, { ...place, page: '/other' })).result).toEqual([])
  })

  it('are there for who reads the list by another page of it alone: all tickets, not his own', async () => {
    const tickets = { page: '/isps/loAllWorkList', resource: 'work' }
    const ofTickets = {
      ...body,
      filters: { tab: 'execution' },
      rules: [],
      column: null,
      order: null,
      columns: null,
    }
    const viewer = as('viewer', { permissions: new Set(['lo:work:allList']) })
    const { result: id } = await viewer.post<string>(`${base}/add`, {
      ...tickets,
      name: '现场',
      body: ofTickets,
    })
    const listed = async (who: ReturnType<typeof as>) =>
      (await who.get<ListViewEntry[]>(`${base}/list`, tickets)).result.map((view) => view.name)
    expect(await listed(viewer)).toEqual(['现场'])
    expect((await open(viewer, id)).result).toMatchObject({ body: { filters: { tab: 'execution' } } })
    const former = as('viewer', { permissions: new Set() })
    expect(await listed(former)).toEqual([])
    expect(await open(former, id)).toMatchObject({ success: false })
  })

  it('one of a taken name is replaced only when that was asked for', async () => {
    const maker = as('maker')
    const { result: id } = await save(maker, '班长')
    expect(await save(maker, '班长')).toMatchObject({
      success: false,
      message: '视图名称“班长”已存在，请更换',
    })
    const other = { ...body, match: 'or' as const }
    expect((await save(maker, '班长', { body: other, overwrite: true })).result).toBe(id)
    expect((await open(maker, id)).result.body.match).toBe('or')
    // Another person's name is his own affair.
    expect((await save(as('other'), '班长')).success).toBe(true)
  })

  it('are renamed and deleted by their maker', async () => {
    const maker = as('maker')
    const { result: id } = await save(maker, '一')
    await save(maker, '二')
    expect(await maker.put(`${base}/rename`, { id, name: '二' })).toMatchObject({
      message: '视图名称“二”已存在，请更换',
    })
    expect((await maker.put(`${base}/rename`, { id, name: '三' })).success).toBe(true)
    for (const stranger of [as('other', { permissions: new Set() }), as('maker', { tenantId: 9 })]) {
      expect((await stranger.put(`${base}/rename`, { id, name: '四' })).success).toBe(false)
      expect((await stranger.delete(`${base}/delete`, { id })).success).toBe(false)
    }
    expect((await maker.delete(`${base}/delete`, { id })).success).toBe(true)
    expect(await names(maker)).toEqual(['二'])
    expect(await open(maker, id)).toMatchObject({ success: false, message: '未找到对应实体' })
  })
})

describe('a shared view', () => {
  const shared = async (roles: string[], departs: string[] = []) => {
    const { result: id } = await save(as('maker'), '班长')
    expect((await as('maker').put(`${base}/share`, { id, roles, departs })).success).toBe(true)
    return id
  }

  it('is seen by the role, by the department and those below it, and by nobody else', async () => {
    await shared(['r1'], ['d1'])
    expect(await names(reader())).toEqual(['班长'])
    for (const code of ['A01', 'A01A01']) expect(await names(as('x', { orgCodes: [code] }))).toEqual(['班长'])
    expect(await names(as('x', { orgCodes: ['A02'] }))).toEqual([])
    expect(await names(as('x', { roleIds: ['r1'], orgCodes: ['A01'], tenantId: 9 }))).toEqual([])
    const [entry] = (await reader().get<ListViewEntry[]>(`${base}/list`, place)).result
    expect(entry).toMatchObject({ isOwn: false, owner: '制表人' })
    expect(entry?.audiences.map(({ name }) => name)).toEqual(['一部', '锁具管理员'])
  })

  it('is shared only by who may, with what is there, and of his own', async () => {
    const { result: id } = await save(as('maker'), '班长')
    const may = (roles: string[], departs: string[], who = as('maker')) =>
      who.put(`${base}/share`, { id, roles, departs })
    expect(
      await may(['r1'], [], as('maker', { permissions: new Set(['system:position:list']) })),
    ).toMatchObject({
      code: 510,
    })
    expect((await may(['r1'], [], as('other'))).success).toBe(false)
    for (const [roles, departs] of [
      [['r9'], []],
      [['gone'], []],
      [[], ['d9']],
    ] as const)
      expect(await may([...roles], [...departs])).toMatchObject({
        success: false,
        message: expect.stringContaining('已不存在'),
      })
    expect(await names(reader())).toEqual([])
  })

  it('is his who made it to change; who may share may take it back; taken back it is nobody else’s', async () => {
    const id = await shared(['r1'])
    const plain = as('reader', { roleIds: ['r1'], permissions: new Set(['system:position:list']) })
    expect((await plain.put(`${base}/rename`, { id, name: '改' })).success).toBe(false)
    expect((await plain.delete(`${base}/delete`, { id })).success).toBe(false)
    expect((await as('maker').put(`${base}/share`, { id, roles: [], departs: [] })).message).toBe(
      '已取消共享',
    )
    expect(await names(reader())).toEqual([])
    // A private view is not for others to delete.
    expect((await as('keeper').delete(`${base}/delete`, { id })).success).toBe(false)
    await as('maker').put(`${base}/share`, { id, roles: ['r1'], departs: [] })
    expect((await as('keeper').delete(`${base}/delete`, { id })).success).toBe(true)
    const { rows } = await world.database.pool.query(
      `select log_content from sys_log where log_content like '列表视图%' order by create_time, id`,
    )
    expect(rows.map((row) => row['log_content'])).toEqual(
      expect.arrayContaining(['列表视图：“班长”共享给 锁具管理员', '列表视图：删除他人共享的“班长”']),
    )
  })

  it('names no column to who is not given it, and no view to who may not read the list', async () => {
    const id = await shared(['r1'])
    const blind = as('reader', { roleIds: ['r1'], permissions: new Set(['system:position:list']) })
    expect((await open(blind, id)).result).toMatchObject({
      withheld: ['postRank'],
      body: { filters: { name: '班长' }, rules: [], columns: { shown: ['code'], pins: {} }, column: 'code' },
    })
    const outsider = as('reader', { roleIds: ['r1'], permissions: new Set() })
    expect(await names(outsider)).toEqual([])
    expect((await open(outsider, id)).success).toBe(false)
  })

  it('finds roles and departments of the own tenant by words', async () => {
    const find = async (words: string) =>
      (await as('maker').get<ListViewAudience[]>(`${base}/audiences`, { words })).result.map(
        ({ name }) => name,
      )
    expect(await find('一')).toEqual(['一部', '一班'])
    expect(await find('锁具')).toEqual(['锁具管理员'])
    expect(await find('%')).toEqual([])
  })
})

describe('the view that a list opens with', () => {
  const defaults = async (who: ReturnType<typeof as>) =>
    (await who.get<{ page: string; id: string }[]>(`${base}/defaults`)).result

  it('is one for each person and list, own or shared, until it is gone', async () => {
    const maker = as('maker')
    const { result: id } = await save(maker, '班长')
    const choose = (who: ReturnType<typeof as>, chosen: string) =>
      who.put(`${base}/default`, { ...place, id: chosen })
    expect((await choose(reader(), id)).success).toBe(false)
    await maker.put(`${base}/share`, { id, roles: ['r1'], departs: [] })
    const { result: second } = await save(maker, '二')
    await choose(maker, id)
    await choose(maker, second)
    expect((await choose(reader(), id)).message).toBe('已设为默认视图')
    expect(await defaults(maker)).toEqual([{ ...place, id: second }])
    expect(await defaults(reader())).toEqual([{ ...place, id }])
    // No longer shared, it counts no more.
    expect(await defaults(as('reader'))).toEqual([])
    await choose(maker, '')
    expect(await defaults(maker)).toEqual([])
    await maker.delete(`${base}/delete`, { id })
    expect(await defaults(reader())).toEqual([])
    expect((await maker.put(`${base}/default`, { ...place, page: '/other', id: second })).success).toBe(false)
  })
})

describe('hostile names and sizes of views', () => {
  it.each([
    ['', '不能为空'],
    ['   ', '不能为空'],
    ['长'.repeat(51), '最多 50 个字'],
    ['a\nb', '换行'],
    ['a\0b', '不能使用的字符'],
  ])('the name %j is refused', async (name, said) => {
    expect(await save(as('maker'), name)).toMatchObject({
      success: false,
      message: expect.stringContaining(said),
    })
  })

  it.each(['<img src=x onerror=alert(1)>', `'; drop table list_view; --`, '%_\\', '🔒'.repeat(50)])(
    'the name %j is only a name',
    async (name) => {
      const { success } = await save(as('maker'), name)
      expect([success, await names(as('maker'))]).toEqual([true, [name]])
    },
  )

  it('a view of more than 20 kB, of other parts, or of no list is refused in words', async () => {
    const maker = as('maker')
    const many = Array.from({ length: 3 }, () => ({ field: 'code', rule: 'in', val: '长'.repeat(3_000) }))
    expect(await save(maker, '大', { body: { ...body, rules: many } })).toMatchObject({
      success: false,
      message: expect.stringContaining('超过 20 kB'),
    })
    for (const wrong of [
      null,
      [],
      'x',
      { ...body, more: 1 },
      { ...body, order: 'up' },
      { ...body, filters: { 'a b': '1' } },
      { ...body, columns: { shown: ['1x'], pins: {} } },
    ])
      expect((await save(maker, '坏', { body: wrong })).success).toBe(false)
    expect((await save(maker, '坏', { resource: 'toString' })).success).toBe(false)
    expect((await save(maker, '坏', { page: 'https://evil.example/' })).success).toBe(false)
    expect(await names(maker)).toEqual([])
  })

  it('the 101st of a list is refused, also when several come at once', async () => {
    const maker = as('maker')
    await world.database.pool.query(
      `insert into list_view (id, tenant_id, user_id, page, resource, name, body, create_time, update_time)
        select 'v' || n, 0, 'maker', $1, $2, 'v' || n, $3, now(), now() from generate_series(1, 98) n`,
      [place.page, place.resource, JSON.stringify(body)],
    )
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => save(maker, name)))
    expect(answers.filter(({ success }) => success)).toHaveLength(2)
    expect(answers.find(({ success }) => !success)?.message).toContain('最多保存 100 个视图')
    expect((await save(maker, 'v1', { overwrite: true })).success).toBe(true)
    expect((await save(maker, 'x', { page: '/other' })).success).toBe(true)
  })
})
