import type { TicketDetail } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { Table } from 'antd'
import { Mark } from '../../../marks/Mark.tsx'
import { textOf } from '../text-of.ts'

/** Other tickets that meet this one in place, plant, people or time. */
export function ConflictTable({ conflicts }: { conflicts: TicketDetail['conflicts'] }) {
  return (
    <Table
      size="small"
      rowKey={(row) => String(row['id'])}
      pagination={false}
      scroll={{ x: 640 }}
      dataSource={conflicts}
      locale={{ emptyText: '没有发现冲突' }}
      columns={[
        {
          title: '严重度',
          key: 'severity',
          width: 110,
          render: (_, row) => {
            const severity = Number(row['severity'])
            const text = labelOf('lo_severity', severity)
            return severity === 3 ? (
              <Mark look={{ text, icon: 'reject', tone: 'error' }} />
            ) : (
              <Mark look={{ text, icon: 'warn', tone: severity === 2 ? 'warning' : 'default' }} />
            )
          },
        },
        {
          title: '类别',
          key: 'kind',
          render: (_, row) => labelOf('lo_conflict_kind', String(row['kind'] ?? '')),
        },
        {
          title: '对方票',
          key: 'other',
          render: (_, row) => `${textOf(row, 'otherWorkNo')} ${textOf(row, 'otherWorkName')}`,
        },
        {
          title: '重叠时间',
          key: 'time',
          render: (_, row) => `${textOf(row, 'overlapFrom')} 至 ${textOf(row, 'overlapTo')}`,
        },
        {
          title: '处理',
          key: 'state',
          render: (_, row) => labelOf('lo_conflict_row_state', Number(row['state'] ?? 0)),
        },
      ]}
    />
  )
}
