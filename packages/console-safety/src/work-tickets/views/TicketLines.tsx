import type { PlannedTicket } from '@suoan/contract'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { TicketBadge } from '../../status/TicketBadge.tsx'
import { kindText } from '../text-of.ts'
import { usePlace } from '../use-place.ts'
import '../../status/line-list.css'

/** Tickets one below the other with all that the views show of them; each leads to its ticket. */
export function TicketLines({ tickets }: { readonly tickets: readonly PlannedTicket[] }) {
  const { openView } = usePlace()
  return (
    <ul className="line-list">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <button type="button" onClick={() => openView(ticket.id)}>
            <span className="line-head">
              <b>{ticket.workName}</b>
              <TicketBadge ticket={ticket} />
            </span>
            <small>
              {wireTimeOf(ticket.start).slice(5, 16)} 至 {wireTimeOf(ticket.end).slice(5, 16)}
              {ticket.isOverdue && ' · 已超期未收尾'}
            </small>
            <small>
              {[
                ticket.workNo,
                kindText(ticket),
                ticket.areaName,
                ticket.leaderName === null ? '' : `负责人 ${ticket.leaderName}`,
                ticket.onSiteCount > 0 ? `在场 ${ticket.onSiteCount} 人` : '',
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </button>
        </li>
      ))}
    </ul>
  )
}
