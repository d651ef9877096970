import { TicketDesk } from './TicketDesk.tsx'
import { TicketList } from './TicketList.tsx'

/** 我的工作票. */
export default function WorkListPage() {
  return (
    <TicketDesk>
      <TicketList whose="mine" />
    </TicketDesk>
  )
}
