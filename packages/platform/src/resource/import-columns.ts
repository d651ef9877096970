import { isFilled } from '@suoan/contract'
import { fail, type AppError } from '../fail.ts'
import { exampleMark, guideHeading, reasonHeading } from './sheet-headings.ts'
import type { SheetField } from './sheet-columns.ts'

/** A line of a workbook; `line` as the spreadsheet counts, from 1. */
export interface SheetLine {
  readonly line: number
  readonly cells: readonly string[]
}

/** What an import found in a workbook. */
export interface ImportSheet {
  /** The fields by the index of their column. */
  readonly columns: readonly (readonly [at: number, field: SheetField])[]
  /** Texts of the heading row as they stand. */
  readonly headings: readonly string[]
  /** The lines with data: no empty ones, and not the example of a template. */
  readonly lines: readonly SheetLine[]
  /** Headings that no field bears. */
  readonly unknown: readonly string[]
}

/** Heading rows are looked for below at most this many title rows. */
const MOST_TITLES = 6
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
export function readImportSheet(
  fields: readonly SheetField[],
  rows: readonly (readonly string[])[],
): ImportSheet {
  const { headRow, columns } = findHeadings(fields, rows)
  const headings = rows[headRow] ?? []
  const known = new Set(columns.map(([at]) => at))
  const guide = headings.findIndex((cell, at) => !known.has(at) && plain(cell) === guideHeading)
  const lines = rows
    .map((cells, index): SheetLine => ({ cells, line: index + 1 }))
    .slice(headRow + 1)
    .filter(
      ({ cells }) =>
        cells.some((cell) => cell.trim() !== '') && !(guide >= 0 && cells[guide]?.trim() === exampleMark),
    )
  if (lines.length === 0) throw importFailed('表头下没有数据，请填写后再导入')
  const unknown = headings.filter(
    (cell, at) => plain(cell) !== '' && !known.has(at) && !passedOver.has(plain(cell)),
  )
  return {
    columns,
    headings,
    lines,
    unknown: unknown.slice(0, MOST_UNKNOWN).map((cell) => plain(cell).slice(0, 30)),
  }
}

const plain = (heading: string): string => heading.trim().replace(/^\*\s*/, '')

type Found = { readonly headRow: number; readonly columns: (readonly [number, SheetField])[] }

function findHeadings(fields: readonly SheetField[], rows: readonly (readonly string[])[]): Found {
  const byHeading = new Map(
    fields.flatMap((field) => [
      [field.field.label, field],
      [field.heading, field],
    ]),
  )
  let best: Found = { headRow: -1, columns: [] }
  for (const [headRow, cells] of rows.slice(0, MOST_TITLES).entries()) {
    const columns = cells.flatMap((cell, at): [number, SheetField][] => {
      const field = byHeading.get(cell.trim()) ?? byHeading.get(plain(cell))
      return field ? [[at, field]] : []
    })
    if (columns.length > best.columns.length) best = { headRow, columns }
  }
  if (best.columns.length === 0) {
    throw importFailed(`没有找到表头，表头应包含：${fields.map(({ heading }) => heading).join('、')}`)
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
