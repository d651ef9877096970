import { request } from 'node:http'
import { deflateRawSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { position, type ImportPreview } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedDictionaries } from '../seed/dictionaries.ts'
import { statementsOf } from '../testing/count-statements.ts'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { mountResource } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [{ name: 'position', mount: (mount) => mountResource(mount, position) }],
  })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
})
afterAll(() => world[Symbol.asyncDispose]())

const path = `${position.path}/importExcel`
const upload = async (content: Buffer, userId = 'u-test', address = '10.0.0.1') =>
  await world.as({ userId }, address).upload(path, { name: '职务.xlsx', content })
const stored = async (): Promise<number> =>
  (await world.database.pool.query('select 1 from sys_position')).rows.length
const lines = (...rows: readonly string[]) => Buffer.from(['职务编码,职务名称,职级', ...rows].join('\n'))

/** An archive of one entry with this content under the name of a sheet, as a workbook has them. */
function workbook(sheetData: string): Buffer {
  const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([['x']]), 'S')
  const made: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  const files = XLSX.CFB.read(made, { type: 'buffer' })
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const text = `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}"><sheetData>${sheetData}</sheetData></worksheet>`
  XLSX.CFB.utils.cfb_add(files, '/xl/worksheets/sheet1.xml', Buffer.from(text))
  const bytes: unknown = XLSX.CFB.write(files, { type: 'buffer', fileType: 'zip', compression: true })
  if (!Buffer.isBuffer(bytes)) throw new Error('no workbook was written')
  return bytes
}
/** A sound archive that holds no workbook, as a letter of Word is one. */
function archiveOf(name: string, text: string): Buffer {
  const files = XLSX.CFB.utils.cfb_new()
  XLSX.CFB.utils.cfb_add(files, `/${name}`, Buffer.from(text))
  const bytes: unknown = XLSX.CFB.write(files, { type: 'buffer', fileType: 'zip', compression: true })
  if (!Buffer.isBuffer(bytes)) throw new Error('no archive was written')
  return bytes
}
const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (number: number, ...texts: readonly string[]) =>
  `<row r="${number}">${texts.map((text, at) => cell(`${'ABC'[at]}${number}`, text)).join('')}</row>`
const empty = (from: number, until: number) =>
  Array.from(
    { length: until - from },
    (_, n) => `<row r="${from + n}" ht="15"><c r="A${from + n}" s="0"/></row>`,
  ).join('')
const head = row(1, '职务编码', '职务名称', '职级')

it.each([
  ['0 bytes', Buffer.alloc(0), '文件是空的'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), '无法读取该文件'],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2_000)]), '无法读取该文件'],
  ['a broken archive', Buffer.from('504b030414000000000000', 'hex'), '文件已损坏'],
  ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj'), '无法读取该文件'],
  ['a letter', Buffer.from('{\\rtf1\\ansi 职务}'), '无法读取该文件'],
  ['an archive of other things', archiveOf('word/document.xml', '<w:document/>'), '无法读取该文件'],
  ['a page of HTML', Buffer.from('<html><body>404</body></html>'), '无法读取该文件'],
])(
  '%s under the name of a workbook is refused in words, and nothing is stored',
  async (_, content, words) => {
    const answer = await upload(content)
    expect(answer).toMatchObject({ success: false, code: 500 })
    expect(answer.message).toContain('文件导入失败:')
    expect(answer.message).toContain(words)
    expect(await stored()).toBe(0)
  },
)

it('an archive bomb is refused before it is opened', async () => {
  const packed = deflateRawSync(Buffer.alloc(60 * 1024 * 1024))
  const name = Buffer.from('xl/worksheets/sheet1.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x0403_4b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x0201_4b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  const bomb = Buffer.concat([local, name, packed, central, name, end])
  expect(await upload(bomb)).toMatchObject({
    success: false,
    message: '文件导入失败:文件解压后的内容过大，请拆分后再导入',
  })
  expect(await stored()).toBe(0)
})

it('a formula is imported as what it last showed, and one that never showed anything as nothing', async () => {
  const formula = `<row r="2"><c r="A2" t="str"><f>"F-"&amp;1</f><v>F-1</v></c>${cell('B2', '公式')}${cell('C2', '1')}</row>
    <row r="3"><c r="A3"><f>HYPERLINK("http://x","y")</f></c>${cell('B3', '没有值')}${cell('C3', '1')}</row>`
  const answer = await upload(workbook(head + formula))
  expect(answer).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 1 } })
  const { rows } = await world.database.pool.query('select code from sys_position')
  expect(rows).toEqual([{ code: 'F-1' }])
  await world.database.pool.query('delete from sys_position')
})

it('a million empty rows are passed over, and what stands below them is not left out without a word', async () => {
  const last = process.env['TEST_ALL'] ? 1_000_000 : 120_000
  const good = head + row(2, 'M-1', '上面的', '1') + empty(3, last)
  expect(await upload(workbook(good))).toMatchObject({ code: 200, message: '共1行数据全部导入成功！' })
  expect(await stored()).toBe(1)
  const below = workbook(good.replace('M-1', 'M-2') + row(last, 'M-3', '下面的', '1'))
  expect(await upload(below)).toMatchObject({
    success: false,
    message: '文件导入失败:数据超过100000行，请拆分后再导入',
  })
  expect(await stored()).toBe(1)
  await world.database.pool.query('delete from sys_position')
})

it('a file that is imported a second time is refused line by line, with few statements for all of them', async () => {
  const file = lines(...Array.from({ length: 200 }, (_, n) => `D-${n},职务,1`))
  expect((await upload(file)).code).toBe(200)
  let again: Awaited<ReturnType<typeof upload>> | undefined
  const asked = await statementsOf(world.database.pool, async () => void (again = await upload(file)), 'all')
  expect(again).toMatchObject({ code: 201, result: { errorCount: 200, successCount: 0 } })
  expect(asked.length).toBeLessThan(100)
  const one = await upload(lines('D-7,职务,1', 'D-new,职务,1'))
  expect(one).toMatchObject({ code: 201, result: { errorCount: 1, successCount: 1 } })
  const { rows } = await world.database.pool.query<{ content: string }>('select content from sheet_report')
  expect(rows.map(({ content }) => content)).toContain('第 2 行：职务编码“D-7”已存在，请更换，忽略导入。')
  await world.database.pool.query('delete from sys_position')
})

it('every workbook of a call is imported, by its name; one that is none refuses them all', async () => {
  const part = (name: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="files[]"; filename="${name}"\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ])
  const send = async (where: string, ...parts: Buffer[]) =>
    (
      await world.as().raw('POST', where, {
        body: Buffer.concat([...parts, Buffer.from('--b--\r\n')]),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
    ).json()
  const one = part('一.csv', lines('M-1,职务,1'))
  const two = part('二.csv', lines('M-2,职务,1', 'M-1,职务,1'))
  const broken = await send(path, one, part('坏.xlsx', Buffer.from('PK\u0003\u0004')))
  expect(broken).toMatchObject({ success: false, message: expect.stringContaining('坏.xlsx：') })
  expect(await send(path.replace('importExcel', 'importPreview'), one, two)).toMatchObject({ success: false })
  expect(await stored()).toBe(0)
  const answer = await send(path, one, two)
  expect(answer).toMatchObject({
    code: 201,
    result: { errorCount: 1, successCount: 1 },
    message: expect.stringMatching(/一\.csv：共1行数据全部导入成功！.*二\.csv：文件导入成功，但有错误。/),
  })
  expect(await stored()).toBe(2)
  await world.database.pool.query('delete from sys_position')
  expect(await send(path, ...Array.from({ length: 9 }, () => one))).toMatchObject({ success: false })
  // Together they are as large as one may be: what eight imports have on the disk stays what it was.
  const half = part('半.csv', Buffer.alloc(11 * 1024 * 1024, 'x'))
  expect(await send(path, half, half)).toMatchObject({
    success: false,
    message: expect.stringContaining('20MB'),
  })
  expect(await stored()).toBe(0)
})

it('a connection that is cut while the file comes leaves nothing, and its person may import again', async () => {
  const url = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }))
  const rows = Array.from({ length: 20_000 }, (_, n) => `K-${n},职务${n},1`)
  const body = Buffer.concat([
    Buffer.from('--cut\r\ncontent-disposition: form-data; name="file"; filename="a.xls"\r\n\r\n'),
    lines(...rows),
    Buffer.from('\r\n--cut--\r\n'),
  ])
  await new Promise<void>((resolve) => {
    const sending = request({
      host: url.hostname,
      port: url.port,
      method: 'POST',
      path: `${world.ctx.config.apiBase}${path}`,
      headers: {
        'content-type': 'multipart/form-data; boundary=cut',
        'content-length': body.length,
        // Whoever called first: `u-test`.
        'x-test-actor': 'actor-1',
      },
    })
    sending.on('error', () => {})
    sending.on('close', () => resolve())
    sending.write(body.subarray(0, body.length / 2), () => sending.destroy())
  })
  await expect.poll(async () => (await upload(lines('K-1,一个,1'))).code).toBe(200)
  expect(await stored()).toBe(1)
  await world.database.pool.query('delete from sys_position')
})

it('of ten people who import at once each row is stored once or its file is told to come back', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => {
      const rows = Array.from({ length: 300 }, (__, m) => `T-${n}-${m},职务,1`)
      return upload(lines(...rows), `ten-${n}`, `10.5.0.${n}`)
    }),
  )
  const taken = answers.filter(({ code }) => code === 200)
  for (const { code, message } of answers)
    if (code !== 200) expect(message).toMatch(/请稍后再试|请几秒后重试/)
  expect(taken.length).toBeGreaterThan(0)
  expect(await stored()).toBe(taken.length * 300)
})

it('the preview of each of these says the same', async () => {
  const preview = async (content: Buffer) =>
    await world
      .as({ userId: 'preview' })
      .upload<ImportPreview>(`${position.path}/importPreview`, { name: '职务.xlsx', content })
  expect(await preview(Buffer.alloc(0))).toMatchObject({ message: expect.stringContaining('文件是空的') })
  const twice = await preview(lines('T-0-0,职务,1', 'V-1,职务,1'))
  expect(twice.result.insertCount + twice.result.errorCount).toBe(2)
})

it.each(['xlsx', 'biff8'] as const)(
  'a second sheet of an %s is named, as it is not imported; empty and hidden ones are not',
  async (bookType) => {
    const lines = (code: string) =>
      XLSX.utils.aoa_to_sheet([
        ['职务编码', '职务名称', '职级'],
        [code, '班长', '1'],
      ])
    const book = XLSX.utils.book_new(lines(`${bookType}-1`), '一组')
    XLSX.utils.book_append_sheet(book, lines(`${bookType}-2`), '二组')
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([]), '空的')
    XLSX.utils.book_append_sheet(book, lines(`${bookType}-3`), '选项')
    book.Workbook = { Sheets: [{}, {}, {}, { Hidden: 1 }] }
    const content: Buffer = XLSX.write(book, { type: 'buffer', bookType })
    const me = world.as({ userId: `sheets-${bookType}` })
    const send = (verb: string) =>
      me.upload<unknown>(`${position.path}/${verb}`, { name: '职务.xlsx', content })
    expect(await send('importPreview')).toMatchObject({ result: { totalCount: 1, otherSheets: ['二组'] } })
    expect((await send('importExcel')).message).toBe(
      '共1行数据全部导入成功！工作表“二组”没有导入：只导入第一张工作表，请另存后再导入。',
    )
  },
)
