import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '@suoan/console-base/chunk/lazy-part.tsx'
import type { MenuPage } from '@suoan/console-base/session/menu-pages.ts'
import { viewOf } from '../../views.ts'
import { noticeView } from './notice-target.ts'
import { closeNotice, useShownNotice } from '@suoan/console-base/notices/shown-notice.ts'

const MessageDialog = lazyPart('MessageDialog', () =>
  import('./MessageDialog.tsx').then((m) => m.MessageDialog),
)
const ViewDialog = lazyPart('ViewDialog', () => import('./ViewDialog.tsx').then((m) => m.ViewDialog))

/** The dialog of the notice that is open: its text, or the view it brings along (5-screens.md §2.11). */
export function NoticeHost({ pages }: { pages: readonly MenuPage[] }) {
  const notice = useShownNotice((state) => state.notice)
  const { pathname, search } = useLocation()
  // Whoever follows a link out of the dialog wants to see the page behind it.
  useEffect(() => closeNotice, [pathname, search])
  const view = notice && noticeView(notice, pages, viewOf)
  return (
    <Suspense fallback={null}>
      {notice && (view ? <ViewDialog notice={notice} view={view} /> : <MessageDialog notice={notice} />)}
    </Suspense>
  )
}
