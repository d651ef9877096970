import { neutraliseCell } from './sheet-text.ts'
import { escapeXml, main, xmlHead } from './sheet-xml.ts'

/** Texts that are remembered, and the longest of them, in UTF-16 units: four million units at most. */
const mostTexts = 20_000
const longestText = 200
/** After so many cells of a column it shows whether its texts repeat. */
const sample = 1_000

/**
 * The texts that stand in many cells of a workbook, each written once: a cell holds its number in this table. It is short
 * whatever the rows are: a column of texts that do not repeat, such as numbers of tickets, is left out of it, and so is
 * what comes after the 20,000th text. Such texts stand inside their cells.
 */
export class SharedTexts {
  readonly #numbers = new Map<string, number>()
  readonly #items: string[] = []
  readonly #columns: { asked: number; found: number; isClosed: boolean }[] = []

  /** The number of the text of a cell; undefined where it is to stand inside the cell. */
  numberOf(column: number, text: string): number | undefined {
    const seen = (this.#columns[column] ??= { asked: 0, found: 0, isClosed: false })
    if (seen.isClosed || text.length > longestText) return undefined
    const number = this.#numbers.get(text)
    if (number !== undefined) seen.found++
    if (++seen.asked === sample) {
      seen.isClosed = seen.found < sample / 2
      seen.asked = 0
      seen.found = 0
    }
    return number ?? this.#add(text)
  }

  /** The table as a part of the workbook, once all cells are written. */
  *part(): Generator<Buffer> {
    yield Buffer.from(`${xmlHead}<sst xmlns="${main}" uniqueCount="${this.#items.length}">`)
    for (let at = 0; at < this.#items.length; at += sample)
      yield Buffer.from(this.#items.slice(at, at + sample).join(''))
    yield Buffer.from('</sst>')
  }

  #add(text: string): number | undefined {
    const number = this.#items.length
    if (number === mostTexts) return undefined
    this.#numbers.set(text, number)
    this.#items.push(`<si>${textXml(text)}</si>`)
    return number
  }
}

/** A text of a cell as its element: neutralised, escaped, and with its spaces at both ends. */
export function textXml(text: string): string {
  const safe = neutraliseCell(text)
  const hasSpace = isSpace(safe.charCodeAt(0)) || isSpace(safe.charCodeAt(safe.length - 1))
  return `<t${hasSpace ? ' xml:space="preserve"' : ''}>${escapeXml(safe)}</t>`
}

/** What readers of the format take away from the ends of a text unless they are told not to. */
const isSpace = (unit: number): boolean => unit <= 0x20
