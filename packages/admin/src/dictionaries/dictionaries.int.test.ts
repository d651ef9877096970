import { standardSignSecret, type DictItem } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { duplicateCheck } from '../duplicate-check/index.ts'
import { positions } from '../positions/index.ts'
import { dictionaries } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'dictionaries', mount: dictionaries },
      { name: 'duplicate-check', mount: duplicateCheck },
      { name: 'positions', mount: positions },
    ],
  })
  await world.database.pool.query(`
    insert into sys_dict (id, dict_name, dict_code) values ('d1', '职级', 'position_rank');
    insert into sys_dict_item (id, dict_id, item_text, item_value, sort_order, status) values
      ('i1', 'd1', '员级', '1', 1, 1), ('i2', 'd1', '助级', '2', 2, 0);
    insert into sys_position (id, tenant_id, code, name, create_time) values
      ('p1', 0, 'A', '监护人', now()), ('p2', 9, 'B', '别家的监护人', now())`)
})
afterAll(() => world[Symbol.asyncDispose]())

const refused = { success: false, message: '系统设置了安全规则，敏感表和敏感字段禁止查询，联系管理员授权!' }

describe('a signature (4-api.md §2.8)', () => {
  const path = '/sys/dict/loadDict/sys_position,name,code'
  const query = { keyword: '监护', _t: '1767225600' }
  const signed = (sign: string, at: number) =>
    world.as().raw('GET', path, { query, headers: { 'X-Sign': sign, 'X-TIMESTAMP': String(at) } })
  const text = '{"keyword":"监护","x-path-variable":"sys_position,name,code"}'
  const right = createHash('md5').update(`${text}${standardSignSecret}`).digest('hex').toUpperCase()

  it('that fits passes', async () => {
    expect((await signed(right, world.ctx.clock.now())).json()).toMatchObject({ success: true })
  })
  it.each([
    ['that does not fit', right.toLowerCase(), 0],
    ['older than five minutes', right, -300_001],
  ])('%s is refused', async (_, sign, shift) => {
    const answer = await signed(sign, world.ctx.clock.now() + shift)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { success: false, message: 'Sign签名校验失败！' },
    ])
  })
  it('of an older client, with the path as it travels and the time in 14 digits, passes too (4-api.md §0.6)', async () => {
    const at = '/sys/dict/loadDict/sys_position,name,code,%20'
    const older = `{"keyword":"监护","x-path-variable":"sys_position,name,code,%20"}${standardSignSecret}`
    const headers = {
      'X-Sign': createHash('md5').update(older).digest('hex').toUpperCase(),
      'X-TIMESTAMP': shanghaiTime(world.ctx.clock.now()).replaceAll(/\D/g, ''),
    }
    const answer = (await world.as().raw('GET', at, { query, headers })).json()
    expect(answer).not.toMatchObject({ message: 'Sign签名校验失败！' })
  })
  it('is not missed, so that clients which do not sign keep working, unless the installation demands it', async () => {
    expect(await world.as().get(path, query)).toMatchObject({ success: true })
    await using strict = await createTestWorld({
      env: { SIGN_REQUIRED: 'on' },
      features: [{ name: 'dictionaries', mount: dictionaries }],
    })
    expect(await strict.as().get('/sys/dict/getDictItems/sex')).toMatchObject({
      success: false,
      message: 'Sign签名校验失败！',
    })
    expect(await strict.as().get('/sys/dict/queryAllDictItems')).toMatchObject({ success: true })
    const bare = createHash('md5').update(`{}${standardSignSecret}`).digest('hex').toUpperCase()
    const headers = { 'X-Sign': bare, 'X-TIMESTAMP': String(strict.ctx.clock.now()) }
    const own = await strict.as().raw('GET', '/sys/dict/getDictItems/sex', { headers })
    expect(own.json()).not.toMatchObject({ message: 'Sign签名校验失败！' })
  })
  it('stands for nobody: without a login it opens nothing (security.md V23)', async () => {
    const headers = { 'X-Sign': right, 'X-TIMESTAMP': String(world.ctx.clock.now()), 'x-test-actor': '' }
    expect((await world.as().raw('GET', path, { query, headers })).json()).not.toMatchObject({ code: 200 })
  })
})

describe('dictionary sources', () => {
  it.each(['getDictItems', 'loadDict', 'loadDictItem'])('need a code (%s)', async (call) => {
    for (const code of ['', '%20']) {
      const answer = await world.as().get(`/sys/dict/${call}/${code}`, { key: 'a' })
      expect(answer).toMatchObject({ success: false, message: '字典Code不能为空!' })
    }
  })
  it('answer plain codes with all items, and the whole set with the enabled ones', async () => {
    const me = world.as()
    expect((await me.get<DictItem[]>('/sys/dict/getDictItems/position_rank')).result).toEqual([
      { value: '1', text: '员级', title: '员级', label: '员级' },
      { value: '2', text: '助级', title: '助级', label: '助级' },
    ])
    expect(
      (await me.get<Record<string, DictItem[]>>('/sys/dict/queryAllDictItems')).result['position_rank'],
    ).toHaveLength(1)
  })

  it('answer described tables by label and key, within the tenant', async () => {
    const answer = await world
      .as()
      .get<DictItem[]>('/sys/dict/loadDict/sys_position,name,code', { keyword: '监护' })
    expect(answer.result.map(({ value }) => value)).toEqual(['A'])
    expect(
      (
        await world
          .as()
          .get('/sys/dict/loadDictItem/sys_position,name,code', { key: 'A,B', delNotExist: 'false' })
      ).result,
    ).toEqual(['监护人', 'B'])
  })

  it('refuse every other table, column and condition before a statement exists (V1, V2)', async () => {
    const me = world.as()
    const codes = [
      'sys_password,password_hash,user_id',
      'sys_user,password,username',
      'sys_user,phone,username',
      'sys_session,token_hash,id',
      'sys_log,log_content,id',
      'sys_position,name,name',
      'sys_position,name,code,1=1',
      'sys_position where 1=1,name,code',
      'pg_shadow,passwd,usename',
      'sys_position,name||code,code',
    ]
    for (const code of codes) {
      expect([code, await me.get(`/sys/dict/getDictItems/${encodeURIComponent(code)}`)]).toMatchObject([
        code,
        refused,
      ])
      expect([code, await me.get(`/sys/dict/loadDict/${encodeURIComponent(code)}`)]).toMatchObject([
        code,
        refused,
      ])
    }
    const tree = {
      pid: '0',
      pidField: 'parent_id',
      tableName: 'sys_user',
      text: 'username',
      code: 'password',
      hasChildField: '',
      condition: '',
    }
    expect(await me.get('/sys/dict/loadTreeData', tree)).toMatchObject(refused)
    const depart = { ...tree, tableName: 'sys_depart', text: 'depart_name', code: 'id' }
    expect(await me.get('/sys/dict/loadTreeData', depart)).toMatchObject({ success: true })
    expect(
      await me.get('/sys/dict/loadTreeData', { ...depart, condition: '{"1=1 or depart_name":"x"}' }),
    ).toMatchObject(refused)
  })

  it('of a tree answer the level below a node by the value that the tree is chosen by', async () => {
    await world.database.pool.query(`
      insert into sys_depart (id, tenant_id, parent_id, depart_name, org_code, org_category, depart_order) values
        ('t1', 0, '', '检修部', 'T01', '1', 1), ('t2', 0, 't1', '泵班', 'T01A01', '2', 1)`)
    const level = async (code: string, pid: string) => {
      const asked = { pid, pidField: 'parent_id', tableName: 'sys_depart', text: 'depart_name', code }
      const { result } = await world
        .as()
        .get<{ value: string; leaf: boolean }[]>('/sys/dict/loadTreeData', asked)
      return result.map(({ value, leaf }) => [value, leaf])
    }
    expect(await level('id', 't1')).toEqual([['t2', true]])
    expect(await level('org_code', '0')).toContainEqual(['T01', false])
    expect(await level('org_code', 'T01')).toEqual([['T01A01', true]])
    expect(await level('org_code', '没有这个部门')).toEqual([])
  })

  it('dump no directory: another unique column than the registered key is no key, whoever asks', async () => {
    const me = world.as()
    for (const code of [
      'sys_user,realname,phone',
      'sys_user,realname,email',
      'sys_user,realname,work_no',
      'sys_depart,depart_name,address',
      'lo_lock,lock_name,device_sn',
      'lo_work,work_no,work_no',
    ]) {
      for (const call of ['getDictItems', 'loadDict', 'loadDictOrderByValue', 'loadDictItem'])
        expect([code, await me.get(`/sys/dict/${call}/${code}`, { key: '1', keyword: '1' })]).toMatchObject([
          code,
          refused,
        ])
      expect([code, await me.get(`/sys/dict/getDictText/${code}/1`)]).toMatchObject([code, refused])
      const [table = '', text = '', key = ''] = code.split(',')
      expect([code, await me.get('/sys/dict/queryTableData', { table, text, code: key })]).toMatchObject([
        code,
        refused,
      ])
    }
  })

  it('are answered to who has a page that refers to them, and to nobody else', async () => {
    await world.database.pool.query(
      `insert into sys_user (id, tenant_id, username, realname, phone, status, del_flag) values ('dir1', 0, 'dir1', '目录一', '13900000001', 1, 0)
       on conflict do nothing`,
    )
    const ask = async (codes: readonly string[], path: string, query = {}) =>
      await world.as({ permissions: new Set(codes) }).get<unknown>(path, query)
    const people = '/sys/dict/loadDict/sys_user,realname,id'
    const names = '/sys/dict/loadDictItem/sys_user,realname,id'
    const tree = { pid: '0', pidField: 'parent_id', tableName: 'sys_depart', text: 'depart_name', code: 'id' }
    for (const codes of [[], ['system:dict:list'], ['system:announcement:own']]) {
      expect(await ask(codes, people)).toMatchObject({ success: false, code: 510 })
      expect(await ask(codes, names, { key: 'dir1' })).toMatchObject({ success: false, code: 510 })
      expect(await ask(codes, '/sys/dict/getDictText/sys_user,realname,id/dir1')).toMatchObject({ code: 510 })
      expect(await ask(codes, '/sys/dict/loadTreeData', tree)).toMatchObject({ code: 510 })
    }
    expect((await ask(['lo:work:add'], people, { keyword: '目录' })).result).toEqual([
      { value: 'dir1', text: '目录一', title: '目录一', label: '目录一' },
    ])
    expect((await ask(['lo:work:add'], names, { key: 'dir1' })).result).toEqual(['目录一'])
    expect(await ask(['lo:work:add'], '/sys/dict/loadDict/sys_user,realname,username')).toMatchObject({
      code: 510,
    })
    expect(await ask(['system:user:list'], '/sys/dict/loadDict/sys_user,realname,username')).toMatchObject({
      success: true,
    })
    expect(await ask(['lo:work:add'], '/sys/dict/loadTreeData', tree)).toMatchObject({ success: true })
  })

  it('keep a dictionary that a description chooses from', async () => {
    expect(await world.as().delete('/sys/dict/delete', { id: 'd1' })).toMatchObject({
      success: false,
      message: '字典“职级”正被“职务”使用，不能删除',
    })
  })
})

describe('the duplicate check', () => {
  it('answers for described unique fields only, within the tenant (V3)', async () => {
    const me = world.as()
    const ask = (fieldVal: string, fieldName = 'code', tableName = 'sys_position') =>
      me.get('/sys/duplicate/check', { tableName, fieldName, fieldVal })
    expect(await ask('A')).toMatchObject({ success: false, message: '该值不可用，系统中已存在！' })
    expect(await ask('B')).toMatchObject({ success: true, message: '该值可用！' })
    expect(await ask('')).toMatchObject({ success: true, code: 500 })
    expect(await ask('x', 'name')).toMatchObject(refused)
    expect(await ask('x', 'password_hash', 'sys_password')).toMatchObject(refused)
    expect(await ask("A' or '1'='1")).toMatchObject({ success: true })
  })

  it('tells nobody what exists who may neither add nor edit such rows (V15)', async () => {
    for (const call of ['check', 'checkDelFlag'])
      for (const [codes, code] of [
        [[], 510],
        [['system:position:list'], 510],
        [['system:position:edit'], 500],
      ] as const)
        expect(
          await world
            .as({ permissions: new Set(codes) })
            .get(`/sys/duplicate/${call}`, { tableName: 'sys_position', fieldName: 'code', fieldVal: 'A' }),
        ).toMatchObject({ success: false, code })
  })
})

it('refreshing the cache is answered to everybody, and done once for a session or tenant that asks again at once', async () => {
  let heard = 0
  const end = world.ctx.broadcasts.on('dictionary.changed', () => void (heard += 1))
  const refresh = (actor: object) =>
    world.as({ permissions: new Set<string>(), ...actor }).get('/sys/dict/refleshCache')
  const fresh = { success: true, message: '刷新缓存完成！' }
  for (let n = 0; n < 20; n++) expect(await refresh({ sessionId: 'r1' })).toMatchObject(fresh)
  for (let n = 0; n < 20; n++) expect(await refresh({ sessionId: `r2-${n}` })).toMatchObject(fresh)
  expect(heard).toBe(1)
  expect(await refresh({ sessionId: 'r3', tenantId: 7 })).toMatchObject(fresh)
  expect(heard).toBe(2)
  world.clock.set(world.clock.now() + 10_000)
  expect(await refresh({ sessionId: 'r1' })).toMatchObject(fresh)
  expect(heard).toBe(3)
  end()
})

it('an item whose value is taken is refused by that value alone, and one with special characters', async () => {
  const add = (itemValue: string) =>
    world
      .as()
      .post('/sys/dictItem/add', { dictId: 'd1', itemText: '另一项', itemValue, sortOrder: 9, status: 1 })
  const [taken] = (
    await world.ctx.pool.query<{ item_value: string }>(
      `select item_value from sys_dict_item where dict_id = 'd1' limit 1`,
    )
  ).rows
  const value = taken?.item_value ?? ''
  expect(await add(value)).toMatchObject({ success: false, message: `数据值“${value}”已存在，请更换` })
  expect(await add('a,b')).toMatchObject({
    success: false,
    message: '“数据值”：数据值不能包含特殊字符！',
  })
})
