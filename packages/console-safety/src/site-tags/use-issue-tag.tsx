import type { SitePlace } from '@suoan/contract'
import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'
import type { RowAction } from '@suoan/console-base/resource/row-action.ts'

const IssueTagDialog = lazy(() => import('./IssueTagDialog.tsx').then((m) => ({ default: m.IssueTagDialog })))

/** The row action 签发标签 of a list of places, and its dialog. */
export function useIssueTag<R extends { readonly id: string }>(
  kind: SitePlace['kind'],
  nameOf: (row: R) => string,
): { readonly action: RowAction<R>; readonly dialog: ReactNode } {
  const [row, setRow] = useState<R | null>(null)
  return {
    action: { key: 'tag', label: '签发标签', permission: 'lo:siteTag:issue', run: setRow },
    dialog: row && (
      <Suspense fallback={null}>
        <IssueTagDialog place={{ kind, id: row.id }} name={nameOf(row)} onClose={() => setRow(null)} />
      </Suspense>
    ),
  }
}
