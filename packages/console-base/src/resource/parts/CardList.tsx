import { MoreOutlined, SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons'
import { Button, Dropdown, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import type { ListRow } from '../list-row.ts'
import type { RowAction } from '../row-action.ts'
import { TickAll, TickBox, type ListColumn, type ListTicks } from './ListTable.tsx'
import './card-list.css'

interface Props {
  /** Of the table, without number and actions; the first two stand as the heading of a card. */
  readonly columns: readonly ListColumn[]
  readonly rows: readonly ListRow[]
  readonly ticks: ListTicks | null
  /** What this person may do with a row. */
  readonly actions: readonly RowAction[]
  readonly empty: ReactNode
  /** Does it, and asks before where it is to be asked. */
  onAction(action: RowAction, row: ListRow): void
  rowClassName?(row: ListRow): string
  onSort(column: string, order: 'asc' | 'desc' | null): void
}

/** So many fields stand below the heading until all are asked for. */
const fewFields = 4

/** The rows of a list as cards for a phone: what tells a row from the others first, one thing to do, the rest under 更多 (5-screens.md §4). */
export function CardList({ columns, rows, ticks, actions, empty, onAction, rowClassName, onSort }: Props) {
  if (rows.length === 0) return <>{empty}</>
  return (
    <>
      <div className="list-cards-head">
        {ticks && <TickAll rows={rows} ticks={ticks} />}
        <CardSort columns={columns} onSort={onSort} />
      </div>
      <ul className={rows.length > 100 ? 'list-cards list-cards-many' : 'list-cards'}>
        {rows.map((row, index) => (
          <Card
            key={row.id}
            row={row}
            index={index}
            columns={columns}
            look={rowClassName?.(row) ?? ''}
            ticks={ticks}
            actions={actions.filter((action) => action.when?.(row) ?? true)}
            onAction={onAction}
          />
        ))}
      </ul>
    </>
  )
}

/** What the headings of a table do: by which column, and which way. */
function CardSort({ columns, onSort }: Pick<Props, 'columns' | 'onSort'>) {
  const sorts = columns.filter(({ sort }) => sort)
  const now = sorts.find(({ sort }) => sort?.order)
  const order = now?.sort?.order ?? null
  if (sorts.length === 0) return null
  return (
    <>
      <Select
        className="list-cards-sort"
        aria-label="排序"
        placeholder="默认排序"
        allowClear
        value={now?.key ?? null}
        options={sorts.map(({ key, sort }) => ({ value: key, label: sort?.label }))}
        onChange={(key?: string) => (key ? onSort(key, 'asc') : now && onSort(now.key, null))}
      />
      {now && (
        <Button
          aria-label={order === 'asc' ? '升序，改为降序' : '降序，改为升序'}
          icon={order === 'asc' ? <SortAscendingOutlined /> : <SortDescendingOutlined />}
          onClick={() => onSort(now.key, order === 'asc' ? 'desc' : 'asc')}
        />
      )}
    </>
  )
}

interface CardProps extends Pick<Props, 'columns' | 'actions' | 'ticks' | 'onAction'> {
  readonly row: ListRow
  readonly index: number
  readonly look: string
}

function Card({ row, index, columns, look, ticks, actions, onAction }: CardProps) {
  const [isWhole, setWhole] = useState(false)
  const [title, ...fields] = columns
  const shown = isWhole ? fields : fields.slice(0, fewFields)
  const isTicked = ticks?.ticked.includes(row.id) ?? false
  const main = actions.find(({ primary }) => primary) ?? actions[0]
  const others = actions.filter((action) => action !== main)
  return (
    <li
      className={['list-card', look, isTicked ? 'row-ticked' : ''].filter(Boolean).join(' ')}
      data-row-key={row.id}
      tabIndex={-1}
    >
      <div className="list-card-head">
        {ticks && (
          <label className="list-card-tick">
            <TickBox index={index} isTicked={isTicked} onTick={(isNow) => ticks.change([row.id], isNow)} />
          </label>
        )}
        {title && <strong>{title.heading ? title.heading(row) : title.cell(row, index)}</strong>}
      </div>
      <dl>
        {shown.map((column) => (
          <div key={column.key}>
            <dt>{column.sort?.label ?? column.title}</dt>
            <dd>{column.cell(row, index)}</dd>
          </div>
        ))}
      </dl>
      {fields.length > fewFields && (
        <Button type="link" size="small" className="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? '收起' : `全部 ${fields.length} 项`}
        </Button>
      )}
      {main && (
        <div className="list-card-actions">
          <Button block danger={main.danger ?? false} onClick={() => onAction(main, row)}>
            {main.label}
          </Button>
          {others.length > 0 && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: others.map((action) => ({
                  key: action.key,
                  label: action.label,
                  danger: action.danger ?? false,
                  onClick: () => onAction(action, row),
                })),
              }}
            >
              <Button icon={<MoreOutlined />}>更多</Button>
            </Dropdown>
          )}
        </div>
      )}
    </li>
  )
}
