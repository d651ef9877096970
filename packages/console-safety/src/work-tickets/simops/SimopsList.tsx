import type { SimopsConflict, SimopsMap } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { isOpenConflict } from '@suoan/domain/isolation'
import { basesText } from '@suoan/domain/work-ticket'
import { StatusBadge } from '@suoan/console-base/status/StatusBadge.tsx'
import { TicketBadge } from '../../status/TicketBadge.tsx'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { severityLook } from '../conflicts/severity-look.ts'
import { SlotProposal } from '../conflicts/SlotProposal.tsx'
import { isMovable, reportOf } from './conflict-report.ts'
import type { AreaRow } from './simops-layout.ts'

interface Props {
  readonly map: SimopsMap
  readonly rows: readonly AreaRow[]
  readonly conflicts: readonly SimopsConflict[]
  onOpen(id: string): void
}

const shortTime = (at: number) => wireTimeOf(at).slice(5, 16)

/** The same as the map, in words: the tickets with clashes first, each with where it could move to, then the tickets of each area. */
export function SimopsList({ map, rows, conflicts, onOpen }: Props) {
  const nameOf = (id: string) => {
    const ticket = map.tickets.find((each) => each.id === id)
    return ticket ? `${ticket.workNo} ${ticket.workName}` : id
  }
  const reported = reportOf(map, conflicts)
  return (
    <div className="simops-list">
      <h3>有冲突的工作票（{reported.length}）</h3>
      {reported.length === 0 && <p className="hint">没有冲突</p>}
      {reported.map(({ ticket, conflicts: own }) => (
        <section key={ticket.id} aria-label={`${ticket.workName} 的冲突`}>
          <header className="conflict-ticket">
            <button type="button" className="link-button" onClick={() => onOpen(ticket.id)}>
              {ticket.workName}
            </button>
            <TicketBadge ticket={ticket} />
            <small className="hint">
              {ticket.workNo} · {ticket.areaName} · {shortTime(ticket.start)} 至 {shortTime(ticket.end)}
            </small>
          </header>
          <ul>
            {own.map((each) => (
              <li key={`${each.a}${each.b}${each.ruleCode}${each.reason}`} className="conflict-item">
                <header>
                  <StatusBadge look={severityLook(each.severity, each.state)} />
                  <b>{each.reason}</b>
                </header>
                <p>
                  {shortTime(each.from)} 至 {shortTime(each.to)} · 对方{' '}
                  <button
                    type="button"
                    className="link-button"
                    onClick={() => onOpen(each.a === ticket.id ? each.b : each.a)}
                  >
                    {nameOf(each.a === ticket.id ? each.b : each.a)}
                  </button>
                </p>
              </li>
            ))}
          </ul>
          {isMovable(ticket) && own.some(isOpenConflict) && <SlotProposal workId={ticket.id} />}
        </section>
      ))}
      {rows.map((row) => (
        <section key={row.areaCode}>
          <h3>
            {row.areaName}（{row.bars.length}）
          </h3>
          <ul>
            {row.bars.map(({ ticket, conflicts: own }) => (
              <li key={ticket.id} className="conflict-item">
                <header>
                  <button type="button" className="link-button" onClick={() => onOpen(ticket.id)}>
                    {ticket.workName}
                  </button>
                  <TicketBadge ticket={ticket} />
                </header>
                <p className="hint">
                  {ticket.workNo} · {labelOf('lo_work_type', ticket.workType)}
                  {basesText(ticket.baseTypes)} · {shortTime(ticket.start)} 至 {shortTime(ticket.end)}
                  {ticket.leaderName && ` · 负责人 ${ticket.leaderName}`}
                  {own.length > 0 && ` · ${own.length} 项冲突`}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
