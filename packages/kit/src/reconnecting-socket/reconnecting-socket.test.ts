import { describe, expect, test } from 'vitest'
import { noticePolicy, ReconnectingSocket, tablePolicy } from './index.ts'
import type { SocketConstructor, SocketLike, SocketPolicy } from './index.ts'

/** A world of fake connections and hands of a clock that the test moves. */
function world(policy: SocketPolicy, { isRefused = false } = {}) {
  let now = 0
  const due: { at: number; call: () => void }[] = []
  const sockets: FakeSocket[] = []
  const received: string[] = []
  const phases: string[] = []

  class FakeSocket implements SocketLike {
    sent: string[] = []
    isClosed = false
    readonly url: string
    readonly protocols: string[]
    readonly #listeners = new Map<string, (event: { data: unknown; code: number }) => void>()
    constructor(url: string, protocols: string[] = []) {
      if (isRefused) throw new SyntaxError('bad address')
      this.url = url
      this.protocols = protocols
      sockets.push(this)
    }
    addEventListener(type: string, listener: (event: { data: unknown; code: number }) => void): void {
      this.#listeners.set(type, listener)
    }
    send(text: string): void {
      this.sent.push(text)
    }
    close(): void {
      this.isClosed = true
    }
    fire(type: string, event: { data?: unknown; code?: number } = {}): void {
      this.#listeners.get(type)?.({ data: event.data, code: event.code ?? 1006 })
    }
  }

  const socket = new ReconnectingSocket({
    policy,
    WebSocket: FakeSocket,
    timers: {
      after(ms, call) {
        const entry = { at: now + ms, call }
        due.push(entry)
        return () => void due.splice(due.indexOf(entry) >>> 0, 1)
      },
    },
    address: () => ({ url: `ws://plant/${sockets.length}`, protocols: ['token'] }),
    onMessage: (text) => received.push(text),
    onPhase: (phase) => phases.push(phase),
  })

  function pass(ms: number): void {
    const end = now + ms
    for (;;) {
      const first = due.filter((entry) => entry.at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!first) break
      now = first.at
      due.splice(due.indexOf(first), 1)
      first.call()
    }
    now = end
  }
  const last = (): FakeSocket => {
    const found = sockets.at(-1)
    if (!found) throw new Error('nothing has connected yet')
    return found
  }
  return { socket, sockets, received, phases, due, pass, last }
}

describe('the notice channel', () => {
  test('passes the token as sub-protocol, beats every 20 s and hands on messages', () => {
    const { socket, pass, last, received, phases } = world(noticePolicy)
    socket.start()
    expect(last().protocols).toEqual(['token'])
    last().fire('open')
    pass(19_999)
    expect(last().sent).toEqual([])
    pass(1)
    pass(20_000)
    expect(last().sent).toEqual(['HeartBeat', 'HeartBeat'])
    last().fire('message', { data: '{"cmd":"user"}' })
    last().fire('message', { data: new ArrayBuffer(1) })
    expect(received).toEqual(['{"cmd":"user"}'])
    expect(phases).toEqual(['connecting', 'open'])
  })

  test('comes back after 20 s and gives up after more than 5 errors', () => {
    const { socket, pass, last, sockets, due } = world(noticePolicy)
    socket.start()
    for (let error = 1; error <= 5; error++) {
      last().fire('error')
      last().fire('close')
      expect(socket.phase).toBe('waiting')
      pass(19_999)
      expect(sockets).toHaveLength(error)
      pass(1)
      expect(sockets).toHaveLength(error + 1)
    }
    last().fire('close')
    expect(socket.phase).toBe('gaveUp')
    expect(due).toEqual([])
    socket.start()
    expect(sockets).toHaveLength(7)
  })

  test('forgets errors once a connection has proved good, not when it merely opened', () => {
    const { socket, pass, last, phases } = world(noticePolicy)
    socket.start()
    for (let round = 0; round < 8; round++) {
      last().fire('open')
      last().fire('message', { data: 'x' })
      last().fire('close')
      pass(20_000)
    }
    expect(socket.phase).toBe('connecting')
    for (let round = 0; round < 6; round++) {
      last().fire('open')
      last().fire('close')
      pass(20_000)
    }
    expect(phases.at(-1)).toBe('gaveUp')
  })

  test('does not come back after the server ended the session, nor after stop', () => {
    const ended = world(noticePolicy)
    ended.socket.start()
    ended.last().fire('open')
    ended.last().fire('close', { code: 4401 })
    expect(ended.socket.phase).toBe('gaveUp')

    const stopped = world(noticePolicy)
    stopped.socket.start()
    stopped.last().fire('open')
    stopped.socket.stop()
    expect(stopped.last().isClosed).toBe(true)
    stopped.last().fire('close')
    stopped.pass(100_000)
    expect(stopped.sockets).toHaveLength(1)
    expect(stopped.due).toEqual([])
  })

  test('an address that no connection accepts counts as an error and never throws', () => {
    const { socket, pass, phases } = world(noticePolicy, { isRefused: true })
    socket.start()
    expect(socket.phase).toBe('waiting')
    pass(5 * 20_000)
    expect(phases.at(-1)).toBe('gaveUp')
  })
})

describe('the table channel', () => {
  const reply = { data: '{"type":"heart_beat","data":true}' }

  test('beats at open and 10 s after each answer, and keeps answers to itself', () => {
    const { socket, pass, last, received } = world(tablePolicy)
    socket.start()
    last().fire('open')
    expect(last().sent).toHaveLength(1)
    pass(5_999)
    last().fire('message', reply)
    pass(9_999)
    expect(last().sent).toHaveLength(1)
    pass(1)
    expect(last().sent).toHaveLength(2)
    expect(JSON.parse(last().sent[0] ?? '')).toEqual({ type: 'heart_beat', data: '' })
    last().fire('message', { data: '{"type":"update_vxe_table"}' })
    expect(received).toEqual(['{"type":"update_vxe_table"}'])
  })

  test('without an answer in 6 s it drops the connection and comes back 5 s later, for ever', () => {
    const { socket, pass, last, sockets } = world(tablePolicy)
    socket.start()
    for (let round = 1; round <= 12; round++) {
      last().fire('open')
      const dropped = last()
      pass(6_000)
      expect(dropped.isClosed).toBe(true)
      dropped.fire('close')
      expect(socket.phase).toBe('waiting')
      pass(5_000)
      expect(sockets).toHaveLength(round + 1)
    }
  })

  test('sends only while it is open', () => {
    const { socket, last } = world(tablePolicy)
    expect(socket.send('x')).toBe(false)
    socket.start()
    expect(socket.send('x')).toBe(false)
    last().fire('open')
    expect(socket.send('x')).toBe(true)
    expect(last().sent.at(-1)).toBe('x')
  })
})

test("the browser's own WebSocket fits, as the compiler sees it", () => {
  type Fits = typeof WebSocket extends SocketConstructor ? true : false
  const fits: Fits = true
  expect(fits).toBe(true)
})
