import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { position, type Page } from '@suoan/contract'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { engineOf } from './engine.ts'
import { mountResource } from './mount-resource.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [{ name: 'positions', mount: (mount) => mountResource(mount, position) }],
  })
  await world.database.pool.query(`
    insert into sys_dict (id, dict_name, dict_code) values ('d1', '职级', 'position_rank');
    insert into sys_dict_item (id, dict_id, item_text, item_value, sort_order) values
      ('i1', 'd1', '员级', '1', 1), ('i2', 'd1', '助级', '2', 2)`)
})
afterAll(() => world[Symbol.asyncDispose]())

type Position = { id: string; code: string; name: string; postRank: string; revision: number }

describe('a described resource', () => {
  it('is added, listed with its dictionary text, edited and deleted', async () => {
    const me = world.as()
    expect(await me.post('/sys/position/add', { code: 'P1', name: '监护人', postRank: '1' })).toMatchObject({
      success: true,
      message: '添加成功！',
    })
    const page = await me.get<Page<Position>>('/sys/position/list', { name: '*护*', _t: 1 })
    expect(page.result).toMatchObject({ total: 1, current: 1, size: 10, pages: 1 })
    const [row] = page.result.records
    expect(row).toMatchObject({
      code: 'P1',
      postRank_dictText: '员级',
      createBy: 'tester',
      createTime: '2026-03-02 08:00:00',
      sysOrgCode: 'A01',
      tenantId: 0,
      revision: 0,
    })
    const id = row?.id ?? ''
    expect(await me.put('/sys/position/edit', { id, name: '安全监护人', revision: 0 })).toMatchObject({
      success: true,
    })
    const stale = await me.post('/sys/position/edit', { id, name: '别的', revision: 0 })
    expect(stale).toMatchObject({ success: false, code: 4090 })
    expect(stale.result).toMatchObject({
      revision: 1,
      difference: [{ field: 'name', stored: '安全监护人', yours: '别的' }],
    })
    expect(await me.get('/sys/position/queryById', { id })).toMatchObject({
      result: { name: '安全监护人', revision: 1 },
    })
    expect(await me.delete('/sys/position/deleteBatch', { ids: `${id},` })).toMatchObject({ success: true })
    expect(await me.get('/sys/position/queryById', { id })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })
    const { rows } = await world.database.pool.query(
      'select data_version, data_change from sys_data_log where data_id = $1 order by data_version',
      [id],
    )
    expect(rows.map((row) => row.data_version)).toEqual([1, 2, 3])
    expect(JSON.parse(rows[1].data_change)).toEqual({ name: ['监护人', '安全监护人'] })
  })

  it('is logged with the call and the names of what it was given: values are those of ids alone', async () => {
    const me = world.as()
    await me.post('/sys/position/add', {
      code: 'LOG1',
      name: '王小明 13912345678',
      postRank: '1',
      sign: 'abc',
    })
    const { rows: stored } = await world.database.pool.query<{ id: string }>(
      `select id from sys_position where code = 'LOG1'`,
    )
    const id = stored[0]?.id ?? ''
    await me.delete('/sys/position/delete', { id })
    const { rows } = await world.database.pool.query(
      `select operate_type, method, request_url, request_type, request_param from sys_log
        where request_param like '%…%' and request_url like '%/add' or request_param like '%' || $1 || '%' order by operate_type`,
      [id],
    )
    const [added, removed] = [rows[0], rows.at(-1)]
    expect(added).toMatchObject({
      operate_type: 2,
      method: '职务 /jeecg-boot/sys/position/add',
      request_type: 'POST',
    })
    expect(JSON.parse(added.request_param)).toEqual({ code: '…', name: '…', postRank: '…' })
    expect(removed).toMatchObject({ operate_type: 4, request_url: '/jeecg-boot/sys/position/delete' })
    expect(JSON.parse(removed.request_param)).toEqual({ id })
  })

  it('refuses a taken code, an unknown choice and an empty required field, by label', async () => {
    const me = world.as()
    await me.post('/sys/position/add', { code: 'TAKEN', name: '一', postRank: '1' })
    expect(await me.post('/sys/position/add', { code: 'TAKEN', name: '二', postRank: '1' })).toMatchObject({
      success: false,
      message: '职务编码“TAKEN”已存在，请更换',
    })
    const refused = await me.post('/sys/position/add', { code: 'X', postRank: '77' })
    expect(refused.message).toContain('“职务名称”不能为空')
    expect((await me.post('/sys/position/add', { code: 'X', name: 'x', postRank: '77' })).message).toContain(
      '“职级”',
    )
  })
})

describe('many writers at once', () => {
  it('do not wait for each other when the dictionaries must be read anew', async () => {
    const me = world.as()
    engineOf(world.ctx).dictionaries.forget()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        me.post('/sys/position/add', { code: `MANY-${n}`, name: '并发', postRank: '1' }),
      ),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(40)
  })
})
