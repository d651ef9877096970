import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { lazyView } from '../../chunk/lazy-part.tsx'
import { LoadingState } from '../../shell/states/LoadingState.tsx'
import { usePlace } from './use-place.ts'

const TicketPage = lazyView('TicketPage', () => import('./page/TicketPage.tsx').then((m) => m.TicketPage))
const TicketEditor = lazyView('TicketEditor', () =>
  import('./editor/TicketEditor.tsx').then((m) => m.TicketEditor),
)

/** A list, or in its place the ticket or the editor that the address names. */
export function TicketDesk({ children }: { children: ReactNode }) {
  const { view, edit, close } = usePlace()
  if (!view && !edit) return <>{children}</>
  return (
    <Suspense fallback={<LoadingState />}>
      {edit ? (
        <TicketEditor key={edit} id={edit} onBack={close} />
      ) : (
        <TicketPage key={view} id={view ?? ''} onBack={close} />
      )}
    </Suspense>
  )
}
