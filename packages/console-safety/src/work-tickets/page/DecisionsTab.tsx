import type { TicketDetail, TicketStep } from '@suoan/contract'
import { stepStatus, type StepStatus } from '@suoan/domain/dictionaries'
import { Table } from 'antd'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import type { Look } from '@suoan/console-base/status/StatusBadge.tsx'
import '../approval/approval.css'
import { Questions } from '../approval/Questions.tsx'
import { StepMarks } from '../approval/StepMarks.tsx'
import { signedBy, stageNames, stepStatusText, stepsOf } from '../approval/step-row.ts'
import { TimeLeft } from '../approval/TimeLeft.tsx'
import { EmptyState } from '@suoan/console-base/states/EmptyState.tsx'
import { useIsMobile } from '@suoan/console-base/use-width.ts'
import { textOf } from '../text-of.ts'

const looks: Readonly<Record<StepStatus, Omit<Look, 'text'>>> = {
  0: { icon: 'none', tone: 'default' },
  1: { icon: 'late', tone: 'processing' },
  8: { icon: 'done', tone: 'success' },
  9: { icon: 'reject', tone: 'error' },
}
/** A row that waits again although it was signed: its stage was sent back (T14) or closed by a sibling. */
const nameOf = ({ status, actTime }: TicketStep): string =>
  status === stepStatus.waiting && actTime ? '已退回' : stepStatusText(status)

const nothing = '提交后，这里显示每一步审核和审批'
const lookOf = (step: TicketStep): Look => ({ text: nameOf(step), ...looks[step.status] })
const opinionOf = (step: TicketStep): string =>
  `${step.reasonCode ? `【${textOf(step, 'reasonCode')}】` : ''}${textOf(step, 'opinion')}`

function When({ step }: { step: TicketStep }) {
  return step.status === stepStatus.pending ? <TimeLeft due={step.dueTime} /> : textOf(step, 'actTime')
}

/** Every step of review and approval, round by round, and what was asked before them. */
export function DecisionsTab({ detail }: { detail: TicketDetail }) {
  const isMobile = useIsMobile()
  const rows = stepsOf(detail)
  return (
    <>
      {isMobile ? <Cards rows={rows} /> : <Steps rows={rows} />}
      {rows.length > 0 && (
        <>
          <h3>提问与答复</h3>
          <Questions detail={detail} />
        </>
      )}
    </>
  )
}

function Steps({ rows }: { rows: TicketStep[] }) {
  return (
    <Table<TicketStep>
      size="small"
      rowKey="id"
      pagination={false}
      scroll={{ x: 860 }}
      dataSource={rows}
      locale={{ emptyText: nothing }}
      columns={[
        { title: '轮次', key: 'round', width: 70, render: (_, row) => `第 ${row.round} 轮` },
        {
          title: '环节',
          key: 'stage',
          width: 110,
          render: (_, row) => `${stageNames[row.stage]} ${row.stepNo}`,
        },
        { title: '角色', key: 'role', width: 80, render: (_, row) => textOf(row, 'roleTag') },
        {
          title: '人员',
          key: 'person',
          width: 190,
          render: (_, row) => (
            <>
              {row.person} <StepMarks step={row} />
            </>
          ),
        },
        {
          title: '结果',
          key: 'status',
          width: 130,
          render: (_, row) => (
            <>
              <StatusBadge look={lookOf(row)} />
              <small className="signed-by">{signedBy(row)}</small>
            </>
          ),
        },
        {
          title: '意见',
          key: 'opinion',
          render: (_, row) => <span className="cell-whole">{opinionOf(row)}</span>,
        },
        {
          title: '时间',
          key: 'time',
          width: 180,
          render: (_, row) => <When step={row} />,
        },
      ]}
    />
  )
}

/** The steps on a phone, with result and opinion in sight. */
function Cards({ rows }: { rows: readonly TicketStep[] }) {
  if (rows.length === 0) return <EmptyState text={nothing} />
  return (
    <ul className="step-list">
      {rows.map((row) => (
        <li key={row.id}>
          <div className="step-head">
            <span>
              <b>{row.person}</b>{' '}
              <small>
                {stageNames[row.stage]}第 {row.stepNo} 步 · 第 {row.round} 轮 · {textOf(row, 'roleTag')}
              </small>
            </span>
            <StatusBadge look={lookOf(row)} />
          </div>
          <StepMarks step={row} />
          {row.opinion || row.reasonCode ? <p className="cell-whole">{opinionOf(row)}</p> : null}
          <small>
            <When step={row} />
            {signedBy(row) && ` · ${signedBy(row)}`}
          </small>
        </li>
      ))}
    </ul>
  )
}
