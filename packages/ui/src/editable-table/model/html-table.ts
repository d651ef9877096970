import { cellText, type CellText } from './html-cell.ts'
import { htmlTokens } from './html-tokens.ts'
import { cellOut } from './text-table.ts'

/** More cells than anybody copies; spans can ask for any number with few characters. */
const mostCells = 1_000_000

/** As in the standard of HTML. */
const mostColumns = 1_000
const mostRows = 65_534

const span = (source: string, name: 'colspan' | 'rowspan', most: number): number => {
  const [, digits = '1'] = new RegExp(`\\s${name}\\s*=\\s*["']?(\\d{1,6})`, 'i').exec(source) ?? []
  return Math.min(Math.max(Number(digits), 1), most)
}

/** Rows that are being filled; a cell of several rows leaves empty cells in the rows below it. */
function grid() {
  const rows: string[][] = []
  /** How many of the next rows each column is taken in. */
  const taken: number[] = []
  let row: string[] | null = null
  let cells = 0

  const put = (text: string): void => {
    row?.push(text)
    cells += 1
  }
  const skipTaken = (): void => {
    while (row !== null && (taken[row.length] ?? 0) > 0) {
      taken[row.length] = (taken[row.length] ?? 0) - 1
      put('')
    }
  }
  const endRow = (): void => {
    if (row === null) return
    while (row.length < taken.length) {
      skipTaken()
      if (row !== null && row.length < taken.length) put('')
    }
    while (taken.length > 0 && !taken.at(-1)) taken.pop()
    if (row.length > 0) rows.push(row)
    row = null
  }
  return {
    rows,
    endRow,
    isTooLarge: (): boolean => cells > mostCells,
    startRow(): void {
      endRow()
      row = []
    },
    cell(text: string, columns: number, height: number): void {
      row ??= []
      skipTaken()
      for (let n = 0; n < columns; n++) {
        const column = row.length
        const rest = Math.max((taken[column] ?? 0) - 1, height - 1)
        if (rest > 0 || column < taken.length) taken[column] = Math.max(rest, 0)
        put(n === 0 ? text : '')
      }
    },
  }
}

const blocks: readonly string[] = ['p', 'div', 'li', 'ul', 'ol', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr']

/**
 * The cells of the first table of a copied page, or null where there is none, or one of more than a million cells: then
 * the clipboard's plain text is what to read. Read from Excel, WPS, LibreOffice and browsers without a document: what
 * stands in the cells is taken as it is shown, attributes such as `x:num` and styles say nothing. Merged cells are
 * their text and then empty ones. A table within a cell is text of the cell.
 */
export function readHtml(html: string): string[][] | null {
  const table = grid()
  let depth = 0
  let open: { readonly text: CellText; readonly source: string } | null = null
  const endCell = (): void => {
    if (open === null) return
    table.cell(
      open.text.end(),
      span(open.source, 'colspan', mostColumns),
      span(open.source, 'rowspan', mostRows),
    )
    open = null
  }
  const cellOf = (): CellText | undefined => open?.text

  for (const token of htmlTokens(html)) {
    if (table.isTooLarge()) return null
    if (token.kind === 'text') {
      cellOf()?.add(token.text)
      continue
    }
    const { kind, name, source } = token
    if (name === 'table') {
      if (kind === 'open') depth += 1
      else if (depth > 0 && --depth === 0) break
      cellOf()?.breakBlock()
    } else if (depth === 1 && (name === 'td' || name === 'th')) {
      endCell()
      if (kind === 'open') open = { text: cellText(), source }
    } else if (depth === 1 && name === 'tr') {
      endCell()
      if (kind === 'open') table.startRow()
      else table.endRow()
    } else if (name === 'br') cellOf()?.breakLine()
    else if (name === 'td' || name === 'th') cellOf()?.space()
    else if (blocks.includes(name)) cellOf()?.breakBlock()
  }
  endCell()
  table.endRow()
  return table.isTooLarge() || table.rows.length === 0 ? null : table.rows
}

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00A0': '&nbsp;',
}

/** A line break within a cell; without the style Excel would begin a row. */
const lineBreak = `<br style="mso-data-placement:same-cell">`

/** White space that would be taken together with its neighbour, or left out, is written as an entity. */
const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[&<>"\u00A0]/g, (sign) => signs[sign] ?? sign)
    .replaceAll(/[\t\f]|^ | $| (?=[ \n])|(?<=[ \n]) |\n$/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replaceAll('\n', lineBreak)

/** A number that Excel holds without loss; any other text must not become one (leading zeros, 18 digits). */
const isSafeNumber = (text: string): boolean =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) && text.length <= 16

function cellHtml(text: string): string {
  const type = isSafeNumber(text) ? '' : ` style="mso-number-format:'\\@'"`
  return `<td${type}>${escaped(cellOut(text))}</td>`
}

/**
 * Cells as one table for the clipboard. What is no plain number is typed as text, so that Excel neither evaluates it nor
 * takes its zeros; formulas are guarded as in `writeTsv`. `readHtml` reads the same cells, with `\n` for every line break.
 */
export function writeHtml(rows: readonly (readonly string[])[]): string {
  return `<table>${rows.map((row) => `<tr>${row.map(cellHtml).join('')}</tr>`).join('')}</table>`
}
