import { initialState, next } from './next.ts'
import type { SocketEffect, SocketEvent, SocketState, SocketTimer } from './next.ts'
import type { SocketPolicy } from './policy.ts'

/** The part of a WebSocket that is used; the browser's and the `ws` package's both have it. */
export type SocketLike = {
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void
  send(text: string): void
  close(): void
}

export type SocketConstructor = new (url: string, protocols?: string[]) => SocketLike

export type SocketTimers = {
  /** Calls once after `ms` and gives the way to call it off. */
  after(ms: number, call: () => void): () => void
}

export type ReconnectingSocketOptions = {
  readonly policy: SocketPolicy
  readonly WebSocket: SocketConstructor
  readonly timers: SocketTimers
  /** Asked before each attempt, so a renewed token or address is used. The token is the only sub-protocol. */
  readonly address: () => { readonly url: string; readonly protocols: readonly string[] }
  readonly onMessage: (text: string) => void
  readonly onPhase?: (phase: SocketState['phase']) => void
}

/**
 * A connection that comes back by itself. All decisions are in `next`; this only carries them out.
 * The constructor does nothing, `start` connects (again, after it gave up), `stop` ends it.
 */
export class ReconnectingSocket {
  readonly #options: ReconnectingSocketOptions
  readonly #pending = new Map<SocketTimer, () => void>()
  #state: SocketState = initialState
  #socket: SocketLike | undefined

  constructor(options: ReconnectingSocketOptions) {
    this.#options = options
  }

  get phase(): SocketState['phase'] {
    return this.#state.phase
  }

  start(): void {
    this.#on({ type: 'start' })
  }

  stop(): void {
    this.#on({ type: 'stop' })
  }

  /** Sends at once, or says false: nothing is kept for later, because a late message may no longer be true. */
  send(text: string): boolean {
    if (this.#state.phase !== 'open' || !this.#socket) return false
    this.#socket.send(text)
    return true
  }

  #on(event: SocketEvent): void {
    const before = this.#state.phase
    const { state, effects } = next(this.#state, event, this.#options.policy)
    this.#state = state
    for (const effect of effects) this.#perform(effect)
    // An effect may have led on (a failed attempt ends at once); only the newest phase is told.
    if (this.#state === state && state.phase !== before) this.#options.onPhase?.(state.phase)
  }

  #perform(effect: SocketEffect): void {
    switch (effect.type) {
      case 'connect':
        return this.#connect()
      case 'disconnect':
        return this.#disconnect()
      case 'send':
        this.#socket?.send(effect.text)
        return
      case 'deliver':
        return this.#options.onMessage(effect.text)
      case 'setTimer':
        return this.#setTimer(effect.timer, effect.ms)
      case 'clearTimer':
        return this.#clearTimer(effect.timer)
      case 'clearTimers':
        for (const timer of this.#pending.keys()) this.#clearTimer(timer)
        return
      default:
        return effect satisfies never
    }
  }

  #connect(): void {
    const { url, protocols } = this.#options.address()
    let socket: SocketLike
    try {
      socket = new this.#options.WebSocket(url, [...protocols])
    } catch (error) {
      // An address or token that no WebSocket accepts: the same as a connection that could not be made.
      if (!(error instanceof Error)) throw error
      this.#on({ type: 'closed', code: 1006 })
      return
    }
    this.#socket = socket
    // Events of a connection that has been replaced or ended are late news about something gone.
    const ifCurrent = (event: SocketEvent): void => {
      if (this.#socket === socket) this.#on(event)
    }
    socket.addEventListener('open', () => ifCurrent({ type: 'opened' }))
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') ifCurrent({ type: 'message', text: data })
    })
    socket.addEventListener('close', ({ code }) => ifCurrent({ type: 'closed', code }))
    // `close` always follows and says the same; without a listener some implementations throw.
    socket.addEventListener('error', () => undefined)
  }

  #disconnect(): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.close()
  }

  #setTimer(timer: SocketTimer, ms: number): void {
    this.#clearTimer(timer)
    const due: Record<SocketTimer, SocketEvent> = {
      retry: { type: 'retryDue' },
      beat: { type: 'beatDue' },
      reply: { type: 'replyOverdue' },
    }
    const callOff = this.#options.timers.after(ms, () => {
      this.#pending.delete(timer)
      this.#on(due[timer])
    })
    this.#pending.set(timer, callOff)
  }

  #clearTimer(timer: SocketTimer): void {
    this.#pending.get(timer)?.()
    this.#pending.delete(timer)
  }
}
