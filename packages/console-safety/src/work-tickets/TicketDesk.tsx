import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyView } from '@suoan/console-base/chunk/lazy-part.tsx'
import { LoadingState } from '@suoan/console-base/states/LoadingState.tsx'
import { usePlace } from './use-place.ts'

const TicketPage = lazyView('TicketPage', () => import('./page/TicketPage.tsx').then((m) => m.TicketPage))
const TicketEditor = lazyView('TicketEditor', () =>
  import('./editor/TicketEditor.tsx').then((m) => m.TicketEditor),
)

/** A list, or in its place the ticket or the editor that the address names. */
export function TicketDesk({ children }: { children: ReactNode }) {
  const { view, edit, close } = usePlace()
  const [kept, setKept] = useState<string | null>(null)
  const editorKey = useEditorKey(edit, kept)
  if (!view && !edit) return <>{children}</>
  return (
    <Suspense fallback={<LoadingState />}>
      {edit ? (
        <TicketEditor key={editorKey} id={edit} onBack={close} onFirstSave={setKept} />
      ) : (
        <TicketPage key={view} id={view ?? ''} onBack={close} />
      )}
    </Suspense>
  )
}

/**
 * Every address has an editor of its own, except that a new draft keeps its editor when its first save gives it an id
 * (`kept`): the step somebody has gone on to meanwhile, and what he has typed, stay.
 */
function useEditorKey(edit: string | null, kept: string | null): number {
  const [editor, setEditor] = useState({ edit, key: 0 })
  if (edit === editor.edit) return editor.key
  const isSame = editor.edit === 'new' && edit !== null && edit === kept
  const next = { edit, key: isSame ? editor.key : editor.key + 1 }
  setEditor(next)
  return next.key
}
