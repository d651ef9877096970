import * as XLSX from '@e965/xlsx'
import { position } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { files } from '../files/index.ts'
import { seedDictionaries } from '../seed/dictionaries.ts'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { mountResource } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'position', mount: (mount) => mountResource(mount, position) },
    ],
  })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
})
afterAll(() => world[Symbol.asyncDispose]())

const path = `${position.path}/importTemplate`
const importPath = `${position.path}/importExcel`
const imported = (content: Buffer, userId = 'u-test') =>
  world.as({ userId }).upload<Report | null>(importPath, { name: '职务.xlsx', content })
interface Report {
  readonly fileUrl: string
  readonly markedUrl: string
  readonly errorCount: number
}
const sheetOf = (book: XLSX.WorkBook, index = 0): XLSX.WorkSheet => {
  const sheet = book.Sheets[book.SheetNames[index] ?? '']
  if (!sheet) throw new Error('no such sheet')
  return sheet
}
/** Rows of texts, as somebody reads them. */
const textsOf = (sheet: XLSX.WorkSheet): string[][] =>
  XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '' })
const cellOf = (sheet: XLSX.WorkSheet, place: string): XLSX.CellObject => {
  const cell: unknown = sheet[place]
  if (typeof cell !== 'object' || cell === null) throw new Error(`${place} is empty`)
  // The library keeps cells and the properties of a sheet under one type.
  return cell as XLSX.CellObject
}

it('a template has headings, stars, notes, lists of choices and an example that an import passes over', async () => {
  const answer = await world.as().raw('GET', path)
  expect(answer.headers['content-type']).toContain('spreadsheetml')
  expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('职务导入模板.xlsx')
  const book = XLSX.read(answer.rawPayload, { bookFiles: true })
  expect(book.Workbook?.Sheets?.map(({ name, Hidden }) => [name, Hidden])).toEqual([
    ['导入', 0],
    ['选项', 1],
  ])
  const rows = textsOf(sheetOf(book))
  expect(rows[2]).toEqual(['*职务编码', '*职务名称', '*职级', '填写说明'])
  expect(rows[3]?.at(-1)).toBe('示例行，导入时忽略')
  expect(cellOf(sheetOf(book), 'A3').c?.[0]?.t).toContain('不能与其他记录重复')
  expect(textsOf(sheetOf(book, 1)).flat()).toContain(rows[3]?.[2])
  // Unfilled, it holds nothing to import; with a line below the example, that line.
  expect(await imported(answer.rawPayload)).toMatchObject({
    success: false,
    message: expect.stringContaining('表头下没有数据'),
  })
  XLSX.utils.sheet_add_aoa(sheetOf(book), [['T-1', '监护人', rows[3]?.[2]]], { origin: 'A5' })
  const filled: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  expect(await imported(filled)).toMatchObject({ code: 200, message: '共1行数据全部导入成功！' })
})

it('a template is for whoever may import', async () => {
  const nobody = world.as({ permissions: new Set(['system:position:list']) })
  const answer = await nobody.raw('GET', path)
  expect([answer.statusCode, answer.json<{ code: number }>().code]).toEqual([403, 510])
})

it('the error file marks each failing cell with its reason, and is imported again once corrected', async () => {
  const text = '职务编码,职务名称,职级\nE-1,好的,1\n,没有编码,1\nE-3,职级不对,九十九\nE-1,重复,1\n'
  const { code, result } = await imported(Buffer.from(text))
  expect([code, result?.errorCount]).toEqual([201, 3])
  const address = result?.markedUrl ?? ''
  const answer = await world.as().raw('GET', address)
  expect(answer.headers['content-type']).toContain('spreadsheetml')
  const book = XLSX.read(answer.rawPayload, { cellStyles: true })
  const sheet = sheetOf(book)
  const rows = textsOf(sheet)
  expect(rows[0]).toEqual(['职务编码', '职务名称', '职级', '错误原因'])
  expect(rows.slice(1).map((row) => row[3])).toEqual([
    '第 3 行：“职务编码”不能为空',
    '第 4 行：“职级”的值“九十九”不在可选范围内',
    '第 5 行：职务编码“E-1”已存在，请更换',
  ])
  // What is to blame is filled and says why, also where it is empty; what is right is neither.
  expect(cellOf(sheet, 'C3').c?.[0]?.t).toBe('“职级”的值“九十九”不在可选范围内')
  expect(cellOf(sheet, 'A4').c?.[0]?.t).toBe('职务编码“E-1”已存在，请更换')
  expect(cellOf(sheet, 'A2').c?.[0]?.t).toBe('“职务编码”不能为空')
  expect(cellOf(sheet, 'B3').c).toBeUndefined()
  expect(await world.as({ userId: 'another' }).get(address)).toMatchObject({ success: false })

  XLSX.utils.sheet_add_aoa(sheet, [['E-2'], ['E-3', '职级不对', '1'], ['E-4']], { origin: 'A2' })
  const corrected: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  expect(await imported(corrected)).toMatchObject({ code: 200, message: '共3行数据全部导入成功！' })
})

it('a block with bad rows stores every good one, in order and once', async () => {
  const lines = Array.from({ length: 450 }, (_, n) => `B-${n % 37 === 5 ? 0 : n},块${n},1`)
  const { result } = await imported(Buffer.from(['职务编码,职务名称,职级', ...lines].join('\n')))
  const bad = lines.filter((_, n) => n % 37 === 5).length
  expect(result?.errorCount).toBe(bad)
  const { rows } = await world.database.pool.query<{ n: number }>(
    "select count(*)::int as n from sys_position where code like 'B-%'",
  )
  expect(rows[0]?.n).toBe(450 - bad)
})
