import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdBack } from './socket-flow.ts'

/** One side of a websocket: what was done with it, and how it stands. */
function side(more: { readyState?: number; bufferedAmount?: number } = {}) {
  const done: string[] = []
  const socket = {
    CONNECTING: 0,
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    isPaused: false,
    ...more,
    pause() {
      socket.isPaused = true
      done.push('pause')
    },
    resume() {
      socket.isPaused = false
      done.push('resume')
    },
    close: (code: number) => void done.push(`close ${code}`),
    terminate: () => void done.push('terminate'),
    done,
  }
  return socket
}

const much = 5 * 2 ** 20

describe('between the two sides of a websocket', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('messages go on as they come while both sides read', () => {
    const [client, upstream] = [side(), side({ bufferedAmount: 1_000 })]
    holdBack.onIncomingMessage(null, client, upstream)
    holdBack.onOutgoingMessage(null, client, upstream)
    expect([client.done, upstream.done]).toEqual([[], []])
  })

  it('whoever sends to a side that has not opened yet waits until it has', () => {
    const [client, upstream] = [side(), side({ readyState: 0 })]
    holdBack.onIncomingMessage(null, client, upstream)
    holdBack.onIncomingMessage(null, client, upstream)
    vi.advanceTimersByTime(1_000)
    expect(client.done).toEqual(['pause'])
    upstream.readyState = 1
    vi.advanceTimersByTime(100)
    expect(client.done).toEqual(['pause', 'resume'])
  })

  it('an upstream is not read while its client is behind, nor a client while its upstream is', () => {
    const [client, upstream] = [side({ bufferedAmount: much }), side({ bufferedAmount: much })]
    holdBack.onOutgoingMessage(null, client, upstream)
    holdBack.onIncomingMessage(null, client, upstream)
    expect([client.isPaused, upstream.isPaused]).toEqual([true, true])
    client.bufferedAmount = 0
    vi.advanceTimersByTime(100)
    expect([client.isPaused, upstream.isPaused]).toEqual([true, false])
  })

  it('both end when one of them stands still', () => {
    const [client, upstream] = [side({ bufferedAmount: much }), side()]
    holdBack.onOutgoingMessage(null, client, upstream)
    vi.advanceTimersByTime(29_000)
    expect(client.done).toEqual([])
    vi.advanceTimersByTime(2_000)
    expect([upstream.done, client.done]).toEqual([['pause', 'resume', 'close 1013'], ['terminate']])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('nothing is left to do when one of them has gone', () => {
    const [client, upstream] = [side({ bufferedAmount: much }), side()]
    holdBack.onOutgoingMessage(null, client, upstream)
    client.readyState = 3
    vi.advanceTimersByTime(100)
    expect([upstream.done, client.done]).toEqual([['pause', 'resume'], []])
    expect(vi.getTimerCount()).toBe(0)
  })
})
