import type { TicketDetail } from '@suoan/contract'
import { Table } from 'antd'
import { Mark } from '../../../marks/Mark.tsx'
import type { Look } from '../../../marks/Mark.tsx'
import '../approval/approval.css'
import { StepMarks } from '../approval/StepMarks.tsx'
import { stepStatusText } from '../approval/step-row.ts'
import { TimeLeft } from '../approval/TimeLeft.tsx'
import { EmptyState } from '../../../shell/states/EmptyState.tsx'
import { useIsMobile } from '../../../shell/use-width.ts'
import { textOf } from '../text-of.ts'

const looks: Readonly<Record<number, Omit<Look, 'text'>>> = {
  0: { icon: 'none', tone: 'default' },
  1: { icon: 'late', tone: 'processing' },
  8: { icon: 'done', tone: 'success' },
  9: { icon: 'reject', tone: 'error' },
}
/** A row that waits again although it was signed: its stage was sent back (T14) or closed by a sibling. */
const nameOf = (row: { status: number } & Record<string, unknown>): string =>
  row.status === 0 && row['actTime'] ? '已退回' : stepStatusText(row.status)

type StepLine = Record<string, unknown> & { stage: string; person: unknown; status: number }

const nothing = '提交后，这里显示每一步审核和审批'
const lookOf = (row: StepLine): Look => ({
  text: nameOf(row),
  ...(looks[row.status] ?? { icon: 'unknown', tone: 'default' }),
})
const opinionOf = (row: StepLine): string =>
  `${row['reasonCode'] ? `【${textOf(row, 'reasonCode')}】` : ''}${textOf(row, 'opinion')}`

/** Every step of review and approval, round by round. */
export function DecisionsTab({ detail }: { detail: TicketDetail }) {
  const isMobile = useIsMobile()
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
  ] as StepLine[] // the server's rows are open records
  if (isMobile) return <Cards rows={rows} />
  return (
    <Table<StepLine>
      size="small"
      rowKey={(row) => String(row['id'])}
      pagination={false}
      scroll={{ x: 860 }}
      dataSource={rows}
      locale={{ emptyText: nothing }}
      columns={[
        { title: '轮次', key: 'round', width: 70, render: (_, row) => `第 ${textOf(row, 'round')} 轮` },
        {
          title: '环节',
          key: 'stage',
          width: 110,
          render: (_, row) => `${row.stage} ${textOf(row, 'stepNo')}`,
        },
        { title: '角色', key: 'role', width: 80, render: (_, row) => textOf(row, 'roleTag') },
        {
          title: '人员',
          key: 'person',
          width: 190,
          render: (_, row) => (
            <>
              {String(row.person ?? '—')} <StepMarks row={row} />
            </>
          ),
        },
        {
          title: '结果',
          key: 'status',
          width: 110,
          render: (_, row) => <Mark look={lookOf(row)} />,
        },
        {
          title: '意见',
          key: 'opinion',
          render: (_, row) => <span className="cell-whole">{opinionOf(row)}</span>,
        },
        {
          title: '时间',
          key: 'time',
          width: 160,
          render: (_, row) => (row.status === 1 ? <TimeLeft due={row['dueTime']} /> : textOf(row, 'actTime')),
        },
      ]}
    />
  )
}

/** The steps on a phone, with result and opinion in sight. */
function Cards({ rows }: { rows: readonly StepLine[] }) {
  if (rows.length === 0) return <EmptyState text={nothing} />
  return (
    <ul className="step-list">
      {rows.map((row) => (
        <li key={String(row['id'])}>
          <div className="step-head">
            <span>
              <b>{String(row.person ?? '—')}</b>{' '}
              <small>
                {row.stage}第 {textOf(row, 'stepNo')} 步 · 第 {textOf(row, 'round')} 轮 ·{' '}
                {textOf(row, 'roleTag')}
              </small>
            </span>
            <Mark look={lookOf(row)} />
          </div>
          <StepMarks row={row} />
          {row['opinion'] || row['reasonCode'] ? <p className="cell-whole">{opinionOf(row)}</p> : null}
          <small>{row.status === 1 ? <TimeLeft due={row['dueTime']} /> : textOf(row, 'actTime')}</small>
        </li>
      ))}
    </ul>
  )
}
