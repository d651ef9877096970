import { Button, Table } from 'antd'
import type { TableColumnsType } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { AppModal } from '../modal/index.ts'
import { drop, include, toggle } from './chosen.ts'
import type { Chosen } from './chosen.ts'
import { pickerPageSizes } from './constants.ts'
import './pickers.css'

export interface RecordPickerProps<R extends object> {
  readonly title: string
  readonly width?: number
  readonly columns: TableColumnsType<R>
  readonly rows: readonly R[]
  readonly total: number
  readonly loading: boolean
  /** Stands in the place of the table, e.g. after a failure. */
  readonly instead?: ReactNode
  /** Said when no row was found. */
  readonly empty: ReactNode
  readonly pageNo: number
  readonly pageSize: number
  onPage(pageNo: number, pageSize: number): void
  /** The query form above the table. */
  readonly search?: ReactNode
  /** The pane at the right; without one a bar above the table says how many are chosen. */
  readonly pane?: {
    readonly title: string
    /** Heading of the names. */
    readonly labelTitle: string
  }
  /** Chosen when the dialog opens. */
  readonly initial: readonly Chosen[]
  readonly multiple: boolean
  choiceOf(row: R): Chosen
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
  const press = (row: R) => setChosen(toggle(chosen, choiceOf(row), multiple))
  return (
    <AppModal
      open
      fullscreen
      title={props.title}
      width={props.width ?? 900}
      confirmLoading={props.confirmLoading ?? false}
      onOk={() => props.onConfirm(chosen)}
      onCancel={props.onCancel}
    >
      <div className={pane ? 'record-picker record-picker-panes' : 'record-picker'}>
        <div className="record-picker-all">
          {props.search}
          {!pane && <ChosenBar chosen={chosen} onClear={() => setChosen([])} />}
          {props.instead ?? (
            <Table<R>
              size="middle"
              bordered
              rowKey={(row) => choiceOf(row).key}
              columns={props.columns}
              dataSource={[...rows]}
              loading={props.loading}
              scroll={{ x: Math.max(560, props.columns.length * 120), y: pane ? 240 : 400 }}
              locale={{ emptyText: props.empty }}
              onRow={(row) => ({ onClick: () => press(row), className: 'record-picker-row' })}
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

interface PaneProps {
  readonly title: string
  readonly labelTitle: string
  readonly chosen: readonly Chosen[]
  readonly multiple: boolean
  onDrop(key: string): void
}

function ChosenPane({ title, labelTitle, chosen, multiple, onDrop }: PaneProps) {
  return (
    <section className="record-picker-chosen" aria-label={title}>
      <h4>
        {title}（{chosen.length}）
      </h4>
      <Table<Chosen>
        size="middle"
        bordered
        rowKey="key"
        dataSource={[...chosen]}
        pagination={false}
        scroll={{ y: 300 }}
        locale={{ emptyText: multiple ? '请在左侧勾选，可多选' : '请在左侧选择一条' }}
        columns={[
          { title: labelTitle, dataIndex: 'label', ellipsis: true },
          {
            title: '操作',
            key: 'actions',
            width: 72,
            align: 'center',
            render: (_, one) => (
              <Button
                type="link"
                size="small"
                aria-label={`删除 ${one.label}`}
                onClick={() => onDrop(one.key)}
              >
                删除
              </Button>
            ),
          },
        ]}
      />
    </section>
  )
}

/** 已选择 n项 清空, with the names: what is chosen may stand on another page. */
function ChosenBar({ chosen, onClear }: { chosen: readonly Chosen[]; onClear(): void }) {
  return (
    <div className="record-picker-bar" role="status">
      <span>
        已选择 <b>{chosen.length}</b> 项
      </span>
      <span className="record-picker-names">{chosen.map(({ label }) => label).join('、')}</span>
      <Button type="link" size="small" disabled={chosen.length === 0} onClick={onClear}>
        清空
      </Button>
    </div>
  )
}
