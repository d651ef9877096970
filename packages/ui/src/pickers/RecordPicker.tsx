import { Grid, Table } from 'antd'
import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { AppModal } from '../modal/index.ts'
import { ChosenBar, ChosenPane } from './ChosenPane.tsx'
import { drop, include, toggle } from './chosen.ts'
import type { Chosen } from './chosen.ts'
import { pickerPageSizes } from './constants.ts'
import { NamePaste, type NameSearch } from './NamePaste.tsx'
import { toNextRow } from './row-keys.ts'
import './pickers.css'

export interface RecordPickerProps<R extends object> {
  readonly title: string
  readonly width?: number
  readonly columns: TableColumnsType<R>
  readonly rows: readonly R[]
  readonly total: number
  readonly loading: boolean
  /** Stands above the table, e.g. how old it is. */
  readonly note?: ReactNode
  /** Stands in the place of the table, e.g. after a failure. */
  readonly instead?: ReactNode
  /** Said when no row was found. */
  readonly empty: ReactNode
  readonly pageNo: number
  readonly pageSize: number
  onPage(pageNo: number, pageSize: number): void
  /** Says the column that its head was pressed of, or null for no order; for columns with a `sorter`. */
  onSort?(sort: { readonly column: string; readonly order: 'asc' | 'desc' } | null): void
  /** Offered in the bar where there is no query. */
  onRefresh?(): void
  /** The query form above the table. */
  readonly search?: ReactNode
  /** The pane at the right; without one a bar above the table says how many are chosen. */
  readonly pane?: {
    readonly title: string
    /** Heading of the names. */
    readonly labelTitle: string
  }
  /** Offers to paste a list of names where several can be chosen. */
  readonly names?: NameSearch
  /** Chosen when the dialog opens. */
  readonly initial: readonly Chosen[]
  readonly multiple: boolean
  choiceOf(row: R): Chosen
  /** Said of a row under the pointer: what tells it from others of the same name. */
  rowTitle?(row: R): string
  readonly confirmLoading?: boolean
  onConfirm(chosen: readonly Chosen[]): void
  onCancel(): void
}

/**
 * Two panes: a searchable paged table at the left, what is chosen at the right, each with a delete link. Confirm hands
 * the whole choice out, cancel changes nothing (2-data-entry.md §9). Without the right pane it is the popup, which has
 * a bar in its place (5-screens.md §13.10).
 */
export function RecordPicker<R extends object>(props: RecordPickerProps<R>) {
  const { rows, multiple, choiceOf, pane } = props
  const [chosen, setChosen] = useState(props.initial)
  const isNarrow = Grid.useBreakpoint().md === false
  const press = (row: R) => setChosen(toggle(chosen, choiceOf(row), multiple))
  return (
    <AppModal
      open
      fullscreen
      title={props.title}
      width={props.width ?? 900}
      confirmLoading={props.confirmLoading ?? false}
      okClose={false}
      onOk={() => props.onConfirm(chosen)}
      onCancel={props.onCancel}
    >
      <div className={pane ? 'record-picker record-picker-panes' : 'record-picker'}>
        <div className="record-picker-all" onKeyDown={toNextRow}>
          {props.search}
          {props.names && multiple && (
            <NamePaste
              search={props.names}
              onAdd={(found) => setChosen((now) => include(now, found))}
              onDrop={(key) => setChosen((now) => drop(now, [key]))}
            />
          )}
          {!pane && (
            <ChosenBar
              chosen={chosen}
              onClear={() => setChosen([])}
              {...(props.onRefresh ? { onRefresh: props.onRefresh } : {})}
            />
          )}
          {props.note}
          {props.instead ?? (
            <Table<R>
              size="middle"
              bordered
              rowKey={(row) => choiceOf(row).key}
              columns={props.columns}
              dataSource={[...rows]}
              loading={props.loading}
              onChange={(_page, _filters, sorter, { action }) => {
                if (action !== 'sort' || Array.isArray(sorter)) return
                const column = String(sorter.columnKey)
                props.onSort?.(
                  sorter.order ? { column, order: sorter.order === 'ascend' ? 'asc' : 'desc' } : null,
                )
              }}
              // On a phone three columns have room beside each other; more move sideways.
              scroll={{
                x: isNarrow ? props.columns.length * 100 : Math.max(560, props.columns.length * 120),
                y: pane ? 240 : 400,
              }}
              locale={{ emptyText: props.empty }}
              onRow={(row) => ({
                onClick: () => press(row),
                className: 'record-picker-row',
                ...(props.rowTitle ? { title: props.rowTitle(row) } : {}),
              })}
              rowSelection={{
                type: multiple ? 'checkbox' : 'radio',
                columnWidth: 48,
                selectedRowKeys: chosen.map(({ key }) => key),
                getCheckboxProps: (row) => ({ 'aria-label': `选择 ${choiceOf(row).label}` }),
                // The box keeps its click to itself, so that the row does not take it back.
                onSelect: press,
                onSelectAll: (on, _rows, changed) =>
                  setChosen(
                    on
                      ? include(chosen, changed.map(choiceOf))
                      : drop(
                          chosen,
                          changed.map((row) => choiceOf(row).key),
                        ),
                  ),
              }}
              pagination={{
                current: props.pageNo,
                pageSize: props.pageSize,
                total: props.total,
                pageSizeOptions: [...pickerPageSizes],
                showSizeChanger: true,
                onChange: props.onPage,
                showTotal: (all, [from, to]) => `${from}-${to} 共 ${all} 条`,
              }}
            />
          )}
        </div>
        {pane && (
          <ChosenPane
            {...pane}
            chosen={chosen}
            multiple={multiple}
            onDrop={(key) => setChosen(drop(chosen, [key]))}
          />
        )}
      </div>
    </AppModal>
  )
}
