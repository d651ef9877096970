import { accountEndpoints, sessionEndpoints } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'

/** The signed-in person's own row. */
export const ownUserQuery = {
  queryKey: ['account', 'user'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await call(sessionEndpoints.userInfo, {}, { signal, quiet: true })).userInfo,
}

/** Roles, departments, colleagues and the newest other session. */
export const ownPlaceQuery = {
  queryKey: ['account', 'place'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(accountEndpoints.place, {}, { signal, quiet: true }),
}
