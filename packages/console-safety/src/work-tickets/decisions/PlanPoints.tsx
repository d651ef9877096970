import type { TicketDetail } from '@suoan/contract'
import { Table } from 'antd'
import { textOf } from '../text-of.ts'

/** The isolation plan as a signer reads it. */
export function PlanPoints({ points }: { points: TicketDetail['points'] }) {
  return (
    <Table
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ x: 700 }}
      dataSource={points}
      locale={{ emptyText: '没有隔离点' }}
      columns={[
        { title: '顺序', key: 'order', width: 60, render: (_, row) => textOf(row, 'orderNum') },
        {
          title: '隔离点',
          key: 'point',
          render: (_, row) => `${textOf(row, 'pointCode')} ${textOf(row, 'pointName')}`,
        },
        {
          title: '能量',
          key: 'energy',
          render: (_, row) => `${textOf(row, 'energyType')} ${row.energyLevel ?? ''}`,
        },
        { title: '隔离方式', key: 'method', render: (_, row) => textOf(row, 'isoMethod') },
        { title: '安全位', key: 'safe', render: (_, row) => textOf(row, 'safePos') },
        { title: '计划锁', key: 'lock', render: (_, row) => textOf(row, 'plannedLockCode') },
      ]}
    />
  )
}
