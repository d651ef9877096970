import { boardEndpoints, boardPlanEndpoints } from '@suoan/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '@suoan/console-base/request/call.ts'

// Everything below this key is asked again whenever a lock or a ticket changes.
const key = ['resource', 'board'] as const
const refetchInterval = 30_000
// What counts over many days costs more and changes little: a lock that moves does not ask for it again.
export const counted = ['board'] as const
const countedFor = 5 * 60_000

export const summaryQuery = queryOptions({
  queryKey: [...key, 'summary'],
  queryFn: ({ signal }) => call(boardEndpoints.summary, {}, { signal, quiet: true }),
  refetchInterval,
})

/** Counts of the last thirty days. */
export const daysQuery = queryOptions({
  queryKey: [...counted, 'days'],
  queryFn: ({ signal }) => call(boardEndpoints.days, {}, { signal, quiet: true }),
  staleTime: countedFor,
  refetchInterval: countedFor,
})

export const volumeQuery = (of: 'tickets' | 'openings', from: string, to: string) =>
  queryOptions({
    queryKey: [...counted, 'volume', of, from, to],
    queryFn: ({ signal }) => call(boardEndpoints.volume, { of, from, to }, { signal, quiet: true }),
    staleTime: countedFor,
  })

export const trafficQuery = queryOptions({
  queryKey: [...counted, 'traffic'],
  queryFn: ({ signal }) => call(boardEndpoints.traffic, {}, { signal, quiet: true }),
  staleTime: countedFor,
})

export const limitsQuery = queryOptions({
  queryKey: [...key, 'limits'],
  queryFn: ({ signal }) => call(boardEndpoints.limits, {}, { signal, quiet: true }),
  refetchInterval,
})

export const ownWorksQuery = queryOptions({
  queryKey: [...key, 'ownWorks'],
  queryFn: ({ signal }) => call(boardEndpoints.ownWorks, {}, { signal, quiet: true }),
  refetchInterval,
})

export const conductQuery = queryOptions({
  queryKey: [...counted, 'index'],
  queryFn: ({ signal }) => call(boardEndpoints.index, {}, { signal, quiet: true }),
  staleTime: countedFor,
})

/** What waits for the caller, and the tickets he has a part in. */
export const todoQuery = queryOptions({
  queryKey: [...key, 'todo'],
  queryFn: ({ signal }) => call(boardEndpoints.todo, {}, { signal, quiet: true }),
  refetchInterval,
})

/** The same without what only others can do now. */
export const waitingQuery = queryOptions({
  ...todoQuery,
  select: (todo) => todo.filter(({ kind }) => kind !== 'ticket'),
})

export const isolatedQuery = queryOptions({
  queryKey: [...key, 'isolated'],
  queryFn: ({ signal }) => call(boardEndpoints.isolated, {}, { signal, quiet: true }),
  refetchInterval,
})

/** The plan of an area; null = the first that has one. */
export const planQuery = (areaId: string | null) =>
  queryOptions({
    queryKey: [...key, 'plan', areaId],
    queryFn: ({ signal }) =>
      call(boardPlanEndpoints.plan, areaId === null ? {} : { areaId }, { signal, quiet: true }),
    refetchInterval,
  })
