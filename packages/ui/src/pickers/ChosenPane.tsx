import { Button, Table } from 'antd'
import { shortName, type Chosen } from './chosen.ts'

interface PaneProps {
  readonly title: string
  readonly labelTitle: string
  readonly chosen: readonly Chosen[]
  readonly multiple: boolean
  onDrop(key: string): void
}

/** What is chosen, each with a delete link. */
export function ChosenPane({ title, labelTitle, chosen, multiple, onDrop }: PaneProps) {
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
        // Of a list that was pasted, only the rows in view are drawn.
        virtual={chosen.length > 100}
        scroll={{ y: 300, x: 240 }}
        locale={{ emptyText: multiple ? '请在左侧勾选，可多选' : '请在左侧选择一条' }}
        columns={[
          {
            title: labelTitle,
            dataIndex: 'label',
            width: '70%',
            ellipsis: true,
            render: (label: string) => <span title={label}>{shortName(label)}</span>,
          },
          {
            title: '操作',
            key: 'actions',
            width: 60,
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

/** Names that the bar has room for. */
const mostNamed = 30

interface BarProps {
  readonly chosen: readonly Chosen[]
  onClear(): void
  onRefresh?(): void
}

/** 已选择 n项 清空, with the names: what is chosen may stand on another page. */
export function ChosenBar({ chosen, onClear, onRefresh }: BarProps) {
  return (
    <div className="record-picker-bar" role="status">
      <span>
        已选择 <b>{chosen.length}</b> 项
      </span>
      <span className="record-picker-names">
        {chosen
          .slice(0, mostNamed)
          .map(({ label }) => label)
          .join('、')}
      </span>
      <Button type="link" size="small" disabled={chosen.length === 0} onClick={onClear}>
        清空
      </Button>
      {onRefresh && (
        <Button type="link" size="small" onClick={onRefresh}>
          刷新
        </Button>
      )}
    </div>
  )
}
