import { turnEndpoints } from '@suoan/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@suoan/console-base/request/call.ts'
import { ticketKey } from '../ticket-queries.ts'

/** Whose turn it is on one ticket; asked again whenever a ticket changes. */
export const turnQuery = (id: string) =>
  queryOptions({
    queryKey: [...ticketKey, 'turn', id],
    queryFn: ({ signal }) => call(turnEndpoints.ofTicket, { id }, { signal, quiet: true }),
    staleTime: 2_000,
  })

/** The caller's tickets, those whose turn is his first; asked again with every ticket that changes. */
export const ownTurnsQuery = queryOptions({
  queryKey: [...ticketKey, 'ownTurns'],
  queryFn: ({ signal }) => call(turnEndpoints.mine, {}, { signal, quiet: true }),
  staleTime: 2_000,
  refetchInterval: 30_000,
})

/** The caller's locks, and what of his ends today. */
export const ownDayQuery = queryOptions({
  queryKey: [...ticketKey, 'ownDay'],
  queryFn: ({ signal }) => call(turnEndpoints.day, {}, { signal, quiet: true }),
  staleTime: 2_000,
  refetchInterval: 60_000,
})
