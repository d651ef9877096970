import { readHtml, writeHtml } from '../model/html-table.ts'
import { clearRange, copyRange, pasteTexts, type Written } from '../model/range-edits.ts'
import { readTsv, writeTsv } from '../model/text-table.ts'
import type { Table } from '../model/table.ts'

/** Cells that are copied at once, and those that go to the clipboard as a table of HTML too: more would stop the page. */
const mostCopied = 400_000
const mostAsHtml = 100_000

interface Voice {
  say(text: string): void
  warn(text: string): void
  told(verb: string, written: Written): void
}

/** Puts the range on the clipboard as sheets read it; `isCut` empties it then. */
export function copyOut(table: Table, data: DataTransfer, isCut: boolean, { say, warn, told }: Voice): void {
  const band = table.range.rectangle
  const cells = band ? (band.bottom - band.top + 1) * (band.right - band.left + 1) : 0
  if (cells > mostCopied)
    return warn(`选中 ${cells} 个单元格，一次最多复制 ${mostCopied} 个，请分次复制或使用导出`)
  const texts = copyRange(table)
  if (texts.length === 0) return
  data.setData('text/plain', writeTsv(texts))
  if (cells <= mostAsHtml) data.setData('text/html', writeHtml(texts))
  if (isCut) told('剪切', clearRange(table))
  else say(`已复制 ${texts.length} 行 ${texts[0]?.length ?? 0} 列`)
}

/** Writes what the clipboard holds from the active cell on: a table of HTML where there is one, else tabs and lines. */
export function pasteIn(table: Table, data: DataTransfer, { warn, told }: Voice): void {
  if (table.isReadOnly) return warn('只读表格不能粘贴')
  const html = data.getData('text/html')
  told('粘贴', pasteTexts(table, (html && readHtml(html)) || readTsv(data.getData('text/plain'))))
}

/** Whether a clipboard holds several cells, and not one text: a long text may have lines, cells of a sheet have tabs too. */
export function holdsCells(data: DataTransfer, type: string | undefined): boolean {
  const text = data.getData('text/plain').replace(/[\r\n]+$/u, '')
  const isLong = type === 'textarea' || type === 'input_pop'
  return (
    text.includes('\t') || (/[\r\n]/u.test(text) && (!isLong || data.getData('text/html').includes('<table')))
  )
}

/** What a paste, a fill or an emptying did, and what it left. */
export function writtenText(
  verb: string,
  { cells, rows, protectedCells, unreadable, problem, beyondRows, beyondColumns }: Written,
): { readonly text: string; readonly isWhole: boolean } {
  const done = [`已${verb} ${cells} 个单元格`, rows > 0 && `新增 ${rows} 行`]
  const left = [
    protectedCells > 0 && `${protectedCells} 个不能编辑的单元格未改`,
    unreadable > 0 && `${unreadable} 个未写入（${problem ?? ''}）`,
    beyondRows > 0 && `最后 ${beyondRows} 行没有位置，未写入（有排序或筛选时不新增行）`,
    beyondColumns > 0 && `右边 ${beyondColumns} 列没有位置，未写入`,
  ].filter(Boolean)
  return { text: [...done, ...left].filter(Boolean).join('，'), isWhole: left.length === 0 }
}
