import type { Writable } from 'node:stream'
import { neutraliseCell } from './sheet-text.ts'
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

/** How a cell of a workbook is drawn; each is one entry of `styles`. */
export type CellLook = 'plain' | 'title' | 'hint' | 'heading' | 'required' | 'example' | 'wrong'

export interface BookCell {
  readonly value: string | number | null
  readonly look: CellLook
  /** Shown beside the cell while the pointer is on it. */
  readonly note?: string | undefined
}

/** Values that a column offers, from a range of another sheet or a short list. */
export interface CellChoices {
  /** From 0. */
  readonly column: number
  /** First and last line, from 1. */
  readonly from: number
  readonly to: number
  /** A range such as `选项!$A$1:$A$9`, or a list in quotes. */
  readonly formula: string
  /** Said to whoever types something else. */
  readonly refusal: string
}

export interface BookSheet {
  /** Of the tab: at most 31 characters, none of `\ / ? * [ ] : '`. */
  readonly name: string
  readonly isHidden?: boolean
  /** In characters, a column each. */
  readonly widths: readonly number[]
  /** Lines that stay in view. */
  readonly frozen?: number
  readonly rows: Iterable<readonly BookCell[]> | AsyncIterable<readonly BookCell[]>
  readonly choices?: readonly CellChoices[]
}

const chunkCharacters = 64 * 1024

/**
 * Writes a workbook with looks, notes and lists of choices: templates and error reports. Notes are kept until their
 * sheet is written, so it is for workbooks of some thousand notes; rows pass through. The sink is left open.
 */
export async function writeWorkbook(sheets: readonly BookSheet[], sink: Writable): Promise<void> {
  const zip = zipWriter(sink)
  const noted: number[] = []
  for (const [index, sheet] of sheets.entries()) {
    const number = index + 1
    const notes: Note[] = []
    await zip.add(`xl/worksheets/sheet${number}.xml`, worksheet(sheet, notes))
    if (notes.length === 0) continue
    noted.push(number)
    await zip.add(`xl/worksheets/_rels/sheet${number}.xml.rels`, [Buffer.from(sheetRelations(number))])
    await zip.add(`xl/comments${number}.xml`, commentsOf(notes))
    await zip.add(`xl/drawings/vmlDrawing${number}.vml`, drawingOf(notes))
  }
  for (const [name, text] of bookParts(sheets, noted)) await zip.add(name, [Buffer.from(text)])
  await zip.finish()
}

interface Note {
  /** Both from 0. */
  readonly column: number
  readonly row: number
  readonly text: string
}

async function* worksheet(sheet: BookSheet, notes: Note[]): AsyncGenerator<Buffer> {
  const cols = sheet.widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  let text = `${xmlHead}<worksheet xmlns="${main}" xmlns:r="${relations}">${viewOf(sheet.frozen)}${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
  let line = 0
  for await (const cells of sheet.rows) {
    line++
    text += `<row r="${line}">`
    for (const [column, { value, look, note }] of cells.entries()) {
      text += cellXml(`${columnLetters(column)}${line}`, value, styleOf[look])
      if (note !== undefined) notes.push({ column, row: line - 1, text: note })
    }
    text += '</row>'
    if (text.length < chunkCharacters) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(
    `${text}</sheetData>${choicesXml(sheet.choices ?? [])}${notes.length > 0 ? '<legacyDrawing r:id="rId1"/>' : ''}</worksheet>`,
  )
}

function viewOf(frozen: number | undefined): string {
  if (frozen === undefined) return ''
  return `<sheetViews><sheetView workbookViewId="0"><pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
}

// An empty cell with a look of its own is written: what is missing is marked where it is missing.
function cellXml(place: string, value: BookCell['value'], style: number): string {
  if (value === null || value === '') return style === styleOf.plain ? '' : `<c r="${place}" s="${style}"/>`
  if (typeof value === 'number') return `<c r="${place}" s="${style}"><v>${value}</v></c>`
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(neutraliseCell(value))}</t></is></c>`
}

function choicesXml(choices: readonly CellChoices[]): string {
  if (choices.length === 0) return ''
  const each = choices.map(({ column, from, to, formula, refusal }) => {
    const letters = columnLetters(column)
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="不在可选范围内" error="${escapeAttribute(refusal)}" sqref="${letters}${from}:${letters}${to}"><formula1>${escapeXml(formula)}</formula1></dataValidation>`
  })
  return `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`
}

function sheetRelations(number: number): string {
  return `${xmlHead}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/vmlDrawing" Target="../drawings/vmlDrawing${number}.vml"/><Relationship Id="rId2" Type="${relations}/comments" Target="../comments${number}.xml"/></Relationships>`
}

function* commentsOf(notes: readonly Note[]): Generator<Buffer> {
  yield Buffer.from(
    `${xmlHead}<comments xmlns="${main}"><authors><author>导入说明</author></authors><commentList>`,
  )
  for (const { column, row, text } of notes)
    yield Buffer.from(
      `<comment ref="${columnLetters(column)}${row + 1}" authorId="0"><text><t xml:space="preserve">${escapeXml(text)}</t></text></comment>`,
    )
  yield Buffer.from('</commentList></comments>')
}

/** Where each note is drawn; without it Excel shows none and asks whether it shall repair the file. */
function* drawingOf(notes: readonly Note[]): Generator<Buffer> {
  yield Buffer.from(
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>',
  )
  for (const [index, { column, row, text }] of notes.entries()) {
    const lines = Math.min(12, 2 + Math.ceil(text.length / 18) + text.split('\n').length)
    yield Buffer.from(
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow color="black" obscured="t"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${column + 1},12,${row},4,${column + 4},12,${row + lines},4</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
    )
  }
  yield Buffer.from('</xml>')
}

/** Index of a look in `cellXfs`. */
const styleOf: Readonly<Record<CellLook, number>> = {
  plain: 0,
  title: 1,
  hint: 2,
  heading: 3,
  required: 4,
  example: 5,
  wrong: 6,
}

const fonts = [
  '<font><sz val="11"/><name val="宋体"/></font>',
  '<font><b/><sz val="14"/><name val="宋体"/></font>',
  '<font><sz val="11"/><color rgb="FF595959"/><name val="宋体"/></font>',
  '<font><b/><sz val="11"/><name val="宋体"/></font>',
  '<font><b/><sz val="11"/><color rgb="FFC00000"/><name val="宋体"/></font>',
  '<font><i/><sz val="11"/><color rgb="FF7F7F7F"/><name val="宋体"/></font>',
]
const fills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
  ...['FFF2F2F2', 'FFFFC7CE'].map(
    (colour) =>
      `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/><bgColor indexed="64"/></patternFill></fill>`,
  ),
]
/** Font and fill by look, in the order of `styleOf`. All are texts (49): what is typed into them stays as it was typed. */
const looks: readonly (readonly [font: number, fill: number])[] = [
  [0, 0],
  [1, 0],
  [2, 0],
  [3, 2],
  [4, 2],
  [5, 0],
  [0, 3],
]
const styles = `${xmlHead}<styleSheet xmlns="${main}"><fonts count="${fonts.length}">${fonts.join('')}</fonts><fills count="${fills.length}">${fills.join('')}</fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${looks.length}">${looks.map(([font, fill]) => `<xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

function bookParts(sheets: readonly BookSheet[], noted: readonly number[]): [name: string, text: string][] {
  const each = (write: (number: number, sheet: BookSheet) => string): string =>
    sheets.map((sheet, index) => write(index + 1, sheet)).join('')
  const own = sheets.length + 1
  const overrides = `${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetMl}.worksheet+xml"/>`)}${noted.map((n) => `<Override PartName="/xl/comments${n}.xml" ContentType="${sheetMl}.comments+xml"/>`).join('')}`
  return [
    [
      '[Content_Types].xml',
      `${xmlHead}<Types xmlns="${contentTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMl}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetMl}.styles+xml"/>${overrides}</Types>`,
    ],
    [
      '_rels/.rels',
      `${xmlHead}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((n, { name, isHidden }) => `<sheet name="${escapeAttribute(name)}" sheetId="${n}"${isHidden ? ' state="hidden"' : ''} r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xmlHead}<Relationships xmlns="${packageRelations}">${each((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${own}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ]
}
