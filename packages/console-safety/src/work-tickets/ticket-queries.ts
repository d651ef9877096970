import type { TicketDetail } from '@suoan/contract'
import { work, workTicketEndpoints as tickets } from '@suoan/contract'
import { call } from '@suoan/console-base/request/call.ts'
import { resourceKey } from '@suoan/console-base/resource/resource-key.ts'

/** Everything about tickets stands under the resource's key, so that one message of the live channel renews it. */
export const ticketKey = resourceKey(work)

/** One ticket with all its parts. */
export const detailQuery = (id: string) => ({
  queryKey: [...ticketKey, 'detail', id],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<TicketDetail> =>
    call(tickets.detail, { id }, { signal, quiet: true }),
  staleTime: 2_000,
})

/** The audit rows of a ticket, oldest first. */
export const timelineQuery = (id: string) => ({
  queryKey: [...ticketKey, 'timeline', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(tickets.timeline, { id }, { signal, quiet: true }),
})
