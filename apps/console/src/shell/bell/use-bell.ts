import { announcementEndpoints, sessionEndpoints } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { onNotice } from '../../realtime/live-store.ts'
import { call } from '../../request/call.ts'
import { useSession } from '../../session/session-store.ts'
import { queryClient } from '../query-client.ts'
import { playAlert, speak } from './alert-tone.ts'
import { pollInterval, shouldSound } from './bell-model.ts'

const key = ['notices'] as const

/** The role number, asked once per sign-in (4-api.md §12.1); undefined until it is known. */
export function useRoleNumber() {
  const username = useSession((session) => session.user?.username ?? '')
  return useQuery({
    queryKey: ['roleNumber', username],
    queryFn: ({ signal }) => call(sessionEndpoints.roleNumber, { username }, { signal, quiet: true }),
    staleTime: Infinity,
  })
}

/** What the bell shows; sounds when more locks are left open than before, and reads live notices aloud. */
export function useBell() {
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(announcementEndpoints.listByUser, { pageSize: 5 }, { signal, quiet: true }),
    refetchInterval: ({ state }) => pollInterval(state.status === 'error'),
    refetchIntervalInBackground: true,
  })
  const total = query.data?.warringMsgTotal
  const before = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (shouldSound(before.current, total)) playAlert()
    if (total !== undefined) before.current = total
  }, [total])
  useEffect(() => onNotice((message) => speak(message.text)), [])
  return query
}

/** Marks one message or warning read, then looks again. */
export async function markRead(anntId: string): Promise<void> {
  await call(announcementEndpoints.markRead, { anntId }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: key })
}
