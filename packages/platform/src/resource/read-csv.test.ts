import * as XLSX from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'
import { importLimits } from './sheet-reader.ts'
import { readSheet } from './testing/read-sheet.ts'

/** The rows of a text that comes in pieces of this length. */
function rowsOf(text: string, length: number): string[][] {
  const rows: string[][] = []
  const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, n) =>
    text.slice(n * length, (n + 1) * length),
  )
  readCsv(pieces, {
    add: (place, cells) => void (rows[place] = cells.map((cell) => cell ?? '')),
  })
  return Array.from(rows, (row) => trimmed(row ?? []))
}

function trimmed(row: readonly string[]): string[] {
  const last = row.findLastIndex((cell) => cell !== '')
  return row.slice(0, last + 1)
}

/** What the library makes of the same text as a whole. */
function wholeRows(text: string): string[][] {
  const book = XLSX.read(text, { type: 'string', raw: true, dense: true })
  const cells = book.Sheets[book.SheetNames[0] ?? '']?.['!data'] as unknown as
    | ({ v?: unknown } | undefined)[][]
    | undefined
  return Array.from(cells ?? [], (row) =>
    trimmed(Array.from(row ?? [], (cell) => (cell?.v === undefined ? '' : String(cell.v)))),
  )
}

const withoutEmptyEnd = (rows: string[][]): string[][] =>
  rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1)

test('a text in pieces of any length gives the rows that the library makes of the whole', () => {
  const sign = fc.constantFrom('甲', 'b', '7', ',', ',', ';', '\t', '|', '"', '"', '\n', '\r\n', '\r', ' ')
  const long = fc.array(sign, { maxLength: 60 }).map((signs) => `编号,${signs.join('')}`)
  fc.assert(
    fc.property(long, fc.integer({ min: 1, max: 70 }), fc.boolean(), (text, length, isFilled) => {
      const whole = isFilled ? `${text}\n${'a,b\n'.repeat(300)}` : text
      expect(withoutEmptyEnd(rowsOf(whole, length))).toEqual(withoutEmptyEnd(wholeRows(whole)))
    }),
    { numRuns: 400 },
  )
})

test('a separator that the first line names is taken', () => {
  expect(rowsOf('sep=;\r\na;b,c\r\n', 3)).toEqual([['a', 'b,c']])
})

test('a long CSV in GB18030 or UTF-8 is read in little memory, line for line', async () => {
  const line = (n: number) => `${n},"名称, ""${n}""",${'x'.repeat(60)}`
  const text = Array.from({ length: 30_000 }, (_, n) => line(n)).join('\r\n')
  const small = { ...importLimits, heapMegabytes: 40 }
  const rows = Array.from({ length: 30_000 }, (_, n) => [String(n), `名称, "${n}"`, 'x'.repeat(60)])
  expect(await readSheet(Buffer.from(text), small)).toEqual({ ok: true, rows })
  const gb = Buffer.from(text.replaceAll('名称', '????'), 'latin1')
  const sign = Buffer.from('c3fbb3c6', 'hex')
  for (let at = gb.indexOf('????'); at >= 0; at = gb.indexOf('????', at)) sign.copy(gb, at)
  expect(await readSheet(gb, small)).toEqual({ ok: true, rows })
})
