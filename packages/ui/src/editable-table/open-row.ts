import type { Column } from './model/column.ts'
import type { Row, RowId, RowPart } from './model/row.ts'
import type { Table } from './model/table.ts'

/**
 * Opens or closes a row of a tree. Children that are not there yet are loaded: a line stands in their place until they come, a
 * row without any becomes a leaf (spec/2-data-entry.md §4), and `onFailure` is told why they did not come.
 */
export function openRow(
  table: Table,
  id: RowId,
  loadChildren: ((row: Row) => Promise<readonly Row[]>) | undefined,
  onFailure: (reason: string) => void,
): void {
  const row = table.store.row(id)
  if (!row) return
  if (table.isExpanded(id) || table.store.children(id) !== null || !loadChildren)
    return table.expand(id, !table.isExpanded(id))
  table.store.loadChildren(id, [{ id: `${id}-loading`, ...loadingRow(table.columns) }])
  table.store.flush()
  table.expand(id, true)
  loadChildren(row).then(
    (children: unknown) => {
      if (!isRows(children)) {
        table.unloadChildren(id)
        table.expand(id, false)
        return onFailure('返回数据类型不识别')
      }
      table.store.loadChildren(id, children)
      if (children.length === 0) table.setLeaf(id)
      table.store.flush()
    },
    (error: unknown) => {
      table.unloadChildren(id)
      table.expand(id, false)
      onFailure(error instanceof Error ? error.message : '下级加载失败')
    },
  )
}

const loadingRow = (columns: readonly Column[]): RowPart => {
  const first = columns.find(({ type }) => type !== 'hidden')
  return { isLeaf: true, isPlaceholder: true, ...(first ? { [first.key]: 'loading...' } : {}) }
}

/** What a page's loader answers is data from elsewhere (spec/2-data-entry.md §8). */
const isRows = (answer: unknown): answer is readonly Row[] => Array.isArray(answer)
