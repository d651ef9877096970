import { conflictState, planState } from '@suoan/domain/dictionaries'
import type { DecisionRow, TicketRow } from '@suoan/contract'
import { Button } from 'antd'
import type { ColumnOverrides } from '@suoan/console-base/resource/parts/ResourceTable.tsx'
import { StatusBadge, type Look } from '@suoan/console-base/status/StatusBadge.tsx'
import { StepMarks } from '../approval/StepMarks.tsx'
import { stepStatusText } from '../approval/step-row.ts'
import { TimeLeft } from '../approval/TimeLeft.tsx'
import { Waited } from '../approval/Waited.tsx'
import { kindText, textOf } from '../text-of.ts'
import { TicketProgress } from '../TicketProgress.tsx'
import { usePlace } from '../use-place.ts'

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

/** Columns of the review and approval lists (3-domain.md §6.2), in their order. */
export function decisionColumns(tab: DecisionTab): ColumnOverrides<DecisionRow> {
  const isOpen = isOpenTab(tab)
  const waiting: ColumnOverrides<DecisionRow> = {
    wait: { title: '已等待', width: 100, render: (row) => <Waited since={row.arriveTime} /> },
    left: { title: '剩余时限', width: 150, render: (row) => <TimeLeft due={row.dueTime} /> },
  }
  const result: ColumnOverrides<DecisionRow> = {
    result: {
      title: tab === 'delegated' ? '现处理人' : '结果',
      width: 170,
      render: (row) => (
        <span className="two-lines">
          {tab === 'delegated' && row.person}
          <span>{stepStatusText(row.status)}</span>
          <small>{(row.actTime ?? '').slice(0, 16)}</small>
        </span>
      ),
    },
  }
  return {
    ticket: { title: '工作票', width: 210, render: (row) => <TicketLink row={row} /> },
    kind: {
      title: '类型 / 区域',
      width: 155,
      render: ({ ticket }) =>
        ticket && (
          <span className="two-lines">
            <span>
              {kindText(ticket)} / {textOf(ticket, 'workLevel')}
            </span>
            <small>{textOf(ticket, 'areaId')}</small>
          </span>
        ),
    },
    applicant: {
      title: '申请人 / 计划开始',
      width: 145,
      render: ({ ticket }) =>
        ticket && (
          <span className="two-lines">
            <span>{textOf(ticket, 'applicantId')}</span>
            <small>{ticket.planStart.slice(0, 16)}</small>
          </span>
        ),
    },
    step: {
      title: '步骤',
      width: 165,
      render: (row) => (
        <span className="two-lines">
          <span>
            第 {textOf(row, 'stepNo')} 步 · 第 {textOf(row, 'round')} 轮
          </span>
          <StepMarks step={row} />
        </span>
      ),
    },
    ...(isOpen ? waiting : result),
    plan: {
      title: '方案',
      width: 120,
      render: ({ ticket }) =>
        ticket && (
          <span className="step-marks">
            {planLooks(ticket).map((look) => (
              <StatusBadge key={look.text} look={look} />
            ))}
            <TicketProgress row={ticket} />
          </span>
        ),
    },
  }
}

const isOpenTab = (tab: DecisionTab): boolean => tab === 'pending' || tab === 'overdue'

/** The column that stays at the right: what is done with a row. */
export const decisionActions = (tab: DecisionTab, verb: string) =>
  ({
    title: '操作',
    key: 'actions',
    width: 70,
    align: 'center',
    render: (_: unknown, row: DecisionRow) => <OpenLink row={row} text={isOpenTab(tab) ? verb : '查看'} />,
  }) as const

function OpenLink({ row, text }: { readonly row: DecisionRow; readonly text: string }) {
  const { openView } = usePlace()
  return (
    <Button type="link" className="link" onClick={() => openView(row.workId)}>
      {text}
    </Button>
  )
}

const TicketLink = ({ row }: { readonly row: DecisionRow }) => (
  <span className="two-lines">
    <OpenLink row={row} text={row.ticket?.workNo ?? '—'} />
    <span className="cell-whole">{row.ticket?.workName ?? '—'}</span>
  </span>
)
