import { useParams } from 'react-router'
import { useTab } from '@suoan/console-base/tabs/tab-store.ts'
import { TicketDesk } from './TicketDesk.tsx'
import { TicketPage } from './page/TicketPage.tsx'

/** A ticket in a tab of its own: `/isps/loWorkView/:id`. */
export default function WorkViewPage() {
  const { id = '' } = useParams()
  const { leave } = useTab()
  return (
    <TicketDesk>
      <TicketPage id={id} onBack={leave} />
    </TicketDesk>
  )
}
