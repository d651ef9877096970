import { numberText } from '@suoan/kit/number-text'
import { memo, useSyncExternalStore } from 'react'
import type { PlacedColumn } from '../model/layout.ts'
import type { Statistic } from '../model/column.ts'
import type { TableContext } from './context.ts'
import { statisticsHeight } from './sizes.ts'

export const statisticTitles = { sum: '合计', average: '平均' } as const satisfies Record<Statistic, string>

/** The rows under the data: 合计 and 平均 of the columns that ask for them. */
export const Foot = memo(function Foot({
  context,
  from,
  end,
  width,
}: {
  readonly context: TableContext
  readonly from: number
  readonly end: number
  readonly width: number
}) {
  const { table, lead, leadWidth } = context
  useSyncExternalStore(table.subscribe, table.getVersion)
  const { columns, pinnedCount, pinnedWidth } = table.placement
  const kinds = statisticsOfTable(context)
  if (kinds.length === 0) return null
  return (
    <div className="et-foot" role="rowgroup" style={{ width, height: kinds.length * statisticsHeight }}>
      {kinds.map((kind) => {
        const one = ({ column, left, width: own }: PlacedColumn, shift: number) => {
          const figure = column.statistics?.includes(kind) ? table.statistic(column.key)[kind] : null
          return (
            <div
              key={column.key}
              role="gridcell"
              className={`et-cell is-${column.align ?? table.typeOf(column).align}`}
              style={{ left: left + shift, width: own }}
            >
              {figure === null ? '' : numberText(figure)}
            </div>
          )
        }
        return (
          <div key={kind} role="row" className="et-statistics" style={{ height: statisticsHeight, width }}>
            <div
              className="et-pin"
              role="presentation"
              style={{ width: Math.max(60, leadWidth + pinnedWidth) }}
            >
              {lead.length > 0 && (
                <div
                  role="rowheader"
                  className="et-cell et-lead"
                  style={{ left: 0, width: Math.max(60, leadWidth) }}
                >
                  {statisticTitles[kind]}
                </div>
              )}
              {columns.slice(0, pinnedCount).map((placed) => one(placed, leadWidth))}
            </div>
            {columns
              .slice(Math.max(from, pinnedCount), end)
              .map((placed) => one(placed, leadWidth + pinnedWidth))}
          </div>
        )
      })}
    </div>
  )
})

export const statisticsOfTable = ({ table }: Pick<TableContext, 'table'>): readonly Statistic[] =>
  (['sum', 'average'] as const).filter((kind) =>
    table.columns.some(({ statistics }) => statistics?.includes(kind)),
  )
