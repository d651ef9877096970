import { EnvironmentOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons'
import type { TicketRow } from '@suoan/contract'
import { TicketBadge } from '../status/TicketBadge.tsx'
import { kindText, textOf } from './text-of.ts'
import { TicketProgress } from './TicketProgress.tsx'
import { usePlace } from './use-place.ts'
import { WindowBar } from './WindowBar.tsx'

/** Tickets as cards for a phone: the whole card opens the ticket. */
export function CardList({ rows }: { rows: readonly TicketRow[] }) {
  const { openView } = usePlace()
  return (
    <div className="ticket-cards">
      {rows.map((row) => (
        <button key={row.id} type="button" className="ticket-card" onClick={() => openView(row.id)}>
          <span className="ticket-card-head">
            <b>{row.workName}</b>
            <TicketBadge ticket={row} />
          </span>
          <span className="ticket-card-no">
            {row.workNo} · {kindText(row)} · {textOf(row, 'workLevel')}
          </span>
          <WindowBar ticket={row} />
          <TicketProgress row={row} />
          <span className="ticket-card-foot">
            <span>
              <EnvironmentOutlined /> {textOf(row, 'areaId')}
            </span>
            <span>
              <UserOutlined /> {textOf(row, 'leaderId')}
            </span>
            <span>
              <TeamOutlined /> 在场 {row.onSiteCount} 人
            </span>
          </span>
        </button>
      ))}
    </div>
  )
}
