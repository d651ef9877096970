import { deflateRawSync } from 'node:zlib'
import * as XLSX from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { importLimits } from './sheet-reader.ts'
import { readSheet } from './testing/read-sheet.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'

interface Book {
  /** What stands in `sheetData`. */
  readonly rows: string
  /** What stands in `sst`. */
  readonly strings?: string
  /** What stands in `styleSheet`. */
  readonly styles?: string
  readonly properties?: string
  /** Parts instead of those that are made of the rest, or beside them. */
  readonly parts?: Readonly<Record<string, string>>
}

/** A workbook as other programs write them, part by part. */
function bookOf({ rows, strings = '', styles = '', properties = '', parts = {} }: Book): Buffer {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${kinds}/${kind}" Target="${target}"/>`
  const relations = (...list: string[]) =>
    `${head}<Relationships xmlns="${packageRelations}">${list.join('')}</Relationships>`
  return archiveOf({
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${kinds}">${properties}<sheets><sheet name="数据" sheetId="4" r:id="rId9"/><sheet name="别的" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId9', 'worksheet', '/xl/worksheets/sheet4.xml'),
      relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
      relation('rId3', 'styles', 'styles.xml'),
    ),
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
    'xl/worksheets/sheet4.xml': `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData><mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells></worksheet>`,
    'xl/sharedStrings.xml': `${head}<sst xmlns="${main}">${strings}</sst>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}">${styles}</styleSheet>`,
    ...parts,
  })
}

function archiveOf(parts: Readonly<Record<string, string>>): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const packed = deflateRawSync(Buffer.from(text))
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x0403_4b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(Buffer.byteLength(name), 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x0201_4b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(Buffer.byteLength(text), 24)
    central.writeUInt16LE(Buffer.byteLength(name), 28)
    central.writeUInt32LE(offset, 42)
    bodies.push(local, Buffer.from(name), packed)
    directory.push(central, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, ...directory, end])
}

const rowsOf = async (book: Book) => await readSheet(bookOf(book))
const ok = (...rows: string[][]) => ({ ok: true, rows })

describe('of an .xlsx', () => {
  test('the first sheet by the order of the tabs is read, wherever its part stands', async () => {
    expect(await rowsOf({ rows: '<row r="2"><c r="B2"><v>7</v></c></row>' })).toEqual(ok([], ['', '7']))
  })

  test('texts that cells share, in several fonts, with their pronunciation and with signs that XML has no place for', async () => {
    const strings = [
      '<si><t>共享 &amp; 重复</t></si>',
      '<si><r><rPr><b/></rPr><t xml:space="preserve">粗体 </t></r><r><t>普通</t></r></si>',
      '<si><t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh><phoneticPr fontId="1"/></si>',
      '<si><t>a_x000D_\nb_x005F_x0041_</t></si>',
      '<si/>',
      '<si><t><![CDATA[<甲>]]></t></si>',
    ].join('')
    const cell = (at: number) => `<c r="${'ABCDEFG'[at]}1" t="s"><v>${at}</v></c>`
    expect(
      await rowsOf({ rows: `<row r="1">${[0, 1, 2, 3, 4, 5, 6].map(cell).join('')}</row>`, strings }),
    ).toEqual(ok(['共享 & 重复', '粗体 普通', '漢字', 'a\nb_x0041_', '', '<甲>']))
  })

  test('days are known by the format of their cell, by number or in words, and counted from 1904 where the book says so', async () => {
    const styles = `<numFmts count="2"><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="177" formatCode="0.00_ "/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="176"/><xf numFmtId="177"/><xf numFmtId="31"/><xf numFmtId="21"/></cellXfs>`
    const rows = `<row r="1"><c r="A1"><v>46053</v></c><c r="B1" s="1"><v>46053</v></c><c r="C1" s="2"><v>46053.25</v></c><c r="D1" s="3"><v>0.30000000000000004</v></c><c r="E1" s="4"><v>46053</v></c><c r="F1" s="5"><v>0.5</v></c><c r="G1" t="d"><v>2026-01-31T06:00:00Z</v></c></row>`
    const shown = ['46053', '2026-01-31', '2026-01-31 06:00:00', '0.3', '2026-01-31', '12:00:00']
    expect(await rowsOf({ rows, styles })).toEqual(ok([...shown, '2026-01-31 06:00:00']))
    const properties = '<workbookPr date1904="1"/>'
    expect(
      await rowsOf({ rows: '<row r="1"><c r="A1" s="1"><v>44591</v></c></row>', styles, properties }),
    ).toEqual(ok(['2026-01-31']))
  })

  test('formulas count as what they last showed, errors as nothing, and of merged cells the first has the text', async () => {
    const rows = `<row r="1"><c r="A1" t="str"><f>"F-"&amp;1</f><v>F-1</v></c><c r="B1"><f t="shared" si="0"/><v>3</v></c><c r="C1" t="e"><v>#N/A</v></c><c r="D1" t="b"><v>1</v></c><c r="E1"><f>NOW()</f></c><c r="F1" t="b"><v>0</v></c></row>
      <row r="2"><c r="A2" s="3"/><c r="B2"/></row>`
    expect(await rowsOf({ rows })).toEqual(ok(['F-1', '3', '', 'true', '', 'false']))
  })

  test('names with a prefix and cells that do not say their place are understood', async () => {
    const sheet = `${head}<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>甲</x:t></x:is></x:c><x:c><x:v>2</x:v></x:c></x:row><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    const parts = { 'xl/worksheets/sheet4.xml': sheet }
    expect(await rowsOf({ rows: '', parts })).toEqual(ok(['甲', '2'], ['3']))
  })

  test('rows out of their order and XML that is not well-formed are read as a whole', async () => {
    const book = (sheet: string) => {
      const made: Buffer = XLSX.write(XLSX.utils.book_new(XLSX.utils.aoa_to_sheet([['x']]), 'S'), {
        type: 'buffer',
      })
      const files = XLSX.CFB.read(made, { type: 'buffer' })
      XLSX.CFB.utils.cfb_add(files, '/xl/worksheets/sheet1.xml', Buffer.from(sheet))
      const bytes: unknown = XLSX.CFB.write(files, { type: 'buffer', fileType: 'zip', compression: true })
      if (!Buffer.isBuffer(bytes)) throw new Error('no workbook was written')
      return bytes
    }
    const sheet = (rows: string) => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
    const row = (n: number, more = '') => `<row r="${n}"><c r="A${n}"${more}><v>${n}</v></c></row>`
    expect(await readSheet(book(sheet(row(1) + row(3) + row(2))))).toEqual(ok(['1'], ['2'], ['3']))
    expect(await readSheet(book(sheet(row(1) + row(2, ' s=0'))))).toEqual(ok(['1'], ['2']))
  })

  test('one long text in many cells does not fill the disk', async () => {
    const strings = `<si><t>${'长'.repeat(30_000)}</t></si>`
    const rows = Array.from(
      { length: 400 },
      (_, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>0</v></c></row>`,
    ).join('')
    expect(
      await readSheet(bookOf({ rows, strings }), { ...importLimits, unpackedBytes: 10 * 1024 * 1024 }),
    ).toEqual({ ok: false, message: '文件内容过大，请拆分后再导入' })
  })

  test('texts beyond what is kept in memory are found again in any order', async () => {
    const text = (n: number) => `${n}:${'文'.repeat(90)}`
    const count = 80_000
    const strings = Array.from({ length: count }, (_, n) => `<si><t>${text(n)}</t></si>`).join('')
    const wanted = Array.from({ length: 3_000 }, (_, n) => (n * 7_919) % count)
    const rows = wanted
      .map((number, n) => `<row r="${n + 1}"><c r="A${n + 1}" t="s"><v>${number}</v></c></row>`)
      .join('')
    expect(await rowsOf({ rows, strings })).toEqual(ok(...wanted.map((number) => [text(number)])))
  })
})
