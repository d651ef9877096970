import type { CategoryRow, Page, TreeItem } from '@suoan/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { categories } from './index.ts'

let world: TestWorld
let me: TestClient
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'categories', mount: categories }] })
  me = world.as()
})
afterAll(() => world[Symbol.asyncDispose]())

const base = '/sys/category'
const one = async (name: string) =>
  (await me.get<CategoryRow>(`${base}/loadOne`, { field: 'name', val: name })).result
const add = async (name: string, pid = '0') => {
  expect(await me.post(`${base}/add`, { name, pid })).toMatchObject({ message: '添加成功！' })
  return await one(name)
}
const tree = async (call: string, query = {}) => (await me.get<TreeItem[]>(`${base}/${call}`, query)).result

let types: CategoryRow
let hanging: CategoryRow
beforeEach(async () => {
  await world.database.pool.query('delete from sys_category')
  types = await add('锁具类型')
  hanging = await add('挂锁', types.id)
  await add('工具')
})

describe('a category (4-api.md §7.8)', () => {
  it('is numbered by its place, also when several are added at the same moment', async () => {
    expect([types.code, hanging.code, (await one('工具')).code]).toEqual(['A01', 'A01A01', 'A02'])
    await Promise.all(['甲', '乙', '丙', '丁'].map((name) => add(name, types.id)))
    const below = await tree('loadTreeChildren', { pid: types.id })
    expect(below.map(({ code }) => code)).toEqual(['A01A01', 'A01A02', 'A01A03', 'A01A04', 'A01A05'])
  })
  it('knows whether it has children, after adding, moving and deleting', async () => {
    const has = async (name: string) => (await one(name)).hasChild
    expect([await has('锁具类型'), await has('工具')]).toEqual(['1', '0'])
    const { result } = await me.get<{ revision: number }>(`${base}/queryById`, { id: hanging.id })
    await me.put(`${base}/edit`, { id: hanging.id, pid: (await one('工具')).id, revision: result.revision })
    expect([await has('锁具类型'), await has('工具')]).toEqual(['0', '1'])
    await me.delete(`${base}/delete`, { id: hanging.id })
    expect(await has('工具')).toBe('0')
  })
  it('takes everything below along when it is deleted, and nothing else', async () => {
    await add('蓝牙挂锁', hanging.id)
    expect(await me.delete(`${base}/deleteBatch`, { ids: `${types.id},` })).toMatchObject({ success: true })
    const { rows } = await world.database.pool.query('select name from sys_category')
    expect(rows).toEqual([{ name: '工具' }])
  })
  it('stands below nothing that is not there', async () => {
    expect(await me.post(`${base}/add`, { name: 'x', pid: 'nobody' })).toMatchObject({ success: false })
  })
  it('that is deleted while somebody has chosen it is refused in words, and keeps its key where it was stored', async () => {
    await me.delete(`${base}/delete`, { id: hanging.id })
    expect(await me.post(`${base}/add`, { name: 'x', pid: hanging.id })).toMatchObject({
      success: false,
      message: expect.stringContaining('重新选择'),
    })
    const { rows } = await world.database.pool.query(`select 1 from sys_category where name = 'x'`)
    expect(rows).toEqual([])
    const names = await me.get(`${base}/loadDictItem`, {
      ids: `${hanging.id},${types.id}`,
      delNotExist: 'false',
    })
    expect(names.result).toEqual([hanging.id, '锁具类型'])
  })
})

it('an import of the export of another plant stands as the tree that it was, and twice it is refused', async () => {
  const { rawPayload } = await me.raw('GET', `${base}/exportXls`)
  const sheet = { name: '分类.xls', content: rawPayload }
  const other = world.as({ tenantId: 7 })
  const preview = await other.upload(`${base}/importPreview`, sheet)
  expect(preview.result).toMatchObject({ insertCount: 3, errorCount: 0 })
  expect(await other.upload(`${base}/importExcel`, sheet)).toMatchObject({ code: 200 })
  expect(await other.upload(`${base}/importExcel`, sheet)).toMatchObject({
    code: 201,
    result: { successCount: 0, errorCount: 3 },
  })
  // Without the column of codes a name that stands at the top is told as well.
  const bare = { name: '分类.xls', content: Buffer.from('类型名称\n工具\n') }
  expect(await other.upload(`${base}/importExcel`, bare)).toMatchObject({
    code: 201,
    result: { successCount: 0, errorCount: 1 },
  })
  const { rows } = await world.database.pool.query(
    `select c.code, c.name, p.name as above, c.has_child from sys_category c
     left join sys_category p on p.id = c.pid where c.tenant_id = 7 order by c.code`,
  )
  expect(rows).toEqual([
    { code: 'A01', name: '锁具类型', above: null, has_child: '1' },
    { code: 'A01A01', name: '挂锁', above: '锁具类型', has_child: '0' },
    { code: 'A02', name: '工具', above: null, has_child: '0' },
  ])
})

describe('choosing a category', () => {
  it('begins at the roots or below a code, level by level or whole', async () => {
    expect(await tree('loadTreeRoot', { async: 'true', pcode: '0' })).toMatchObject([
      { key: types.id, value: types.id, title: '锁具类型', leaf: false, parentId: '0', code: 'A01' },
      { title: '工具', leaf: true, children: null },
    ])
    expect(await tree('loadTreeRoot', { async: 'false' })).toMatchObject([
      { title: '锁具类型', children: [{ title: '挂锁', leaf: true }] },
      { title: '工具' },
    ])
    expect(await tree('loadTreeData', { pid: '', pcode: 'A01' })).toMatchObject([{ title: '挂锁' }])
    expect(await tree('loadTreeData', { pid: '0', condition: '{"name":"工"}' })).toMatchObject([
      { title: '工具' },
    ])
  })
  it('says what is wrong with a code, a condition, a field (V1, V2)', async () => {
    const messageOf = async (call: string, query = {}) => (await me.get(`${base}/${call}`, query)).message
    expect(await messageOf('loadTreeRoot', { pcode: 'Z99' })).toBe('加载分类字典树参数有误.[Z99]!')
    const condition = '组件JTreeSelect-condition传值有误，需要一个json字符串!'
    expect(await messageOf('loadTreeData', { condition: 'name' })).toBe(condition)
    expect(await messageOf('loadTreeData', { condition: '{"tenant_id":"1"}' })).toContain('没有')
    expect(await messageOf('loadOne', { field: 'name;drop', val: 'x' })).toBe('字段无效，请检查!')
    expect(await messageOf('loadOne', { field: '__proto__', val: 'x' })).toBe('字段无效，请检查!')
    expect(await messageOf('loadOne', { field: 'code', val: 'x' })).toBe('查询无果')
    expect(await messageOf('loadAllData', { code: 'Z99' })).toBe('无数据,参数有误.[Z99]')
    expect(await messageOf('checkCode', { pid: types.id, code: 'B01' })).toBe('编码不符合规范,须以"A01"开头!')
    expect(await messageOf('checkCode', { pid: types.id })).toBe('错误,类型编码为空!')
  })
  it('gives names for ids in every form of the call', async () => {
    const ids = `${hanging.id},gone,${types.id}`
    const names = ['挂锁', '锁具类型']
    expect((await me.get(`${base}/loadDictItem`, { ids })).result).toEqual(names)
    expect((await me.get(`${base}/loadDictItem/`, { ids })).result).toEqual(names)
    expect((await me.get(`${base}/loadDictItem/${encodeURIComponent(ids)}`)).result).toEqual(names)
    expect((await me.get(`${base}/loadDictItem`, { ids, delNotExist: 'false' })).result).toEqual([
      '挂锁',
      'gone',
      '锁具类型',
    ])
    expect((await me.get(`${base}/loadDictItem`)).message).toBe('ids 不能为空')
  })
  it('lists roots, or every level once something is searched, and children of several', async () => {
    const listed = async (query = {}) =>
      (await me.get<Page<CategoryRow>>(`${base}/rootList`, query)).result.records.map(({ name }) => name)
    expect(await listed()).toEqual(['锁具类型', '工具'])
    expect(await listed({ name: '锁' })).toEqual(['锁具类型', '挂锁'])
    const batch = await me.get<{ records: CategoryRow[] }>(`${base}/getChildListBatch`, {
      parentIds: `${types.id},`,
    })
    expect(batch.result.records.map(({ name }) => name)).toEqual(['挂锁'])
  })
  it('shows another tenant nothing, and management needs its permission (V10, V11)', async () => {
    const other = world.as({ tenantId: 7 })
    expect((await other.get(`${base}/loadTreeRoot`)).result).toEqual([])
    expect((await other.get(`${base}/loadDictItem`, { ids: types.id })).result).toEqual([])
    expect(await other.post(`${base}/add`, { name: 'x', pid: types.id })).toMatchObject({ success: false })
    const plain = world.as({ permissions: new Set<string>() })
    expect(await plain.get(`${base}/rootList`)).toMatchObject({ code: 510 })
    expect(await plain.post(`${base}/add`, { name: 'x' })).toMatchObject({ code: 510 })
    expect(await plain.get(`${base}/loadTreeRoot`)).toMatchObject({ success: true })
  })
})
