import { createContext, use, useMemo, useState } from 'react'
import { createSearchParams, useSearchParams } from 'react-router'

type Params = ReturnType<typeof useSearchParams>

/** What a page knows that stands in a dialog and not in a tab (5-screens.md §2.11). */
export interface PageInDialog {
  /** What the dialog is about: the `busId` of a notice. */
  readonly subject: string | null
  /** Takes the place of the address, which belongs to the page below. */
  readonly params: Params
}

export const DialogPage = createContext<PageInDialog | null>(null)

/** The query of the page: in the address, or beside it where the page stands in a dialog. */
export function usePageParams(): Params {
  const address = useSearchParams()
  return use(DialogPage)?.params ?? address
}

/** The one thing that is asked for, when a notice opens a list in a dialog; null = all of them. */
export const useSubject = (): string | null => use(DialogPage)?.subject ?? null

/** For the dialog itself: what its page knows. */
export function usePageInDialog(subject: string | null): PageInDialog {
  const [params, setParams] = useState(() => createSearchParams())
  return useMemo(
    () => ({
      subject,
      params: [
        params,
        (next) => setParams((before) => createSearchParams(typeof next === 'function' ? next(before) : next)),
      ],
    }),
    [subject, params],
  )
}
