import type { DepartNode, Page } from '@suoan/contract'
import { readSheet } from '@suoan/platform/resource/testing/read-sheet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestWorld } from '@suoan/platform/testing/test-world'
import { users } from '../users/index.ts'
import { createPeopleWorld, signIn } from '../users/testing/people-world.ts'
import { departments } from './index.ts'

let world: TestWorld
let me: ReturnType<TestWorld['as']>
const base = '/sys/sysDepart'

beforeAll(async () => {
  world = await createPeopleWorld([
    { name: 'users', mount: users },
    { name: 'departments', mount: departments },
  ])
  me = world.as()
})
afterAll(() => world[Symbol.asyncDispose]())

const add = (departName: string, parentId = '', more: object = {}) =>
  me.post(`${base}/add`, { departName, parentId, orgCategory: '2', departOrder: 1, ...more })
const codes = async () => {
  const { rows } = await world.database.pool.query<{ depart_name: string; org_code: string }>(
    'select depart_name, org_code from sys_depart where tenant_id = 0',
  )
  return Object.fromEntries(rows.map((row) => [row.depart_name, row.org_code]))
}
const idOf = async (name: string): Promise<string> => {
  const { rows } = await world.database.pool.query<{ id: string }>(
    'select id from sys_depart where depart_name = $1',
    [name],
  )
  return rows[0]?.id ?? ''
}

describe('the code of a department', () => {
  it('is given by the server after the greatest sibling and spells the path', async () => {
    expect(await add('二部')).toMatchObject({ success: true, message: '添加成功！' })
    await add('二班', 'd1')
    // What only the server gives is refused, not dropped in silence (decision 0556).
    expect(await add('甲组', 'd2', { orgCode: 'Z99', orgType: '9', status: '0' })).toMatchObject({
      success: false,
      message: expect.stringContaining('“机构编码”'),
    })
    await add('甲组', 'd2')
    expect(await codes()).toMatchObject({ 二部: 'A02', 二班: 'A01A02', 甲组: 'A01A01A01' })
    const { rows } = await world.database.pool.query(
      `select org_type, status, del_flag from sys_depart where depart_name = '甲组'`,
    )
    expect(rows[0]).toEqual({ org_type: '3', status: '1', del_flag: '0' })
  })

  it('is never given twice, also when twenty are added at once', async () => {
    await add('并发部')
    const parent = await idOf('并发部')
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => add(`并发${i}`, parent)))
    expect(answers.every(({ success }) => success)).toBe(true)
    const given = Object.entries(await codes()).filter(([name]) => /^并发\d/.test(name))
    expect(new Set(given.map(([, code]) => code)).size).toBe(20)
  })

  it('stays when the department moves, and is not given again below the old parent', async () => {
    await me.put(`${base}/edit`, { id: await idOf('二班'), parentId: await idOf('二部') })
    await add('三班', 'd1')
    expect(await codes()).toMatchObject({ 二班: 'A01A02', 三班: 'A01A03' })
  })

  it('knows no parent of another tenant and no circle', async () => {
    expect((await add('越界', 'd9')).success).toBe(false)
    const circle = await me.put(`${base}/edit`, { id: 'd1', parentId: 'd2' })
    expect(circle).toMatchObject({ success: false })
    expect(circle.message).toContain('下级')
  })
})

describe('an import (4-api.md §7.3)', () => {
  const heading = '机构/部门名称,机构类别,机构编码'
  const book = (...lines: string[]) => ({
    name: '部门.xls',
    content: Buffer.from([heading, ...lines].join('\n')),
  })
  const tree = ['总厂,1,A01', '甲车间,2,A01A01', '甲班,3,A01A01A01', '乙车间,2,A01A02']
  const shape = async (tenantId: number) => {
    const { rows } = await world.database.pool.query<{ line: string }>(
      `select concat(d.org_code, ' ', d.depart_name, ' < ', p.depart_name, ' ', d.org_type) as line
       from sys_depart d left join sys_depart p on p.id = d.parent_id where d.tenant_id = $1 order by d.org_code`,
      [tenantId],
    )
    return rows.map(({ line }) => line)
  }
  const whole = [
    'A01 总厂 <  1',
    'A01A01 甲车间 < 总厂 2',
    'A01A01A01 甲班 < 甲车间 3',
    'A01A02 乙车间 < 总厂 2',
  ]

  it('builds the tree by the codes in whatever order they stand, as its preview says', async () => {
    const boss = world.as({ tenantId: 31 })
    const turned = book(...tree.toReversed())
    const preview = await boss.upload(`${base}/importPreview`, turned)
    expect(preview.result).toMatchObject({ insertCount: 4, errorCount: 0, errors: [] })
    expect(await shape(31)).toEqual([])
    expect(await boss.upload(`${base}/importExcel`, turned)).toMatchObject({ success: true, code: 200 })
    expect(await shape(31)).toEqual(whole)
    // What is added by hand goes on behind them.
    await boss.post(`${base}/add`, { departName: '丙车间', parentId: '', orgCategory: '1' })
    expect(await shape(31)).toContain('A02 丙车间 <  1')
  })

  it('of its own export makes nothing twice and says so for every line; with 更新 it finds the rows again', async () => {
    const boss = world.as({ tenantId: 32 })
    await boss.upload(`${base}/importExcel`, book(...tree))
    const { rawPayload } = await boss.raw('GET', `${base}/exportXls`)
    const own = { name: '部门.xls', content: rawPayload }
    const again = await boss.upload<{ successCount: number; errorCount: number }>(`${base}/importExcel`, own)
    expect(again).toMatchObject({
      code: 201,
      message: expect.stringContaining('没有导入任何数据'),
      result: { successCount: 0, errorCount: 4 },
    })
    const preview = await boss.upload(`${base}/importPreview`, own)
    expect(preview.result).toMatchObject({
      errors: expect.arrayContaining([
        expect.objectContaining({ reason: expect.stringContaining('机构编码“A01”已存在') }),
      ]),
    })
    expect(await boss.upload(`${base}/importExcel?updateExisting=1`, own)).toMatchObject({
      message: expect.stringContaining('新增0行，修改0行，未变4行'),
    })
    expect(await shape(32)).toEqual(whole)
  })

  it('refuses a code twice, without parent or of another form, and a second root of one name without a code', async () => {
    const boss = world.as({ tenantId: 33 })
    const { result } = await boss.upload<{ errors: { line: number; column: string; reason: string }[] }>(
      `${base}/importPreview`,
      book('总厂,1,A01', '又一个,1,A01', '孤儿,2,B07A01', '小写,1,a02', '零,1,A00', '无码,1,', '无码,1,'),
    )
    expect(result.errors.map(({ line, reason }) => [line, reason.slice(0, 24)])).toEqual([
      [3, '机构编码“A01”已存在；要修改已有记录，请选择'],
      [4, '没有机构编码为“B07”的上级部门，请先导入上级'],
      [5, '“机构编码”“a02”格式不对，每一级应为一个大'],
      [6, '“机构编码”“A00”格式不对，每一级应为一个大'],
      [8, '“无码”在最上级已存在；要导入到其他位置，请填写'],
    ])
    expect(result.errors[0]?.column).toBe('C 列“机构编码”')
  })
})

describe('the region of a department (2-data-entry.md §2, area linkage)', () => {
  const boss = () => world.as({ tenantId: 41 })
  const stored = async (name: string) => {
    const { rows } = await world.database.pool.query<{ region: string }>(
      'select region from sys_depart where depart_name = $1',
      [name],
    )
    return rows.map(({ region }) => region)
  }
  const addAt = (departName: string, region: string) =>
    boss().post(`${base}/add`, { departName, parentId: '', orgCategory: '1', region })

  it('is a code in use, read by its names in lists and sheets, and refused in words where it is none', async () => {
    expect(await addAt('苏州厂', '320506')).toMatchObject({ success: true })
    const { result } = await boss().get<Page<object>>(`${base}/list`, { departName: '苏州厂' })
    expect(result.records).toMatchObject([{ region: '320506', region_dictText: '江苏省/苏州市/吴中区' }])
    for (const region of ['320599', 'abc', "1' or '1'='1", '3205060'])
      expect(await addAt('别处', region)).toMatchObject({
        success: false,
        message: expect.stringContaining('不是现行的省/市/区'),
      })
    expect(await stored('别处')).toEqual([])
    const sheet = JSON.stringify(await readSheet((await boss().raw('GET', `${base}/exportXls`)).rawPayload))
    expect(sheet).toContain('江苏省/苏州市/吴中区')
  })

  it('comes by its names from a sheet, and a line with another text is told', async () => {
    const lines = ['机构/部门名称,机构类别,所在地区', '杭州厂,1,浙江省/杭州市/余杭区', '无锡厂,1,无锡的某处']
    const content = Buffer.from(`${lines.join('\n')}\n`)
    const answer = await boss().upload(`${base}/importExcel`, { name: '部门.csv', content })
    expect(answer).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 1 } })
    expect([await stored('杭州厂'), await stored('无锡厂')]).toEqual([['330110'], []])
  })
})

describe('the trees', () => {
  it('show all departments, the top ones, one level, and keys only', async () => {
    const tree = await me.get<DepartNode[]>(`${base}/queryTreeList`)
    const one = tree.result.find((node) => node.id === 'd1')
    expect(one).toMatchObject({ key: 'd1', value: 'd1', title: '一部', isLeaf: false, directorUserIds: '' })
    expect(one?.children?.map(({ title }) => title)).toContain('一班')
    expect((await me.get<DepartNode[]>(`${base}/queryTopTreeList`)).result[0]).toMatchObject({ id: 'd1' })
    const roots = await me.get<DepartNode[]>(`${base}/queryDepartTreeSync`)
    expect(roots.result.map(({ title }) => title)).toEqual(['一部', '二部', '并发部'])
    const below = await me.get<DepartNode[]>(`${base}/queryDepartTreeSync`, { pid: 'd1' })
    expect(below.result.map(({ title, isLeaf }) => [title, isLeaf])).toEqual([
      ['一班', false],
      ['三班', true],
    ])
    const chosen = await me.get<DepartNode[]>(`${base}/queryDepartTreeSync`, {
      ids: 'A01,A02',
      primaryKey: 'orgCode',
    })
    expect(chosen.result.map(({ title }) => title)).toEqual(['一部', '二部'])
    const ids = await me.get<object[]>(`${base}/queryIdTree`)
    expect(Object.keys(ids.result[0] ?? {})).toEqual(['key', 'value', 'title', 'children'])
  })

  it('find by name and tell the parents', async () => {
    const found = await me.get<DepartNode[]>(`${base}/searchBy`, { keyWord: '班' })
    expect(found.result.map(({ title, children }) => [title, children])).toEqual([
      ['一班', null],
      ['二班', null],
      ['三班', null],
    ])
    expect(await me.get(`${base}/searchBy`, { keyWord: "%' or 1=1" })).toMatchObject({
      success: false,
      message: '未查询匹配数据！',
    })
    const id = await idOf('甲组')
    const parents = await me.get<Record<string, { parentIds: string[] }>>(`${base}/queryAllParentId`, {
      departId: id,
    })
    expect(parents.result[id]?.parentIds).toEqual(['d1', 'd2'])
    expect((await me.get<DepartNode>(`${base}/getDepartName`, { orgCode: 'A01A01' })).result.title).toBe(
      '一班',
    )
  })

  it('show nothing of another tenant (V11)', async () => {
    const theirs = await world.as({ tenantId: 9 }).get<DepartNode[]>(`${base}/queryTreeList`)
    expect(theirs.result.map(({ id }) => id)).toEqual(['d9'])
    expect((await me.get<DepartNode[]>(`${base}/listAll`, { id: 'd9' })).result).toEqual([])
    expect((await me.get<Page<unknown>>('/sys/user/departUserList', { depId: 'd9' })).result.total).toBe(0)
  })

  it('need the permission to see departments', async () => {
    const nobody = world.as({ permissions: new Set() })
    for (const path of ['queryTreeList', 'queryTopTreeList', 'queryIdTree', 'listAll'])
      expect((await nobody.get(`${base}/${path}`)).code).toBe(510)
  })
})

describe('the responsible people', () => {
  it('are named with the department, become superiors and see their departments', async () => {
    await me.put(`${base}/edit`, { id: 'd1', directorUserIds: 'worker' })
    const worker = await signIn(world, 'worker')
    const mine = await worker.get<DepartNode[]>(`${base}/queryMyDeptTreeList`)
    expect(mine.message).toBe('2')
    expect(mine.result.map(({ id }) => id)).toEqual(['d1'])
    expect(mine.result[0]?.directorUserIds).toBe('worker')
    await me.put(`${base}/edit`, { id: 'd1', directorUserIds: '' })
    expect(await worker.get(`${base}/queryMyDeptTreeList`)).toMatchObject({ message: '1', result: [] })
  })

  it('are named with a new department too, and lead it no more when it is gone', async () => {
    const added = { departName: '新班组', parentId: 'd1', orgCategory: '2', directorUserIds: 'worker' }
    expect(await me.post(`${base}/add`, added)).toMatchObject({ success: true })
    const worker = await signIn(world, 'worker')
    const led = async () => (await worker.get<DepartNode[]>(`${base}/queryMyDeptTreeList`)).result
    const [made] = await led()
    expect(made).toMatchObject({ departName: '新班组', directorUserIds: 'worker' })
    expect(await me.delete(`${base}/delete`, { id: made?.id ?? '' })).toMatchObject({ success: true })
    expect(await led()).toEqual([])
  })

  it('are people who work here, wherever their account was made (V11)', async () => {
    await world.database.pool.query(`update sys_user set rel_tenant_ids = '9,0' where id = 'foreign'`)
    expect(await me.put(`${base}/edit`, { id: 'd1', directorUserIds: 'foreign' })).toMatchObject({
      success: true,
    })
    const { result } = await me.get<DepartNode[]>(`${base}/queryTreeList`)
    expect(result.find(({ id }) => id === 'd1')?.directorUserIds).toBe('foreign')
    await me.put(`${base}/edit`, { id: 'd1', directorUserIds: '' })
    await world.database.pool.query(`update sys_user set rel_tenant_ids = '9' where id = 'foreign'`)
  })

  it('are not chosen from another tenant, and nobody chooses himself (V12)', async () => {
    expect((await me.put(`${base}/edit`, { id: 'd1', directorUserIds: 'foreign' })).message).toBe(
      '所选部门负责人不存在，请刷新后重新选择',
    )
    const clerk = world.as({ userId: 'clerk', roleCodes: ['clerk'] })
    expect((await clerk.put(`${base}/edit`, { id: 'd1', directorUserIds: 'clerk' })).success).toBe(false)
    // An edit that does not name them leaves them as they are.
    await me.put(`${base}/edit`, { id: 'd1', directorUserIds: 'worker' })
    await me.put(`${base}/edit`, { id: 'd1', memo: '值班' })
    const { rows } = await world.database.pool.query(
      `select depart_ids, user_identity from sys_user where id = 'worker'`,
    )
    expect(rows[0]).toEqual({ depart_ids: 'd1', user_identity: 2 })
  })
})

describe('the members', () => {
  it('are listed, added and taken out', async () => {
    const list = () =>
      me.get<Page<{ id: string; orgCode: string }>>('/sys/user/departUserList', { depId: 'd2' })
    expect(
      await me.post('/sys/user/editSysDepartWithUser', { depId: 'd2', userIdList: ['worker', 'clerk'] }),
    ).toMatchObject({ success: true, message: '添加成功!' })
    expect((await list()).result.records.find(({ id }) => id === 'worker')?.orgCode).toBe('一部,一班')
    expect(await me.delete('/sys/user/deleteUserInDepart', { depId: 'd2', userId: 'clerk' })).toMatchObject({
      message: '删除成功!',
    })
    expect(await me.delete('/sys/user/deleteUserInDepart', { depId: 'd2', userId: 'clerk' })).toMatchObject({
      success: false,
      message: '当前选中部门与用户无关联关系!',
    })
    expect((await list()).result.total).toBe(1)
  })

  it('are never people or departments of another tenant, nor oneself (V11, V12)', async () => {
    for (const body of [
      { depId: 'd1', userIdList: 'foreign' },
      { depId: 'd9', userIdList: 'worker' },
    ])
      expect((await me.post('/sys/user/editSysDepartWithUser', body)).success).toBe(false)
    const clerk = world.as({ userId: 'clerk', roleCodes: ['clerk'] })
    expect(
      (await clerk.post('/sys/user/editSysDepartWithUser', { depId: 'd1', userIdList: 'clerk' })).message,
    ).toContain('不能把自己加入部门')
  })
})

describe('a deletion', () => {
  it('takes everything below with it, and nobody stays in what is gone', async () => {
    await world.database.pool.query(`update sys_user set org_code = 'A01A01' where id = 'worker'`)
    expect(await me.delete(`${base}/delete`, { id: 'd1' })).toMatchObject({
      success: true,
      message: '删除成功!',
    })
    expect(Object.keys(await codes())).not.toContain('甲组')
    const { rows } = await world.database.pool.query(`
      select org_code, depart_ids, user_identity,
        (select count(*)::int from sys_user_depart where user_id = u.id) as departs from sys_user u where id = 'worker'`)
    expect(rows[0]).toEqual({ org_code: null, depart_ids: null, user_identity: 1, departs: 0 })
    const log = await world.database.pool.query(
      `select count(*)::int as n from sys_data_log where data_table = 'sys_depart' and data_id = 'd2'`,
    )
    expect(log.rows[0]).toEqual({ n: 1 })
  })
})
