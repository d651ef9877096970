import { ReconnectingSocket, type SocketPolicy, type SocketPhase } from '@suoan/kit/reconnecting-socket'
import { apiBase } from '../request/api-base.ts'

/** A channel of the server, for one session. */
export interface Channel {
  readonly policy: SocketPolicy
  /** Below the API base. */
  readonly path: string
  /** The only sub-protocol. */
  readonly token: string
  /** A browser sends no headers along, so the tenant of the page stands in the query. */
  readonly tenantId: number
  /** What else the query asks for. */
  readonly asked?: string
  onMessage(text: string): void
  onPhase(phase: SocketPhase): void
}

/** Opens a channel and keeps it open; `end` closes it. */
export function openChannel(channel: Channel): { send(text: string): boolean; end(): void } {
  const socket = new ReconnectingSocket({
    policy: channel.policy,
    WebSocket,
    timers: {
      after(ms, call) {
        const timer = setTimeout(call, ms)
        return () => clearTimeout(timer)
      },
    },
    address: () => ({
      url: `${location.origin.replace(/^http/, 'ws')}${apiBase()}${channel.path}?tenant-id=${channel.tenantId}${channel.asked ?? ''}`,
      protocols: [channel.token],
    }),
    onMessage: (text) => channel.onMessage(text),
    onPhase: (phase) => channel.onPhase(phase),
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
  return {
    send: (text) => socket.send(text),
    end() {
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', lookedAt)
      socket.stop()
    },
  }
}
