import { shellCalls, type DefaultListView, type ListViewContent } from '@suoan/contract'
import { queryOptions } from '@tanstack/react-query'
import { callRoute } from '../request/call.ts'
import type * as ViewState from './view-state.ts'

/** Begins the keys of everything about saved views. */
export const listViewKey = ['list-view'] as const

/**
 * The lists that open with a view, asked once for all pages. A list waits for the answer, so it does not wait long: without
 * one it opens as it always does.
 */
export const defaultListViews = () =>
  queryOptions({
    queryKey: [...listViewKey, 'defaults'],
    queryFn: ({ signal }): Promise<DefaultListView[]> =>
      callRoute(
        shellCalls.defaultListViews,
        {},
        { quiet: true, signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) },
      ),
    staleTime: Infinity,
    retry: false,
  })

/** A view, and what reads it. */
export interface FetchedView {
  readonly content: ListViewContent
  readonly reading: typeof ViewState
}

/** What a view keeps; a failure means that it is gone, not shared any more, or could not be asked for. */
export const listView = (id: string) =>
  queryOptions({
    queryKey: [...listViewKey, 'view', id],
    queryFn: async ({ signal }): Promise<FetchedView> => {
      const [content, reading] = await Promise.all([
        callRoute(shellCalls.openListView, { id }, { quiet: true, signal }),
        // Most lists stand in no view, and need nothing of it.
        import('./view-state.ts'),
      ])
      return { content, reading }
    },
    staleTime: 60_000,
    retry: false,
  })

const patienceMs = 5_000
