import { conflictState, planState } from '@suoan/domain/dictionaries'
import type { DecisionRow, TicketRow } from '@suoan/contract'
import { Button } from 'antd'
import type { ColumnsType } from 'antd/es/table'
import { StatusBadge, type Look } from '@suoan/console-base/status/StatusBadge.tsx'
import { StepMarks } from '../approval/StepMarks.tsx'
import { stepStatusText } from '../approval/step-row.ts'
import { TimeLeft } from '../approval/TimeLeft.tsx'
import { Waited } from '../approval/Waited.tsx'
import { kindText, textOf } from '../text-of.ts'

const tabs = ['pending', 'done', 'delegated', 'overdue'] as const
export type DecisionTab = (typeof tabs)[number]
export const isDecisionTab = (tab: string): tab is DecisionTab => tabs.some((each) => each === tab)

/** Clashes and the cut of the plan, as far as they stand in the way. */
export function planLooks({ conflictState: conflict, isolationPlanState: plan }: TicketRow): Look[] {
  return [
    ...(conflict === conflictState.blocking
      ? [{ text: '有阻断冲突', icon: 'reject', tone: 'error' } as const]
      : []),
    ...(conflict === conflictState.accepted
      ? [{ text: '冲突已接受', icon: 'warn', tone: 'warning' } as const]
      : []),
    ...(plan === planState.cut ? [{ text: '割集成立', icon: 'done', tone: 'success' } as const] : []),
    ...(plan === planState.incomplete ? [{ text: '隔离不完整', icon: 'warn', tone: 'error' } as const] : []),
  ]
}

interface Options {
  readonly tab: DecisionTab
  readonly verb: string
  openView(workId: string): void
}

/** Columns of the review and approval lists (3-domain.md §6.2). */
export function decisionColumns({ tab, verb, openView }: Options): ColumnsType<DecisionRow> {
  const isOpen = tab === 'pending' || tab === 'overdue'
  const waiting: ColumnsType<DecisionRow> = [
    {
      title: '已等待',
      key: 'wait',
      width: 100,
      render: (_, row) => <Waited since={row.arriveTime} />,
    },
    {
      title: '剩余时限',
      key: 'left',
      width: 150,
      render: (_, row) => <TimeLeft due={row.dueTime} />,
    },
  ]
  const result: ColumnsType<DecisionRow> = [
    {
      title: tab === 'delegated' ? '现处理人' : '结果',
      key: 'result',
      width: 170,
      render: (_, row) => (
        <span className="two-lines">
          {tab === 'delegated' && row.person}
          <span>{stepStatusText(row.status)}</span>
          <small>{(row.actTime ?? '').slice(0, 16)}</small>
        </span>
      ),
    },
  ]
  return [
    {
      title: '作业票',
      key: 'no',
      width: 210,
      render: (_, row) => (
        <span className="two-lines">
          <Button type="link" className="link" onClick={() => openView(row.workId)}>
            {row.ticket?.workNo ?? '—'}
          </Button>
          <span className="cell-whole">{row.ticket?.workName ?? '—'}</span>
        </span>
      ),
    },
    {
      title: '类型 / 区域',
      key: 'type',
      width: 155,
      render: (_, { ticket }) =>
        ticket && (
          <span className="two-lines">
            <span>
              {kindText(ticket)} / {textOf(ticket, 'workLevel')}
            </span>
            <small>{textOf(ticket, 'areaId')}</small>
          </span>
        ),
    },
    {
      title: '申请人 / 计划开始',
      key: 'applicant',
      width: 145,
      render: (_, { ticket }) =>
        ticket && (
          <span className="two-lines">
            <span>{textOf(ticket, 'applicantId')}</span>
            <small>{ticket.planStart.slice(0, 16)}</small>
          </span>
        ),
    },
    {
      title: '步骤',
      key: 'step',
      width: 165,
      render: (_, row) => (
        <span className="two-lines">
          <span>
            第 {textOf(row, 'stepNo')} 步 · 第 {textOf(row, 'round')} 轮
          </span>
          <StepMarks step={row} />
        </span>
      ),
    },
    ...(isOpen ? waiting : result),
    {
      title: '方案',
      key: 'plan',
      width: 120,
      render: (_, { ticket }) =>
        ticket && (
          <span className="step-marks">
            {planLooks(ticket).map((look) => (
              <StatusBadge key={look.text} look={look} />
            ))}
          </span>
        ),
    },
    {
      title: '操作',
      key: 'actions',
      width: 70,
      fixed: 'right',
      align: 'center',
      render: (_, row) => (
        <Button type="link" className="link" onClick={() => openView(row.workId)}>
          {isOpen ? verb : '查看'}
        </Button>
      ),
    },
  ]
}
