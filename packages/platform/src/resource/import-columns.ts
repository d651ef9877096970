import { isFilled } from '@suoan/contract'
import { fail, type AppError } from '../fail.ts'
import type { RowFile } from './row-file.ts'
import { exampleMark, guideHeading, reasonHeading } from './sheet-headings.ts'
import type { SheetField } from './sheet-columns.ts'

/** A line of a workbook; `line` as the spreadsheet counts, from 1. */
export interface SheetLine {
  readonly line: number
  /** Its number among the lines of its sheet that hold data, from 0 and from top to bottom. */
  readonly at: number
  readonly cells: readonly string[]
}

/** What an import found in a workbook. */
export interface ImportSheet {
  /** The fields by the index of their column. */
  readonly columns: readonly (readonly [at: number, field: SheetField])[]
  /** Texts of the heading row as they stand. */
  readonly headings: readonly string[]
  /** The lines with data: no empty ones, and not the example of a template. */
  readonly lines: SheetLines
  /** Headings that no field bears. */
  readonly unknown: readonly string[]
  /** Names of the sheets that are not imported though they hold something. */
  readonly others: readonly string[]
}

/** The lines of a workbook with data; they stay on the disk until they are asked for. */
export interface SheetLines {
  readonly length: number
  /** Some lines in the order in which they are to be stored. */
  slice(from: number, until: number): Promise<SheetLine[]>
  /** Lines by their numbers (`SheetLine.at`). */
  pick(numbers: readonly number[]): Promise<SheetLine[]>
  /** The same lines, to be stored in the order of a number that is worked out of each; in their own where it is equal. */
  sortedBy(rank: (line: SheetLine) => number): Promise<SheetLines>
}

/** Heading rows are looked for below at most this many title rows. */
const MOST_TITLES = 6
/** Rows that are in memory at once while a sheet is looked through. */
const SCANNED = 500
/** Names of an answer that are shown before it is cut. */
const MOST_UNKNOWN = 10
const passedOver: ReadonlySet<string> = new Set([guideHeading, reasonHeading])

/** A refusal of a whole workbook. */
export const importFailed = (detail: string): AppError =>
  fail('BAD_INPUT', { detail: `文件导入失败:${detail}` })

/**
 * Finds headings and data in the rows of a workbook. Columns are matched by text, wherever they stand; the star of a
 * template's required columns is no part of it. Throws `BAD_INPUT` where the columns are not those of the resource.
 */
export async function readImportSheet(
  fields: readonly SheetField[],
  rows: RowFile,
  others: readonly string[] = [],
): Promise<ImportSheet> {
  const head = await headOf(rows)
  const { headRow, columns } = findHeadings(fields, head, others)
  const headings = head[headRow] ?? []
  const known = new Set(columns.map(([at]) => at))
  const guide = headings.findIndex((cell, at) => !known.has(at) && plain(cell) === guideHeading)
  const numbers: number[] = []
  for (let from = 0; from < rows.count; from += SCANNED) {
    const some = range(from, Math.min(from + SCANNED, rows.count))
    for (const [index, { place, cells }] of (await rows.pick(some)).entries()) {
      if (place <= headRow || cells.every((cell) => cell.trim() === '')) continue
      if (guide < 0 || cells[guide]?.trim() !== exampleMark) numbers.push(from + index)
    }
  }
  if (numbers.length === 0) throw importFailed('表头下没有数据，请填写后再导入')
  const stand = Uint32Array.from(numbers)
  const lines = linesOf(rows, stand, Uint32Array.from(stand.keys()))
  const unknown = headings.filter(
    (cell, at) => plain(cell) !== '' && !known.has(at) && !passedOver.has(plain(cell)),
  )
  return {
    columns,
    headings,
    lines,
    others: others.slice(0, MOST_UNKNOWN),
    unknown: unknown.slice(0, MOST_UNKNOWN).map((cell) => plain(cell).slice(0, 30)),
  }
}

const range = (from: number, until: number): number[] =>
  Array.from({ length: until - from }, (_, n) => from + n)

/** The rows among which headings are looked for, empty ones as well. */
async function headOf(rows: RowFile): Promise<(readonly string[])[]> {
  const head: (readonly string[])[] = []
  for (const { place, cells } of await rows.pick(range(0, Math.min(MOST_TITLES, rows.count)))) {
    if (place >= MOST_TITLES) break
    while (head.length < place) head.push([])
    head.push(cells)
  }
  return head
}

/** Lines that stand in these rows of a file, to be stored in this order of them. */
function linesOf(rows: RowFile, stand: Uint32Array, order: Uint32Array): SheetLines {
  const pick = async (numbers: ArrayLike<number>): Promise<SheetLine[]> => {
    const found = await rows.pick(Array.from(numbers, (at) => stand[at] ?? 0))
    return found.map(({ place, cells }, index) => ({ line: place + 1, at: numbers[index] ?? 0, cells }))
  }
  return {
    length: stand.length,
    slice: (from, until) => pick(order.subarray(from, until)),
    pick,
    async sortedBy(rank) {
      const ranks: number[] = []
      for (let from = 0; from < stand.length; from += SCANNED) {
        const lines = await pick(range(from, Math.min(from + SCANNED, stand.length)))
        ranks.push(...lines.map(rank))
      }
      // Two that have no rank at all (both `Infinity`) stay as they are.
      const sorted = [...stand.keys()].toSorted(
        (one, other) => Math.sign((ranks[one] ?? 0) - (ranks[other] ?? 0)) || 0,
      )
      return linesOf(rows, stand, Uint32Array.from(sorted))
    },
  }
}

const plain = (heading: string): string => heading.trim().replace(/^\*\s*/, '')

type Found = { readonly headRow: number; readonly columns: (readonly [number, SheetField])[] }

function findHeadings(
  fields: readonly SheetField[],
  rows: readonly (readonly string[])[],
  others: readonly string[],
): Found {
  const byHeading = new Map(
    fields.flatMap((field) => [
      [field.field.label, field],
      [field.heading, field],
    ]),
  )
  let best: Found = { headRow: -1, columns: [] }
  for (const [headRow, cells] of rows.entries()) {
    const columns = cells.flatMap((cell, at): [number, SheetField][] => {
      const field = byHeading.get(cell.trim()) ?? byHeading.get(plain(cell))
      return field ? [[at, field]] : []
    })
    if (columns.length > best.columns.length) best = { headRow, columns }
  }
  if (best.columns.length === 0) {
    const first = others.length === 0 ? '' : '（只读取第一张工作表，请把数据移到第一张）'
    throw importFailed(`没有找到表头${first}，表头应包含：${fields.map(({ heading }) => heading).join('、')}`)
  }
  const present = new Set(best.columns.map(([, { name }]) => name))
  const repeated = best.columns.filter(([, { name }], n) =>
    best.columns.slice(0, n).some(([, earlier]) => earlier.name === name),
  )
  if (repeated.length > 0)
    throw importFailed(
      `列重复：${repeated.map(([, { heading }]) => heading).join('、')}。每一列只保留一个，再导入`,
    )
  const missing = fields.filter(
    ({ name, field }) => field.required && !field.derived && !isFilled(field) && !present.has(name),
  )
  if (missing.length > 0)
    throw importFailed(`缺少必填的列：${missing.map(({ heading }) => heading).join('、')}`)
  return best
}
