import { setupEndpoints } from '@suoan/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@suoan/console-base/request/call.ts'

/** Asked again whenever somebody comes back to the page: what he has done meanwhile is what he wants to see. */
export const setupQuery = queryOptions({
  queryKey: ['setup', 'steps'],
  queryFn: ({ signal }) => call(setupEndpoints.steps, {}, { signal, quiet: true }),
  staleTime: 0,
})
