import { guardCell, restoreCell } from '@suoan/kit/sheet-cell'

const plainNumber = /^-?\d+(?:\.\d+)?$/

/**
 * A cell's text as another program may have it. As in exported sheets nothing is a formula there (`guardCell`); a number
 * with its sign is none, and stays one that can be summed.
 */
export const cellOut = (text: string): string => (plainNumber.test(text) ? text : guardCell(text))

/** A piece of the clipboard's text and the place behind it. */
interface Read {
  readonly cell: string
  readonly end: number
}

/**
 * The quoted cell that begins here, or null where the quotes are characters of the text: no quote closes the cell, or
 * something follows the one that would. A search that fails ends at the next odd number of quotes in a row, which is
 * also where the next search that can be long begins; so all of them together read the text once.
 */
function quotedCell(text: string, start: number): Read | null {
  if (text[start] !== '"') return null
  for (let from = start + 1; ;) {
    const close = text.indexOf('"', from)
    if (close === -1) return null
    const after = text.charAt(close + 1)
    if (after !== '"')
      return after === '' || /[\t\r\n]/.test(after)
        ? { cell: text.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
        : null
    from = close + 2
  }
}

function plainCell(text: string, start: number): Read {
  const upToBreak = /[^\t\r\n]*/y
  upToBreak.lastIndex = start
  const [cell = ''] = upToBreak.exec(text) ?? []
  return { cell, end: start + cell.length }
}

/**
 * The cells of a clipboard text as Excel, WPS and LibreOffice write it: tabs between cells, any line break between rows,
 * a last one adds no row. A cell in quotes may hold tabs, line breaks and doubled quotes (design/pitfalls.md §1.7); a
 * quote elsewhere is a character. Nothing is evaluated: what begins with `=` is text.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = []
  for (let at = 0; at < text.length;) {
    const row: string[] = []
    for (let separator: string | undefined = '\t'; separator === '\t';) {
      const { cell, end } = quotedCell(text, at) ?? plainCell(text, at)
      row.push(restoreCell(cell))
      separator = text[end]
      at = end + 1
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at += 1
    rows.push(row)
  }
  return rows
}

const written = (text: string): string => {
  const cell = cellOut(text)
  return /^"|[\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Cells as a clipboard text; `readTsv` reads the same cells again. No line break stands at the end, except behind a
 * last row of one empty cell, which would else not be seen.
 */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const last = rows.at(-1)
  const isLastUnseen = last?.length === 1 && last[0] === ''
  return rows.map((row) => row.map(written).join('\t')).join('\r\n') + (isLastUnseen ? '\r\n' : '')
}
