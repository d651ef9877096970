import { TicketDesk } from './TicketDesk.tsx'
import { TicketList } from './TicketList.tsx'

/** 全部工作票. */
export default function AllWorkListPage() {
  return (
    <TicketDesk>
      <TicketList whose="all" />
    </TicketDesk>
  )
}
