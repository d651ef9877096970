import type { Writable } from 'node:stream'
import { sheetParts } from './sheet-parts.ts'
import type { SheetLine } from './sheet-parts.ts'
import { neutraliseCell } from './sheet-text.ts'
import type { SheetCell, SheetDescription, SheetRows } from './sheet.ts'
import { zipWriter } from './sheet-writer-zip.ts'
import {
  columnLetters,
  contentTypes,
  escapeAttribute,
  escapeXml,
  main,
  packageRelations,
  relations,
  sheetMl,
  xmlHead,
} from './sheet-xml.ts'

/** Rows of one sheet in an .xlsx file, by the format. */
const maxLines = 1_048_576
const chunkCharacters = 64 * 1024

/**
 * Writes an .xlsx workbook to `sink`, row by row and as fast as the reader takes it; gives the number of data rows.
 * Strings stand inside their cells, so nothing is remembered between rows. The sink is left open.
 */
export async function writeXlsx(sheet: SheetDescription, rows: SheetRows, sink: Writable): Promise<number> {
  const zip = zipWriter(sink)
  const names: string[] = []
  let count = 0
  for await (const part of sheetParts(sheet, rows, maxLines)) {
    names.push(part.name)
    await zip.add(
      `xl/worksheets/sheet${names.length}.xml`,
      worksheet(sheet, part.lines, () => count++),
    )
  }
  for (const [name, text] of workbookParts(names)) await zip.add(name, [Buffer.from(text)])
  await zip.finish()
  return count
}

async function* worksheet(
  sheet: SheetDescription,
  lines: AsyncIterable<SheetLine>,
  onRow: () => void,
): AsyncGenerator<Buffer> {
  const letters = sheet.columns.map((_, index) => columnLetters(index))
  const widths = sheet.columns.map(
    (column, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${column.width ?? 16}" customWidth="1"/>`,
  )
  let text = `${xmlHead}<worksheet xmlns="${main}">${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData>`
  let number = 0
  for await (const { cells, isHead } of lines) {
    number++
    if (!isHead) onRow()
    text += `<row r="${number}">`
    for (const [index, cell] of cells.entries()) {
      text += cellXml(`${letters[index] ?? columnLetters(index)}${number}`, cell, isHead)
    }
    text += '</row>'
    if (text.length >= chunkCharacters) {
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(`${text}</sheetData></worksheet>`)
}

// Styles: 0 plain, 1 text (a later edit keeps it a text), 2 bold heading.
function cellXml(place: string, cell: SheetCell, isHead: boolean): string {
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c r="${place}"><v>${cell}</v></c>` : ''
  if (cell === null || cell === undefined || cell === '') return ''
  const text = escapeXml(neutraliseCell(cell))
  return `<c r="${place}" s="${isHead ? 2 : 1}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

function workbookParts(names: readonly string[]): [name: string, text: string][] {
  const each = (write: (number: number, name: string) => string): string =>
    names.map((name, index) => write(index + 1, name)).join('')
  const styles = names.length + 1
  return [
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMl}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetMl}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetMl}.worksheet+xml"/>`)}</Types>`,
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
      `${xmlHead}<Relationships xmlns="${packageRelations}">${each((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${styles}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${xmlHead}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="宋体"/></font><font><b/><sz val="11"/><name val="宋体"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
    ],
  ]
}
