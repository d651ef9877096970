import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeXlsx } from '@suoan/platform/resource/sheet-writer-xlsx'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { areas } from '../areas/index.ts'
import { files } from '@suoan/platform/files'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { locks } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'files', mount: files },
      { name: 'locks', mount: locks },
    ],
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
  await world.database.pool.query(`
    insert into sys_dict (id, dict_name, dict_code) values ('d1', '锁具用途', 'lo_lock_purpose');
    insert into sys_dict_item (id, dict_id, item_text, item_value, sort_order) values ('i1', 'd1', '隔离锁', '1', 1)`)
})
afterAll(() => world[Symbol.asyncDispose]())

const headings = ['锁具编号', '锁具名称', '锁具类型', '用途', '所在区域', '保管人']
const row = (lockCode: string, changes: Record<number, string> = {}): string[] =>
  [lockCode, `名称 ${lockCode}`, '蓝牙挂锁（网关在线）', '隔离锁', '压缩机房', '陈管'].map(
    (cell, at) => changes[at] ?? cell,
  )
/** A sheet names people by their names. */
async function keeperName(): Promise<string> {
  const { rows } = await world.database.pool.query(`select realname from sys_user where id = 'u11'`)
  return String(rows[0].realname)
}

async function workbook(rows: readonly (readonly string[])[], columns = headings): Promise<Buffer> {
  const sink = new PassThrough()
  const bytes = buffer(sink)
  await writeXlsx({ name: '锁具', titles: [], columns: columns.map((heading) => ({ heading })) }, rows, sink)
  sink.end()
  return await bytes
}

/** The nightly run imports as many as §9.1 says, `npm test` enough for several of the blocks in which they are stored. */
const { count, step } = process.env['TEST_ALL'] ? { count: 5000, step: 136 } : { count: 1000, step: 27 }

describe(`§9.1 an import of ${count} locks`, () => {
  it('with 37 bad rows names each of them with its reason, and stores the others whole', async () => {
    const keeper = await keeperName()
    const kinds: readonly (readonly [string, (code: string) => string[]])[] = [
      ['“锁具编号”最多 32 个字', (code) => row(code.padEnd(33, 'X'))],
      ['“锁具编号”只能用半角字母', (code) => row(code.replace('5', '５').replace('K', 'Ｋ'))],
      ['“锁具编号”不能为空', () => row('')],
      ['“锁具名称”不能为空', (code) => row(code, { 1: '' })],
      ['“用途”', (code) => row(code, { 3: '没有这种用途' })],
      ['锁具类型', (code) => row(code, { 2: '没有这种锁' })],
      ['已存在', () => row('LK1')],
    ]
    const bad = new Map<number, string>()
    const rows = Array.from({ length: count }, (_, n) => {
      const code = `IMP-5-K${n}`
      // 37 of them, spread over the blocks in which they are stored.
      const kind = n % step === 7 ? kinds[bad.size % kinds.length] : undefined
      if (!kind) return row(code)
      const [reason, make] = kind
      // The first row of the sheet says what the columns are.
      bad.set(n + 2, reason)
      return make(code)
    }).map((cells) => cells.with(5, keeper))
    expect(bad.size).toBe(37)

    const me = world.as({ userId: 'u11', username: 'u11' })
    const answer = await me.upload<{ totalCount: number; errorCount: number; fileUrl: string }>(
      '/lolock/loLock/importExcel',
      { name: 'locks.xlsx', content: await workbook(rows) },
    )
    expect(answer).toMatchObject({
      success: true,
      code: 201,
      result: { totalCount: count, errorCount: 37 },
    })
    const report = (await me.raw('GET', answer.result.fileUrl)).body
    const told = new Map(
      [...report.matchAll(/第 (\d+) 行：(.*)，忽略导入。/g)].map(([, line, reason]) => [
        Number(line),
        reason ?? '',
      ]),
    )
    expect([...told.keys()].toSorted((a, b) => a - b)).toEqual([...bad.keys()])
    for (const [line, reason] of bad) expect(`${line} ${told.get(line)}`).toContain(reason)
    const { rows: stored } = await world.database.pool.query(
      `select count(*)::int as n, count(*) filter (where lock_name = '名称 ' || lock_code and area_code = 'A01A01'
        and keeper_id = 'u11')::int as whole from lo_lock where lock_code like 'IMP-%'`,
    )
    expect(stored).toEqual([{ n: count - 37, whole: count - 37 }])
  }, 300_000)

  it('of lock types, which are stored together, refuses the one whose limits do not fit, with its reason', async () => {
    const me = world.as({ userId: 'u11', username: 'u11' })
    const columns = ['类型编码', '类型名称', '供电', '允许用途', '心跳周期(秒)', '离线判定(秒)']
    const typeRow = (n: number): string[] => [
      `IMP-TY${n}`,
      `类型 ${n}`,
      '1',
      '1',
      '300',
      n === 3 ? '400' : '900',
    ]
    const answer = await me.upload<{ errorCount: number; fileUrl: string }>(
      '/lolocktype/loLockType/importExcel',
      {
        name: 'types.xlsx',
        content: await workbook([1, 2, 3, 4].map(typeRow), columns),
      },
    )
    expect(answer).toMatchObject({ code: 201, result: { errorCount: 1 } })
    expect((await me.raw('GET', answer.result.fileUrl)).body).toMatch(/第 4 行：.*两倍/)
    const { rows } = await world.database.pool.query(
      `select type_code from lo_lock_type where type_code like 'IMP-TY%' order by type_code`,
    )
    expect(rows.map((stored) => stored.type_code)).toEqual(['IMP-TY1', 'IMP-TY2', 'IMP-TY4'])
  })

  it('without a required column is refused before anything is stored, and says which', async () => {
    const me = world.as({ userId: 'u11', username: 'u11' })
    const content = await workbook([row('NO-1').toSpliced(1, 1)], headings.toSpliced(1, 1))
    const answer = await me.upload('/lolock/loLock/importExcel', { name: 'locks.xlsx', content })
    expect(answer).toMatchObject({
      success: false,
      message: expect.stringContaining('缺少必填的列：锁具名称'),
    })
    const { rows } = await world.database.pool.query(`select 1 from lo_lock where lock_code = 'NO-1'`)
    expect(rows).toEqual([])
  })
})

it('§9.1 a sheet that has a column twice is refused, and says which', async () => {
  const me = world.as({ userId: 'u11', username: 'u11' })
  const content = await workbook([[...row('NO-2'), 'NO-3']], [...headings, headings[0] ?? ''])
  const answer = await me.upload('/lolock/loLock/importExcel', { name: 'locks.xlsx', content })
  expect(answer).toMatchObject({ success: false, message: expect.stringContaining('列重复：锁具编号') })
  const { rows } = await world.database.pool.query(
    `select 1 from lo_lock where lock_code in ('NO-2', 'NO-3')`,
  )
  expect(rows).toEqual([])
})

describe('§9.1 a lock code', () => {
  const add = (lockCode: string) =>
    world.as({ userId: 'u11', username: 'u11' }).post('/lolock/loLock/add', {
      lockCode,
      lockName: '试锁',
      lockTypeId: 'demo-ty-ble',
      lockPurpose: 1,
      areaId: 'demo-a0101',
      keeperId: 'u11',
    })

  it.each([
    ['full-width digits', 'LK１２', '只能用半角'],
    ['an emoji', 'LK🔒', '只能用半角'],
    ['a space', 'LK 12', '只能用半角'],
    ['33 characters', 'L'.repeat(33), '最多 32 个字，当前 33 个'],
  ])('with %s is refused in words and stores nothing', async (_, lockCode, text) => {
    expect(await add(lockCode)).toMatchObject({ success: false, message: expect.stringContaining(text) })
    const { rows } = await world.database.pool.query('select 1 from lo_lock where lock_code = $1', [lockCode])
    expect(rows).toEqual([])
  })

  it('of 32 characters is taken', async () => {
    expect((await add('L'.repeat(32))).success).toBe(true)
  })
})
