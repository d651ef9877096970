import { sessionEndpoints } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'
import { reportCacheMs } from '@suoan/console-base/request/report-cache.ts'

/** Sign-ins and addresses of the last week, kept as a report. */
export const visitsQuery = {
  queryKey: ['board', 'visits'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const options = { signal, quiet: true }
    const [totals, days] = await Promise.all([
      call(sessionEndpoints.loginInfo, {}, options),
      call(sessionEndpoints.visitInfo, {}, options),
    ])
    return { totals, days }
  },
  staleTime: reportCacheMs,
}
