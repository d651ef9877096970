import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { restoreCell } from '@suoan/kit/sheet-cell'
import { describe, expect, test } from 'vitest'
import { importLimits } from './sheet-reader.ts'
import { readSheet } from './testing/read-sheet.ts'
import { neutraliseCell } from './sheet-text.ts'
import { exportTitles, streamSheet } from './sheet-writer.ts'
import type { SheetFormat } from './sheet-writer.ts'
import type { SheetCell, SheetDescription, SheetRows } from './sheet.ts'
import { isNight } from '../testing/at-night.ts'

const sheet: SheetDescription = {
  name: '导出信息',
  titles: exportTitles('锁列表报表', '张三'),
  columns: [{ heading: '锁编号' }, { heading: '电量', width: 8 }, { heading: '备注', width: 40 }],
}
const head = [['锁列表报表'], ['导出人:张三'], ['锁编号', '电量', '备注']]
const formats: SheetFormat[] = ['xls', 'xlsx']

const fileOf = async (format: SheetFormat, rows: SheetRows, description = sheet): Promise<Buffer> =>
  buffer(streamSheet(format, description, rows))

const hostile = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  "'=1",
  "''=1",
  "'plain",
  '=HYPERLINK("http://x","y")',
  '<c r="A1">&amp;</c>',
  ']]>',
  '_x0041_',
  '\u0001\u001f',
  'a\nb\nc',
  ' spaces ',
  '007',
  '1e5',
  '2026-01-01',
  '19位编号1234567890123456789',
  '😀阀门',
  'é',
  'true',
  '#N/A',
]

describe.each(formats)('a written .%s', (format) => {
  test('is read back cell for cell, hostile texts included', async () => {
    const rows = hostile.map((text, index): SheetCell[] => [text, index - 5.25, text])
    const reading = await readSheet(await fileOf(format, rows))
    expect(reading).toEqual({ ok: true, rows: [...head, ...rows.map((row) => row.map(String))] })
  })

  test('has the bytes its name promises, text cells for texts and numbers for numbers', async () => {
    const bytes = await fileOf(format, [['=1+1', 20, null]])
    expect(bytes.subarray(0, 4).toString('hex')).toBe(format === 'xls' ? 'd0cf11e0' : '504b0304')
    const book = XLSX.read(bytes)
    expect(book.SheetNames).toEqual(['导出信息'])
    const cells = book.Sheets['导出信息']
    expect(cells?.['A4']).toMatchObject({ t: 's', v: "'=1+1" })
    expect(cells?.['A4']).not.toHaveProperty('f')
    expect(cells?.['B4']).toMatchObject({ t: 'n', v: 20 })
    expect(cells?.['C4']).toBeUndefined()
  })

  test('cuts a text at the 32,767 characters a cell holds, and carries long ones over record ends', async () => {
    const long = '长'.repeat(32_766) + '尾巴'
    const rows = [
      [long, 1, 'x'.repeat(8210)],
      ...Array.from({ length: 40 }, (_, n) => [`中${'y'.repeat(n * 211)}`, n, 'ÿ']),
    ]
    const reading = await readSheet(await fileOf(format, rows))
    const expected = rows.map((row) => row.map((cell) => String(cell).slice(0, 32_767)))
    expect(reading).toEqual({ ok: true, rows: [...head, ...expected] })
  })

  test('waits for a slow reader and takes rows from a cursor', async () => {
    let taken = 0
    const rows = async function* (): AsyncGenerator<SheetCell[][]> {
      for (; taken < 20_000; taken++)
        yield [[`LK-${taken}-${Math.imul(taken, 2_654_435_761)}`, taken, '中文备注']]
    }
    const stream = streamSheet(format, sheet, rows())
    let size = 0
    for await (const chunk of stream) {
      size += Buffer.from(chunk).length
      if (size % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(taken).toBe(20_000)
    expect(size).toBeGreaterThan(100_000)
  })

  test('passes on an error of the rows, and stops reading rows when the reader goes away', async () => {
    const broken = async function* (): AsyncGenerator<SheetCell[][]> {
      yield [['a']]
      throw new Error('the cursor broke')
    }
    await expect(fileOf(format, broken())).rejects.toThrow('the cursor broke')

    let isClosed = false
    const endless = async function* (): AsyncGenerator<SheetCell[][]> {
      try {
        for (let n = 0; n < 3_000_000; n++) yield [[`row ${n}`, n, 'x']]
      } finally {
        isClosed = true
      }
    }
    if (format === 'xls') return
    const stream = streamSheet(format, sheet, endless())
    stream.once('data', () => stream.destroy())
    await expect.poll(() => isClosed, { timeout: 10_000 }).toBe(true)
  })
})

test('a text that repeats stands once in an .xlsx, texts that do not repeat and those beyond the table stand in their cells', async () => {
  const places = ['甲区', ' 乙区 ', "'丙区", '=丁区']
  const rows = Array.from({ length: 11_000 }, (_, n): SheetCell[] => [
    `LK-${n}`,
    places[n % places.length],
    // Each text twice in a row, in four columns: so many that the table of texts fills up.
    ...['a', 'b', 'c', 'd'].map((column) => `备注${column}${n >> 1}`),
  ])
  const columns = rows[0]?.map((_, n) => ({ heading: `列${n}` })) ?? []
  const bytes = await fileOf('xlsx', rows, { ...sheet, titles: [], columns })
  const table = unpacked(bytes, 'xl/sharedStrings.xml')
  expect(table.split('甲区')).toHaveLength(2)
  expect(table).toContain('<t xml:space="preserve"> 乙区 </t>')
  expect(table.match(/LK-/g)?.length).toBeLessThanOrEqual(1_000)
  expect(table.match(/<si>/g)).toHaveLength(20_000)
  const reading = await readSheet(bytes)
  expect(reading.ok && reading.rows.slice(1)).toEqual(rows.map((row) => row.map(String)))
})

test.each(formats)('an .%s takes blocks of any size, empty ones too', async (format) => {
  const blocks = async function* (): AsyncGenerator<SheetCell[][]> {
    yield []
    yield [['a'], ['b']]
    yield []
    yield [['c']]
  }
  const reading = await readSheet(await fileOf(format, blocks()))
  expect(reading).toEqual({ ok: true, rows: [...head, ['a'], ['b'], ['c']] })
})

test('an empty sheet is still a workbook', async () => {
  for (const format of formats) {
    expect(await readSheet(await fileOf(format, []))).toEqual({ ok: true, rows: head })
  }
})

test('past 65,535 rows an .xls goes on in further sheets with titles and headings', async () => {
  const rows = Array.from({ length: 66_000 }, (_, n): SheetCell[] => [
    `LK-${n}`,
    n,
    n % 2 === 0 ? '甲' : '乙',
  ])
  const book = XLSX.read(await fileOf('xls', rows), { dense: true })
  expect(book.SheetNames).toEqual(['导出信息', '导出信息(2)'])
  const second = XLSX.utils.sheet_to_json<unknown[]>(book.Sheets['导出信息(2)'] ?? {}, { header: 1 })
  expect(second.slice(0, 3)).toEqual(head)
  expect(second).toHaveLength(3 + 66_000 - 65_533)
  expect(second.at(-1)).toEqual(['LK-65999', 65_999, '乙'])
})

// Minutes on a busy machine.
test.runIf(isNight)(
  'an .xls of more than seven megabytes needs a longer allocation table and is still whole',
  async () => {
    const rows = Array.from({ length: 30_000 }, (_, n): SheetCell[] => [
      `${n}:${'é'.repeat(250)}`,
      n,
      `备注${n}`,
    ])
    const bytes = await fileOf('xls', rows)
    expect(bytes.length).toBeGreaterThan(8_000_000)
    // Patience is the subject of another test.
    const reading = await readSheet(bytes, { ...importLimits, timeoutMs: 600_000 })
    expect(reading.ok && reading.rows.length).toBe(30_003)
    expect(reading.ok && reading.rows.at(-1)).toEqual([`29999:${'é'.repeat(250)}`, '29999', '备注29999'])
  },
)

test.runIf(isNight)(
  'memory while writing many rows is printed for the person who changes the writer',
  async () => {
    const wanted = 100_000
    for (const format of formats) {
      const rows = function* (): Generator<SheetCell[]> {
        for (let n = 0; n < wanted; n++)
          yield [`LK-${n}`, n, `第${n}条备注`, 'A', 'B', n / 7, '运行', '一车间', '是', '']
      }
      let size = 0
      let peak = 0
      const before = process.memoryUsage().rss
      const sink = new Writable({
        write(chunk: Buffer, _, done) {
          size += chunk.length
          peak = Math.max(peak, process.memoryUsage().rss)
          done()
        },
      })
      const { writeXls } = await import('./sheet-writer-xls.ts')
      const { writeXlsx } = await import('./sheet-writer-xlsx.ts')
      const count = await (format === 'xls' ? writeXls : writeXlsx)(sheet, rows(), sink)
      expect(count).toBe(wanted)
      const mb = (bytes: number): string => `${Math.round(bytes / 1048576)} MB`
      console.info(`${format}: ${count} rows, file ${mb(size)}, memory ${mb(before)} → at most ${mb(peak)}`)
    }
  },
)

describe('reading what people upload', () => {
  const refused = async (bytes: Uint8Array, limits = importLimits): Promise<string> => {
    const reading = await readSheet(bytes, limits)
    return reading.ok ? 'accepted' : reading.message
  }

  test('dates, formulas, booleans and gaps become texts in their places', async () => {
    const source = XLSX.utils.aoa_to_sheet([[]])
    source['!ref'] = 'A1:D4'
    source['B1'] = { t: 'n', v: 46_053, z: 'yyyy-mm-dd' }
    source['C1'] = { t: 'n', v: 46_053.25, z: 'yyyy/m/d h:mm' }
    source['A3'] = { t: 'n', v: 3, f: '1+2' }
    source['B3'] = { t: 'b', v: true }
    source['C3'] = { t: 'e', v: 7 }
    source['D3'] = { t: 'n', v: 0.1 + 0.2 }
    const book = XLSX.utils.book_new(source, 'S')
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const bytes: Buffer = XLSX.write(book, { type: 'buffer', bookType })
      expect(await readSheet(bytes)).toEqual({
        ok: true,
        rows: [['', '2026-01-31', '2026-01-31 06:00:00'], [], ['3', 'true', '', '0.3']],
      })
    }
  })

  test('CSV in UTF-8 or GB18030 and HTML tables named .xls are read as texts', async () => {
    const rows = [
      ['编号', '名称'],
      ['007', '阀'],
    ]
    const gb = Buffer.from('b1e0bac52cc3fbb3c60a3030372cb7a70a', 'hex')
    expect(await readSheet(Buffer.from('编号,名称\n007,阀\n'))).toEqual({ ok: true, rows })
    expect(await readSheet(gb)).toEqual({ ok: true, rows })
    const html =
      '<html><table><tr><td>编号</td><td>名称</td></tr><tr><td>007</td><td>阀</td></tr></table></html>'
    expect(await readSheet(Buffer.from(html))).toEqual({ ok: true, rows })
  })

  test('rows and columns are limited', async () => {
    const many = await fileOf(
      'xlsx',
      Array.from({ length: 60 }, (_, n) => [String(n)]),
    )
    expect(await refused(many, { ...importLimits, rows: 50 })).toBe('数据超过50行，请拆分后再导入')
    const wide = await fileOf('xlsx', [Array.from({ length: 201 }, () => 'x')])
    expect(await refused(wide)).toContain('列数超过200列')
  })

  test('size, emptiness, damage and rubbish are told in Chinese', async () => {
    expect(await refused(Buffer.alloc(0))).toContain('空的')
    expect(await refused(Buffer.alloc(21 * 1024 * 1024))).toContain('超过20MB')
    const good = await fileOf('xlsx', [['a']])
    expect(await refused(good.subarray(0, good.length - 30))).toContain('损坏')
    expect(await refused(Buffer.from('d0cf11e0a1b11ae100000000', 'hex'))).toContain('无法读取')
    expect(await refused(Buffer.from([0, 1, 2, 3, 255, 254, 0]))).toContain('无法读取')
  })

  test('a zip bomb is refused before it is parsed, also when it lies about its size', async () => {
    const bomb = zipOf([['xl/worksheets/sheet1.xml', Buffer.alloc(60 * 1024 * 1024)]], 10)
    expect(bomb.length).toBeLessThan(100_000)
    expect(await refused(bomb)).toContain('过大')
    const noisy = Buffer.from(Array.from({ length: 4_000_000 }, (_, n) => Math.imul(n, 2_654_435_761) >>> 24))
    const large = zipOf([['a.xml', noisy]], 10)
    expect(await refused(large, { ...importLimits, unpackedBytes: 1_000_000, zipRatio: 1e9 })).toContain(
      '过大',
    )
    const crowd = zipOf(
      Array.from({ length: 1001 }, (_, n): [string, Buffer] => [`${n}.xml`, Buffer.from('x')]),
    )
    expect(await refused(crowd)).toContain('内容过多')
  })

  test('a file that takes too long is given up', async () => {
    const bytes = await fileOf(
      'xlsx',
      Array.from({ length: 20_000 }, (_, n) => [`a${n}`, n, `b${n}`]),
    )
    expect(await refused(bytes, { ...importLimits, timeoutMs: 1 })).toContain('超时')
  })

  test('an .xls that needs too much memory is given up without harm to the server; an .xlsx of the same rows needs little', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) =>
      Array.from({ length: 40 }, (__, m) => `${n}/${m} 中文内容`),
    )
    const wide = { ...sheet, columns: Array.from({ length: 40 }, (_, n) => ({ heading: `列${n}` })) }
    const small = { ...importLimits, heapMegabytes: 28 }
    expect(await refused(await fileOf('xls', rows, wide), small)).toBe(
      '文件内容过大，请另存为.xlsx或拆分后再导入',
    )
    const reading = await readSheet(await fileOf('xlsx', rows, wide), small)
    expect(reading.ok && reading.rows.slice(3)).toEqual(rows)
  })
})

test('the apostrophe against formulas is put on and taken off exactly', () => {
  for (const text of hostile) expect(restoreCell(neutraliseCell(text))).toBe(text)
  for (const text of ['=1', '+1', '-1', '@x', '\tx', '\rx', '\nx'])
    expect(neutraliseCell(text)).toBe(`'${text}`)
  expect(neutraliseCell('plain')).toBe('plain')
  expect(neutraliseCell('a\r\nb')).toBe('a\nb')
})

/** The text of one entry of a workbook that we wrote, found by its name and the descriptor behind it. */
function unpacked(book: Buffer, name: string): string {
  const at = book.indexOf(name) + Buffer.byteLength(name)
  return inflateRawSync(book.subarray(at)).toString()
}

/** A plain archive; `claimed` replaces the true unpacked size in its directory. */
function zipOf(entries: [name: string, content: Buffer][], claimed?: number): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of entries) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x0403_4b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(claimed ?? content.length, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x0201_4b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(claimed ?? content.length, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(offset, 42)
    parts.push(local, Buffer.from(name), packed)
    directory.push(central, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...directory, end])
}
