import { noticePolicy } from '@suoan/kit/reconnecting-socket'
import { useEffect } from 'react'
import { queryClient } from '../query-client.ts'
import { useSession } from '../session/session-store.ts'
import { openChannel } from './channel-socket.ts'
import { isNotice, readLiveMessage } from './live-message.ts'
import { renewal } from './live-renewal.ts'
import { publishNotice, useLive } from './live-store.ts'
import { takeTaskProgress } from './task-progress.ts'

/**
 * Keeps the notice channel open while the shell is shown: the token is its sub-protocol, a beat goes every 20 s, and
 * what a frame names is fetched again by the pages that show it (1-shell.md §4).
 */
export function useLiveChannel(): void {
  const userId = useSession((session) => session.user?.id)
  // A session that is taken over from another window has another token.
  const token = useSession((session) => session.token)
  // Changes are told by tenant: of another one this page would never hear, and call old data fresh.
  const tenantId = useSession((session) => session.tenantId)
  useEffect(() => {
    if (!userId || token === null) return
    const channel = openChannel({
      policy: noticePolicy,
      path: `/websocket/${encodeURIComponent(userId)}`,
      token,
      tenantId,
      // Which rows changed: pages that show them ask again.
      asked: '&changes=1',
      onMessage(text) {
        takeTaskProgress(text)
        const message = readLiveMessage(text)
        if (message && isNotice(message)) publishNotice(message)
        if (message) renewal.take(message)
      },
      onPhase(phase) {
        useLive.setState({ isOpen: phase === 'open' })
        // The server took the channel away. If with the session, the next call says so: it is made now, not when somebody
        // who reads old data comes to press something.
        if (phase === 'gaveUp') void queryClient.invalidateQueries({ queryKey: ['notices'] })
      },
    })
    return () => {
      channel.end()
      useLive.setState({ isOpen: false })
    }
  }, [userId, token, tenantId])
}
