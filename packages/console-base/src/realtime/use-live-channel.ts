import { ReconnectingSocket, noticePolicy } from '@suoan/kit/reconnecting-socket'
import { useEffect } from 'react'
import { apiBase } from '../request/api-base.ts'
import { useSession } from '../session/session-store.ts'
import { isNotice, readLiveMessage } from './live-message.ts'
import { renewal } from './live-renewal.ts'
import { publishNotice, useLive } from './live-store.ts'

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
    const socket = new ReconnectingSocket({
      policy: noticePolicy,
      WebSocket,
      timers: {
        after(ms, call) {
          const timer = setTimeout(call, ms)
          return () => clearTimeout(timer)
        },
      },
      address: () => ({
        url: `${location.origin.replace(/^http/, 'ws')}${apiBase()}/websocket/${encodeURIComponent(userId)}?tenant-id=${tenantId}`,
        protocols: [token],
      }),
      onMessage(text) {
        const message = readLiveMessage(text)
        if (message && isNotice(message)) publishNotice(message)
        if (message) renewal.take(message)
      },
      onPhase: (phase) => useLive.setState({ isOpen: phase === 'open' }),
    })
    socket.start()
    // Back online, waiting for the next attempt would only show old data longer.
    const again = () => socket.start()
    addEventListener('online', again)
    // A window that was put out because others were opened comes back when it is looked at.
    const lookedAt = () => {
      if (document.visibilityState === 'visible') again()
    }
    document.addEventListener('visibilitychange', lookedAt)
    return () => {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', lookedAt)
      socket.stop()
      useLive.setState({ isOpen: false })
    }
  }, [userId, token, tenantId])
}
