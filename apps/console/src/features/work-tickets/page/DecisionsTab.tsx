import type { TicketDetail } from '@suoan/contract'
import { Table } from 'antd'
import { Mark } from '../../../marks/Mark.tsx'
import type { Look } from '../../../marks/Mark.tsx'
import { textOf } from '../text-of.ts'

const looks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  0: { icon: 'none', tone: 'default' },
  1: { icon: 'late', tone: 'processing' },
  8: { icon: 'done', tone: 'success' },
  9: { icon: 'reject', tone: 'error' },
}
const names: Readonly<Record<number, string>> = { 0: '未到', 1: '待处理', 8: '通过', 9: '驳回' }

/** Every step of review and approval, round by round. */
export function DecisionsTab({ detail }: { detail: TicketDetail }) {
  const rows = [
    ...detail.reviews.map((row) => ({
      ...row,
      stage: '审核',
      person: row['reviewerName'],
      status: Number(row['reviewStatus']),
    })),
    ...detail.examines.map((row) => ({
      ...row,
      stage: '审批',
      person: row['approverName'],
      status: Number(row['approveStatus']),
    })),
  ] as (Record<string, unknown> & { stage: string; person: unknown; status: number })[] // the server's rows are open records
  return (
    <Table
      size="small"
      rowKey={(row) => String(row['id'])}
      pagination={false}
      scroll={{ x: 760 }}
      dataSource={rows}
      locale={{ emptyText: '提交后，这里显示每一步审核和审批' }}
      columns={[
        { title: '轮次', key: 'round', width: 70, render: (_, row) => `第 ${textOf(row, 'round')} 轮` },
        {
          title: '环节',
          key: 'stage',
          width: 110,
          render: (_, row) => `${row.stage} ${textOf(row, 'stepNo')}`,
        },
        { title: '角色', key: 'role', width: 80, render: (_, row) => textOf(row, 'roleTag') },
        { title: '人员', key: 'person', width: 90, render: (_, row) => String(row.person ?? '—') },
        {
          title: '结果',
          key: 'status',
          width: 110,
          render: (_, row) => (
            <Mark
              look={{
                text: names[row.status] ?? '—',
                ...(looks[row.status] ?? { icon: 'unknown', tone: 'default' }),
              }}
            />
          ),
        },
        {
          title: '意见',
          key: 'opinion',
          render: (_, row) => (
            <span className="cell-whole">
              {row['reasonCode'] ? `【${textOf(row, 'reasonCode')}】` : ''}
              {textOf(row, 'opinion')}
            </span>
          ),
        },
        { title: '时间', key: 'time', width: 160, render: (_, row) => textOf(row, 'actTime') },
      ]}
    />
  )
}
