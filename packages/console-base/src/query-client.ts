import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RequestFailure, isWithheld } from './request/failure.ts'
import { showFailure } from './feedback.ts'

/**
 * Server data of the console. A failed query is shown by its page; a failed mutation by `showFailure`, unless its
 * `meta.quiet` says that the caller does it better.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // Without a network a call fails and its page says so; waiting in silence would leave old rows there without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (count, error) => count < 1 && error instanceof RequestFailure && error.kind === 'offline',
    },
    // What is pressed without a network fails at once. It never waits for one: a late OPEN can energise a line with people on it.
    mutations: { retry: false, networkMode: 'always' },
  },
  queryCache: new QueryCache({
    // What is read no longer is shown no longer: a page that went on as it was would say that it is still his turn, and
    // that all is locked. An answer that did not come takes nothing away.
    onError: (error, query) => {
      if (isWithheld(error) && query.state.data !== undefined) query.setState({ data: undefined })
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (!mutation.meta?.['quiet']) showFailure(error)
    },
  }),
})
