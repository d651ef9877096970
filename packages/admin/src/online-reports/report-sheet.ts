import { isFigure, isTotalled, type DictItem, type ReportItem } from '@suoan/contract'
import { cellText, choiceText } from '@suoan/kit/cell-text'
import { DecimalSum } from '@suoan/kit/decimal-sum'
import type { SheetCell, SheetDescription } from '@suoan/platform/resource/sheet'
import { exportTitles } from '@suoan/platform/resource/sheet-writer'
import type { SourceRow } from '../data-sources/index.ts'

interface Shown {
  readonly name: string
  readonly items: readonly ReportItem[]
}

type Choices = Readonly<Record<string, readonly DictItem[]>>

/** A report as a sheet: its shown columns as the page shows them, and below the rows what 合计 adds up of them. */
export function sheetOf({ name, items }: Shown, choices: Choices, exporter: string) {
  const columns = items.filter(({ isShow }) => isShow === 1)
  const sheet: SheetDescription = {
    name: '导出信息',
    titles: exportTitles(`${name}数据`, exporter),
    columns: columns.map(({ fieldTxt, fieldName }) => ({ heading: fieldTxt || fieldName })),
  }
  /** The sums are those of the very rows that are written, whatever the source changes meanwhile. */
  async function* cells(
    blocks: AsyncIterable<readonly SourceRow[]>,
    signal: AbortSignal,
  ): AsyncGenerator<SheetCell[][]> {
    const sums = new Map(columns.filter(isTotalled).map(({ fieldName }) => [fieldName, new DecimalSum()]))
    for await (const rows of blocks) {
      if (signal.aborted) return
      yield rows.map((row) => {
        for (const [column, sum] of sums) sum.add(row[column])
        return columns.map((column) => cellOf(column, row[column.fieldName], choices))
      })
    }
    if (sums.size > 0) yield [columns.map(({ fieldName }, at) => sumCell(sums.get(fieldName), at === 0))]
  }
  return { sheet, cells }
}

function cellOf(column: ReportItem, value: unknown, choices: Choices): SheetCell {
  const dictionary = choices[column.dictCode]
  if (dictionary) return choiceText(dictionary, value)
  if (Buffer.isBuffer(value)) return `（二进制数据，${value.length} 字节）`
  return isFigure(column) ? figureOf(cellText(value)) : cellText(value)
}

/** Digits that a cell of figures holds; more of them stay a text. */
const MOST_DIGITS = 15

/** A figure as a figure, so that a spreadsheet can count with it, where it keeps all its digits. */
function figureOf(text: string): SheetCell {
  const isFigures = /^-?\d+(?:\.\d+)?$/.test(text)
  return isFigures && text.replaceAll(/[-.]/g, '').length <= MOST_DIGITS ? Number(text) : text
}

function sumCell(sum: DecimalSum | undefined, isFirst: boolean): SheetCell {
  if (sum === undefined) return isFirst ? '合计' : null
  const { text } = sum
  if (text === null) return '包含非数字内容'
  return isFirst ? `合计 ${text}` : figureOf(text)
}
