import { shellCalls } from '@suoan/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { onNotice } from '../realtime/live-store.ts'
import { callRoute } from '../request/call.ts'
import { useSession } from '../session/session-store.ts'
import { queryClient } from '../query-client.ts'
import { useSettings } from '../settings/settings-store.ts'
import { pollInterval, soundOf } from './bell-model.ts'
import { play } from './sounds.ts'
import { beSilent, speak } from './speech.ts'

const key = ['notices'] as const

/** The role number, asked once per sign-in (4-api.md §12.1); undefined until it is known. */
export function useRoleNumber() {
  const username = useSession((session) => session.user?.username ?? '')
  return useQuery({
    queryKey: ['roleNumber', username],
    queryFn: ({ signal }) => callRoute(shellCalls.roleNumber, { username }, { signal, quiet: true }),
    staleTime: Infinity,
  })
}

const unread = {
  queryKey: key,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callRoute(shellCalls.listByUser, { pageSize: 5 }, { signal, quiet: true }),
}

/** What is unread now. */
export const lookAtBell = () => queryClient.fetchQuery({ ...unread, staleTime: 0 })

/** What the bell shows; sounds when something new has come, and reads it aloud for who has chosen that. */
export function useBell() {
  const query = useQuery({
    ...unread,
    refetchInterval: ({ state }) => pollInterval(state.status === 'error'),
    refetchIntervalInBackground: true,
  })
  useSounds(query.data?.warringMsgTotal, query.dataUpdatedAt)
  useReadingAloud()
  return query
}

/** One sound after each look at the list that has found something new. */
function useSounds(total: number | undefined, lookedAt: number): void {
  const heard = useRef<{ total: number | undefined; hasNews: boolean; soundAt: number }>({
    total: undefined,
    hasNews: false,
    soundAt: -Infinity,
  })
  useEffect(
    () =>
      onNotice(({ text }) => {
        if (text !== '') heard.current.hasNews = true
      }),
    [],
  )
  useEffect(() => {
    if (lookedAt === 0) return
    const { total: before, hasNews, soundAt } = heard.current
    const now = performance.now()
    const sound = soundOf({ before, now: total, hasNews, sinceSound: now - soundAt })
    heard.current = { total, hasNews: false, soundAt: sound ? now : soundAt }
    if (sound) play(sound)
  }, [total, lookedAt])
}

function useReadingAloud(): void {
  const isWanted = useSettings((settings) => settings.readAloud)
  useEffect(() => {
    if (!isWanted) return
    const end = onNotice(({ text }) => void speak(text))
    return () => {
      end()
      beSilent()
    }
  }, [isWanted])
}

/** Marks one message or warning read, then looks again. */
export async function markRead(anntId: string): Promise<void> {
  await callRoute(shellCalls.markRead, { anntId }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: key })
}
