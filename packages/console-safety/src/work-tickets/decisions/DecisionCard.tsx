import type { DecisionRow } from '@suoan/contract'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { TicketBadge } from '../../status/TicketBadge.tsx'
import { StepMarks } from '../approval/StepMarks.tsx'
import { stepStatusText } from '../approval/step-row.ts'
import { TimeLeft } from '../approval/TimeLeft.tsx'
import { Waited } from '../approval/Waited.tsx'
import { textOf } from '../text-of.ts'
import { planLooks, type DecisionTab } from './decision-columns.tsx'

interface Props {
  readonly row: DecisionRow
  readonly tab: DecisionTab
  onOpen(): void
}

/** A step on a phone: the whole card opens the ticket. */
export function DecisionCard({ row, tab, onOpen }: Props) {
  const { ticket } = row
  const isOpen = tab === 'pending' || tab === 'overdue'
  return (
    <button type="button" className="ticket-card" onClick={onOpen}>
      <span className="ticket-card-head">
        <b>{ticket?.workName ?? '—'}</b>
        {ticket && <TicketBadge ticket={ticket} />}
      </span>
      <span className="ticket-card-no">
        {ticket?.workNo} · 第 {textOf(row, 'stepNo')} 步 · 第 {textOf(row, 'round')} 轮
      </span>
      <span className="step-marks">
        <StepMarks step={row} />
        {ticket && planLooks(ticket).map((look) => <StatusBadge key={look.text} look={look} />)}
      </span>
      <span className="ticket-card-foot">
        {isOpen ? (
          <>
            <span>
              已等待 <Waited since={row.arriveTime} />
            </span>
            <TimeLeft due={row.dueTime} />
          </>
        ) : (
          <span>
            {tab === 'delegated' && `现由 ${row.person} 处理 · `}
            {stepStatusText(row.status)} {(row.actTime ?? '').slice(0, 16)}
          </span>
        )}
      </span>
    </button>
  )
}
