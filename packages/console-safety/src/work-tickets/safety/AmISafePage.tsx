import { TicketDesk } from '../TicketDesk.tsx'
import { SafetyCards } from './SafetyCards.tsx'

/** 我安全吗: the worker's own cards, one for each of his live tickets (3-domain.md §6.3, M13). */
export default function AmISafePage() {
  return (
    <TicketDesk>
      <SafetyCards />
    </TicketDesk>
  )
}
