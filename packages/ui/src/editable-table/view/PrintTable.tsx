import { numberText } from '@suoan/kit/number-text'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Column } from '../model/column.ts'
import type { Table } from '../model/table.ts'
import { statisticsOfTable, statisticTitles } from './Foot.tsx'

/** Rows that are printed; a longer list is for the export. */
const mostPrinted = 2_000

/**
 * The whole table as paper wants it: on the screen only a window of rows is drawn, so what is printed is written out while the
 * browser prints, and taken away again.
 */
export function PrintTable({ table, label }: { readonly table: Table; readonly label: string }) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser prints what stands there when the event is over.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  if (!isPrinting) return null
  const columns = table.placement.columns.map(({ column }) => column)
  const ids = table.view.all
  return (
    <table className="et-print">
      <caption>
        {label}
        {ids.length > mostPrinted && `（共 ${ids.length} 行，只打印前 ${mostPrinted} 行，其余请导出）`}
      </caption>
      <thead>
        <tr>
          <th>#</th>
          {columns.map(({ key, title }) => (
            <th key={key}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ids.slice(0, mostPrinted).map((id, index) => {
          const row = table.store.row(id)
          return (
            row && (
              <tr key={id}>
                <td>{index + 1}</td>
                {columns.map((column) => (
                  <td key={column.key}>{table.text(row, column)}</td>
                ))}
              </tr>
            )
          )
        })}
      </tbody>
      <PrintedStatistics table={table} columns={columns} />
    </table>
  )
}

/** 合计 and 平均 under the rows, where columns ask for them. */
function PrintedStatistics({
  table,
  columns,
}: {
  readonly table: Table
  readonly columns: readonly Column[]
}) {
  const kinds = statisticsOfTable({ table })
  if (kinds.length === 0) return null
  return (
    <tfoot>
      {kinds.map((kind) => (
        <tr key={kind}>
          <td>{statisticTitles[kind]}</td>
          {columns.map(({ key, statistics }) => {
            const figure = statistics?.includes(kind) ? table.statistic(key)[kind] : null
            return <td key={key}>{figure === null ? '' : numberText(figure)}</td>
          })}
        </tr>
      ))}
    </tfoot>
  )
}
