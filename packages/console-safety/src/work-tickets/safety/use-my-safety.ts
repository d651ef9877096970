import { crewSafetyEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNow } from '@suoan/console-base/status/use-now.ts'
import { useLive } from '@suoan/console-base/realtime/live-store.ts'
import { call } from '@suoan/console-base/request/call.ts'
import { ticketKey } from '../ticket-queries.ts'
import { lostGreen, type Colours, type Reach } from './safety-state.ts'

const askMs = 10_000

/** My cards, asked again every ten seconds and whenever a ticket or a lock moves, with how far they can be trusted. */
export function useMySafety() {
  const query = useQuery({
    queryKey: [...ticketKey, 'amISafe'],
    queryFn: ({ signal }) => call(crewSafetyEndpoints.amISafe, {}, { signal, quiet: true }),
    refetchInterval: askMs,
    staleTime: 0,
  })
  const isLive = useLive((live) => live.isOpen)
  const now = useNow(1_000)
  const age = now - query.dataUpdatedAt
  const reach: Reach = {
    // The clock of the screen ticks once a second; a younger answer is fresh, an older clock is a wrong one.
    age: age < 0 && age > -2_000 ? 0 : age,
    isLive,
    failed: query.isError,
  }
  return { query, reach, now }
}

/** Shakes the phone when a green card is green no more. */
export function useShake(colours: Colours | null): void {
  const before = useRef<Colours | null>(null)
  useEffect(() => {
    if (colours === null) return
    if (before.current !== null && lostGreen(before.current, colours) && 'vibrate' in navigator)
      navigator.vibrate([500, 150, 500, 150, 500])
    before.current = colours
  }, [colours])
}
