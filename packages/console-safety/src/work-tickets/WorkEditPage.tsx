import { useParams } from 'react-router'
import { useTab } from '@suoan/console-base/tabs/tab-store.ts'
import { TicketDesk } from './TicketDesk.tsx'
import { TicketEditor } from './editor/TicketEditor.tsx'

/** The editor in a tab of its own: `/isps/loWorkEdit/:id`; `new` begins a blank ticket. */
export default function WorkEditPage() {
  const { id = 'new' } = useParams()
  const { leave } = useTab()
  return (
    <TicketDesk>
      <TicketEditor id={id} onBack={leave} />
    </TicketDesk>
  )
}
