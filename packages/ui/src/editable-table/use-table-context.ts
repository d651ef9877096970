import { useMemo } from 'react'
import type { Column } from './model/column.ts'
import type { Table } from './model/table.ts'
import type { EditableTableProps, Identified } from './props.ts'
import type { TableContext } from './view/context.ts'
import { leadColumns, leadWidth, rowHeights } from './view/sizes.ts'

const noParts = {}
const noPorts = {}

/** What every part of the view draws from; another one as soon as the page asks for another look. */
export function useTableContext<R extends Identified>(
  props: EditableTableProps<R>,
  table: Table,
  columns: readonly Column[],
  idPrefix: string,
): TableContext {
  const { size = 'medium', ports = noPorts, slots = noParts, editors = noParts } = props
  const hasTree = props.childrenOf !== undefined || props.loadChildren !== undefined
  const hasStatistics = columns.some(({ statistics }) => statistics?.length)
  return useMemo((): TableContext => {
    const lead = leadColumns(
      {
        drag: (props.dragSort ?? false) && !(props.isReadOnly ?? false),
        expand: props.expandedRow !== undefined,
        check: props.rowSelection !== false && props.rowSelection !== undefined,
        number: props.rowNumber ?? true,
      },
      hasStatistics,
    )
    return {
      table,
      size,
      rowHeight: rowHeights[size],
      lead,
      leadWidth: leadWidth(lead),
      slots,
      editors,
      ports,
      isAlwaysEditing: (props.alwaysEdit ?? false) && !(props.isReadOnly ?? false),
      idPrefix,
      hasTree,
      mayHaveChildren: (row) =>
        row['isLeaf'] !== true &&
        (row['hasChildren'] === true || (table.store.children(row.id)?.length ?? 0) > 0),
    }
  }, [
    table,
    size,
    slots,
    editors,
    ports,
    idPrefix,
    hasTree,
    hasStatistics,
    props.dragSort,
    props.expandedRow,
    props.rowSelection,
    props.rowNumber,
    props.alwaysEdit,
    props.isReadOnly,
  ])
}
