import { position, type ImportPreview } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { files } from '../files/index.ts'
import { seedDictionaries } from '../seed/dictionaries.ts'
import { createTestWorld, type TestClient, type TestWorld } from '../testing/test-world.ts'
import { mountResource } from './index.ts'

let world: TestWorld
const heard: string[] = []
const stop: (() => void)[] = []
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'position', mount: (mount) => mountResource(mount, position) },
    ],
  })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
  stop.push(
    world.ctx.broadcasts.on('resource.changed', ({ resource }) => void heard.push(`changed ${resource}`)),
    world.ctx.broadcasts.on('task.progressed', ({ task, total }) => void heard.push(`${task} of ${total}`)),
  )
})
afterAll(async () => {
  for (const end of stop) end()
  await world[Symbol.asyncDispose]()
})

const heading = '职务编码,职务名称,职级'
const book = (...lines: readonly string[]) => ({
  name: '职务.xls',
  content: Buffer.from([heading, ...lines].join('\n')),
})
const path = (verb: string, query = '') => `${position.path}/${verb}${query}`
const preview = async (me: TestClient, query: string, ...lines: readonly string[]) =>
  await me.upload<ImportPreview>(path('importPreview', query), book(...lines))
const storedCodes = async (like: string) => {
  const { rows } = await world.database.pool.query<{ code: string; name: string }>(
    'select code, name from sys_position where code like $1 order by code',
    [like],
  )
  return rows.map(({ code, name }) => `${code} ${name}`)
}
const logged = async () => (await world.database.pool.query('select 1 from sys_log')).rows.length

it('a preview says what an import would do, by line and column, and stores, logs and announces nothing', async () => {
  const before = await logged()
  heard.length = 0
  const lines = ['A-1,班长,1', ',没有编码,1', 'A-3,组长,九十九', 'A-1,重复,1', 'A-5,组员,2']
  const answer = await preview(world.as({ userId: 'p1' }), '', ...lines)
  expect(answer).toMatchObject({ success: true, code: 200, message: '预检完成，尚未导入任何数据' })
  expect(answer.result).toMatchObject({
    totalCount: 5,
    triedCount: 5,
    insertCount: 2,
    changeCount: 0,
    errorCount: 3,
    updatesExisting: false,
    keyLabels: ['职务编码'],
    errors: [
      { line: 3, column: 'A 列“职务编码”', reason: '“职务编码”不能为空' },
      { line: 4, column: 'C 列“职级”', reason: '“职级”的值“九十九”不在可选范围内' },
      { line: 5, column: 'A 列“职务编码”', reason: '职务编码“A-1”已存在，请更换' },
    ],
  })
  // The workbook with marked cells can be had before anything is imported.
  const marked = await world.as({ userId: 'p1' }).raw('GET', answer.result.markedUrl ?? '')
  expect(marked.headers['content-type']).toContain('spreadsheetml')
  expect(await storedCodes('A-%')).toEqual([])
  expect([await logged(), heard]).toEqual([before, []])
})

it('what another person stores after the preview is judged again by the import', async () => {
  const me = world.as({ userId: 'p2' })
  const { result } = await preview(me, '', 'B-1,班长,1', 'B-2,组长,1')
  expect(result).toMatchObject({ insertCount: 2, errorCount: 0, fileUrl: null })
  expect(
    await world.as({ userId: 'other' }).post(path('add'), { code: 'B-2', name: '别人', postRank: '1' }),
  ).toMatchObject({ success: true })
  const answer = await me.upload(path('importExcel'), book('B-1,班长,1', 'B-2,组长,1'))
  expect(answer).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 1 } })
  expect(await storedCodes('B-%')).toEqual(['B-1 班长', 'B-2 别人'])
})

it('with 更新已有记录 a line finds its row by the key and changes it, in the preview and in the import alike', async () => {
  const me = world.as({ userId: 'p3' })
  await me.upload(path('importExcel'), book('C-1,班长,1', 'C-2,组长,1'))
  const lines = ['C-1,值班长,1', 'C-2,组长,1', 'C-3,组员,2', 'C-1,又一个,1']
  const { result } = await preview(me, '?updateExisting=1', ...lines)
  expect(result).toMatchObject({
    insertCount: 1,
    changeCount: 1,
    sameCount: 1,
    errorCount: 1,
    updatesExisting: true,
    errors: [{ line: 5, reason: '与本文件第 2 行是同一条记录，请只保留一行' }],
  })
  expect(await storedCodes('C-%')).toEqual(['C-1 班长', 'C-2 组长'])
  const answer = await me.upload(path('importExcel', '?updateExisting=1'), book(...lines))
  expect(answer).toMatchObject({
    code: 201,
    message: '文件导入成功，但有错误。新增1行，修改1行，未变1行。',
    result: { successCount: 3, errorCount: 1 },
  })
  expect(await storedCodes('C-%')).toEqual(['C-1 值班长', 'C-2 组长', 'C-3 组员'])
})

it('changing stored rows needs the right to edit, and a preview the right to import', async () => {
  const [may, list] = ['system:position:import', 'system:position:list']
  const importer = world.as({ userId: 'p4', permissions: new Set([may, list]) })
  expect(await preview(importer, '', 'D-1,班长,1')).toMatchObject({ success: true })
  expect(await preview(importer, '?updateExisting=1', 'D-1,班长,1')).toMatchObject({
    success: false,
    code: 510,
  })
  const reader = world.as({ userId: 'p5', permissions: new Set([list]) })
  expect(await preview(reader, '', 'D-1,班长,1')).toMatchObject({ success: false, code: 510 })
})

it('a code that stands twice is found wherever in a long sheet, and how far it is told to who asked', async () => {
  heard.length = 0
  const lines = Array.from({ length: 1_300 }, (_, n) => `E-${n === 1_250 ? 3 : n},职务${n},1`)
  const { result } = await preview(world.as({ userId: 'p6' }), '?task=task-number-6', ...lines)
  expect(result).toMatchObject({ totalCount: 1_300, triedCount: 1_300, insertCount: 1_299, errorCount: 1 })
  expect(result.errors).toEqual([
    { line: 1_252, column: 'A 列“职务编码”', reason: '职务编码“E-3”已存在，请更换' },
  ])
  expect(heard).toContain('task-number-6 of 1300')
  expect(await storedCodes('E-%')).toEqual([])
})

it('a sheet of something else is refused in words before anything is tried', async () => {
  const answer = await world
    .as({ userId: 'p7' })
    .upload(path('importPreview'), { name: '职务.xls', content: Buffer.from('没有,表头\n1,2') })
  expect(answer).toMatchObject({ success: false, message: expect.stringContaining('没有找到表头') })
})
