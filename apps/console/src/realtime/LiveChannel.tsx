import { ReconnectingSocket, noticePolicy } from '@suoan/kit/reconnecting-socket'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiBase } from '../request/api-base.ts'
import { useSession } from '../session/session-store.ts'
import { useLive } from './live-store.ts'
import { touchedBy } from './touched-queries.ts'

/**
 * The notice channel of the signed-in person (4-api.md §11.1). Lives in the shell, so that hidden tabs do not end it;
 * a message makes the queries it speaks of old, and those on the screen are asked again.
 */
export function LiveChannel() {
  const userId = useSession((session) => session.user?.id)
  const token = useSession((session) => session.token)
  const client = useQueryClient()
  useEffect(() => {
    if (!userId || !token) return
    const socket = new ReconnectingSocket({
      policy: noticePolicy,
      WebSocket,
      timers: {
        after(ms, call) {
          const timer = setTimeout(call, ms)
          return () => clearTimeout(timer)
        },
      },
      address: () => ({ url: addressOf(userId), protocols: [token] }),
      onMessage(text) {
        for (const name of touchedBy(text)) void client.invalidateQueries({ queryKey: ['resource', name] })
      },
      onPhase: (phase) => useLive.setState({ isOpen: phase === 'open' }),
    })
    socket.start()
    return () => {
      socket.stop()
      useLive.setState({ isOpen: false })
    }
  }, [userId, token, client])
  return null
}

function addressOf(userId: string): string {
  const address = new URL(`${apiBase()}/websocket/${encodeURIComponent(userId)}`, location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}
