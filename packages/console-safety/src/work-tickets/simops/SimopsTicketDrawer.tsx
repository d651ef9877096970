import type { SimopsMap, SimopsSlot } from '@suoan/contract'
import { simopsEndpoints } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { basesText } from '@suoan/domain/work-ticket'
import { AppDrawer } from '@suoan/ui/modal'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { TicketBadge } from '../../status/TicketBadge.tsx'
import { wireTimeOf } from '@suoan/console-base/status/wire-time.ts'
import { failureText } from '@suoan/console-base/request/failure.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { useIsNarrow } from '@suoan/console-base/use-width.ts'
import { ConflictPanel } from '../conflicts/ConflictPanel.tsx'
import { ticketKey } from '../ticket-queries.ts'
import { usePlace } from '../use-place.ts'
import { isMovable } from './conflict-report.ts'

interface Props {
  readonly map: SimopsMap
  readonly id: string
  onOpen(id: string): void
  onClose(): void
}

const shortTime = (at: number) => wireTimeOf(at).slice(5, 16)

/** One ticket of the map: its clashes, what SAFETY decides, and times it could move to. */
export function SimopsTicketDrawer({ map, id, onClose }: Props) {
  const isNarrow = useIsNarrow()
  const place = usePlace()
  const ticket = map.tickets.find((each) => each.id === id)
  const mayMove = ticket !== undefined && isMovable(ticket)
  const slots = useQuery({
    queryKey: [...ticketKey, 'slots', id],
    queryFn: ({ signal }) => call(simopsEndpoints.slots, { id }, { signal, quiet: true }),
    enabled: mayMove,
  })
  if (!ticket) return null
  return (
    <AppDrawer size={isNarrow ? '100%' : 560} title={ticket.workName} onClose={onClose}>
      <p>
        <TicketBadge ticket={ticket} /> {ticket.workNo} · {labelOf('lo_work_type', ticket.workType)}
        {basesText(ticket.baseTypes)} · {labelOf('lo_work_level', ticket.workLevel)}
      </p>
      <p>
        {ticket.areaName} · {shortTime(ticket.start)} 至 {shortTime(ticket.end)}
        {ticket.leaderName && ` · 负责人 ${ticket.leaderName}`}
      </p>
      <ConflictPanel workId={id} />
      {mayMove && <Slots slots={slots.data} error={slots.isError ? failureText(slots.error) : null} />}
      <Button type="primary" onClick={() => place.openView(id)}>
        打开工作票
      </Button>
    </AppDrawer>
  )
}

function Slots({ slots, error }: { slots: readonly SimopsSlot[] | undefined; error: string | null }) {
  if (error !== null) return <Alert className="gap-bottom" type="warning" showIcon title={error} />
  if (!slots) return <Skeleton active paragraph={{ rows: 2 }} />
  return (
    <section className="gap-bottom">
      <h3>可改到的时段</h3>
      {slots.length === 0 ? (
        <p className="hint">7 天内没有不阻断的时段</p>
      ) : (
        <ul>
          {slots.map((slot) => (
            <li key={slot.start}>
              {shortTime(slot.start)} 至 {shortTime(slot.end)}{' '}
              <span className="hint">
                {slot.worst === 0 ? '无冲突' : `仍有冲突：${labelOf('lo_severity', slot.worst)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="hint">改时间须由申请人修改票面后重新提交。</p>
    </section>
  )
}
