import type { Writable } from 'node:stream'
import { sheetParts } from './sheet-parts.ts'
import type { SheetBlock } from './sheet-parts.ts'
import { SharedTexts } from './sheet-shared-texts.ts'
import type { SheetDescription, SheetRows } from './sheet.ts'
import { XmlBytes } from './sheet-xml-bytes.ts'
import { zipWriter } from './sheet-writer-zip.ts'
import {
  columnLetters,
  contentTypes,
  escapeAttribute,
  main,
  packageRelations,
  relations,
  sheetMl,
  xmlHead,
} from './sheet-xml.ts'

/** Rows of one sheet in an .xlsx file, by the format. */
const maxLines = 1_048_576

/**
 * Writes an .xlsx workbook to `sink`, row by row and as fast as the reader takes it; gives the number of data rows.
 * Memory does not grow with the rows: the table of texts that repeat is short. The sink is left open.
 */
export async function writeXlsx(sheet: SheetDescription, rows: SheetRows, sink: Writable): Promise<number> {
  const zip = zipWriter(sink)
  const texts = new SharedTexts()
  const names: string[] = []
  let count = 0
  for await (const part of sheetParts(sheet, rows, maxLines)) {
    names.push(part.name)
    const content = worksheet(sheet, part.blocks, texts, (more) => void (count += more))
    await zip.add(`xl/worksheets/sheet${names.length}.xml`, content)
  }
  await zip.add('xl/sharedStrings.xml', texts.part())
  for (const [name, text] of workbookParts(names)) await zip.add(name, [Buffer.from(text)])
  await zip.finish()
  return count
}

async function* worksheet(
  sheet: SheetDescription,
  blocks: AsyncIterable<SheetBlock>,
  texts: SharedTexts,
  onRows: (more: number) => void,
): AsyncGenerator<Buffer> {
  const widths = sheet.columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${column.width ?? 16}" customWidth="1"/>`,
  )
  const xml = new XmlBytes()
  xml.markup(`${xmlHead}<worksheet xmlns="${main}">`)
  if (widths.length > 0) xml.markup(`<cols>${widths.join('')}</cols>`)
  xml.markup('<sheetData>')
  const begins = sheet.columns.map((_, index) => beginOf(index))
  let number = 0
  for await (const { rows, isHead } of blocks) {
    for (const cells of rows) {
      number++
      xml.markup('<row r="').count(number).markup('">')
      for (let column = 0; column < cells.length; column++) {
        const cell = cells[column]
        if (
          cell === null ||
          cell === undefined ||
          cell === '' ||
          (typeof cell === 'number' && !Number.isFinite(cell))
        )
          continue
        xml.markup(begins[column] ?? beginOf(column)).count(number)
        if (isHead) headCell(xml, cell)
        else bodyCell(xml, cell, column, texts)
      }
      xml.markup('</row>')
    }
    yield* xml.full()
    if (!isHead) onRows(rows.length)
  }
  xml.markup('</sheetData></worksheet>')
  yield* xml.full()
  yield xml.rest()
}

/** A cell up to the number of its row. */
const beginOf = (column: number): string => `<c r="${columnLetters(column)}`

// Styles: 0 plain, 1 text (a later edit keeps it a text), 2 bold heading.
function headCell(xml: XmlBytes, cell: string | number): void {
  xml.markup('" s="2" t="inlineStr"><is>').text(String(cell)).markup('</is></c>')
}

function bodyCell(xml: XmlBytes, cell: string | number, column: number, texts: SharedTexts): void {
  if (typeof cell === 'number') {
    xml.markup('"><v>').markup(String(cell)).markup('</v></c>')
    return
  }
  const shared = texts.numberOf(column, cell)
  if (shared === undefined) xml.markup('" s="1" t="inlineStr"><is>').text(cell).markup('</is></c>')
  else xml.markup('" s="1" t="s"><v>').count(shared).markup('</v></c>')
}

function workbookParts(names: readonly string[]): [name: string, text: string][] {
  const each = (write: (number: number, name: string) => string): string =>
    names.map((name, index) => write(index + 1, name)).join('')
  const styles = names.length + 1
  const texts = names.length + 2
  return [
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMl}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetMl}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${sheetMl}.sharedStrings+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetMl}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${xmlHead}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((n, name) => `<sheet name="${escapeAttribute(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xmlHead}<Relationships xmlns="${packageRelations}">${each((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${styles}" Type="${relations}/styles" Target="styles.xml"/><Relationship Id="rId${texts}" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${xmlHead}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ]
}
