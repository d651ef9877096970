import { permissionOf, type Resource } from '@suoan/contract'
import type { ColumnsType, ColumnType } from 'antd/es/table'
import { useMemo } from 'react'
import { useHiddenParts } from '../session/Can.tsx'
import { fieldOf, type ListRow } from './list-row.ts'
import type { ColumnOverrides } from './parts/ResourceTable.tsx'
import type { ListColumns } from './use-columns.ts'
import { cellText } from './widgets/CellText.tsx'
import { widgetFor } from './widgets/registry.tsx'

/** Room for a column that takes what is left over, px. */
const leastElastic = 220

/**
 * The columns that somebody chose, for a page that draws its own table: in his order, pinned where he wants them, without
 * those that he is not given; and the least width of all together, px.
 * @param columns what `useColumns` says
 * @param last the column of actions, which stays at the right
 */
export function useTableColumns<Row extends object>(
  resource: Resource,
  { names, columns, preferences }: ListColumns,
  last: ColumnType<Row> & { readonly width: number },
): { readonly columns: ColumnsType<Row>; readonly width: number } {
  const hidden = useHiddenParts(permissionOf(resource, 'column:'))
  const { pins } = preferences
  return useMemo(() => {
    // Cells are drawn by what the page says of its rows, or by the field.
    const all: ColumnOverrides<Row> = columns as ColumnOverrides<never>
    const drawn = names
      .filter((name) => !hidden.includes(name))
      .map((name): ColumnType<Row> => {
        const { title, width, align, render } = all[name] ?? {}
        const field = fieldOf(resource, name)
        const wide = width ?? (render || !field ? undefined : widgetFor(field).width)
        const pin = pins[name]
        return {
          title: title ?? field?.label ?? name,
          key: name,
          ...(wide === undefined ? {} : { width: wide }),
          ...(pin === undefined ? {} : { fixed: pin, width: wide ?? leastElastic }),
          ...(align === undefined ? {} : { align }),
          render: (_, row) =>
            render ? render(row) : field ? cellText(field, name, row as unknown as ListRow) : null,
        }
      })
    const widths = drawn.map(({ width }) => (typeof width === 'number' ? width : leastElastic))
    return {
      columns: [...drawn, { ...last, fixed: 'right' }],
      width: widths.reduce((sum, width) => sum + width, last.width),
    }
  }, [resource, names, columns, hidden, pins, last])
}

/** How high antd draws rows. */
export const tableSize = { wide: 'large', middle: 'middle', small: 'small' } as const
