import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { acceptedLogin, qrLogin } from './login-calls.ts'

const envelope = (code: number | string) => ({
  success: true,
  message: '账号已停用',
  code,
  result: { token: 'T' },
  timestamp: 0,
})

it.each([200, '200'])('a login with code %j is taken', (code) => {
  expect(acceptedLogin({ ...envelope(code), code: code as number })).toEqual({ token: 'T' })
})
it.each([0, 500, 412])('a login with another code than 200 is refused: %j', (code) => {
  expect(() => acceptedLogin({ ...envelope(code), code })).toThrow('账号已停用')
})

describe('a login by a code on the screen (4-api.md §2.1)', () => {
  /** What the server says to each question about a code; without an end it says the last one again. */
  let said: readonly object[] = []
  let asked: string[] = []
  beforeEach(() => {
    vi.useFakeTimers()
    asked = []
    let made = 0
    vi.stubGlobal('fetch', async (url: string) => {
      const { pathname, searchParams } = new URL(url, 'http://here')
      const isNew = pathname.endsWith('/getLoginQrcode')
      if (!isNew) asked.push(searchParams.get('qrcodeId') ?? '')
      const result = isNew ? { qrcodeId: `Q${(made += 1)}`, qr: `picture ${made}` } : said[asked.length - 1]
      return Response.json({
        success: true,
        message: '',
        code: 200,
        result: result ?? said.at(-1),
        timestamp: 0,
      })
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const shown: string[] = []
  const begin = (signal = new AbortController().signal) => {
    shown.length = 0
    const login = qrLogin(({ qr }) => shown.push(qr), signal)
    // Whoever waits for it later finds it settled.
    login.catch(() => undefined)
    return login
  }

  it('asks every two seconds, shows the next code when one is over, and ends with the yes', async () => {
    said = [{ token: '-1' }, { token: '-2' }, { token: 'T', userInfo: { id: 'u' } }]
    const login = begin()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(await login).toEqual({ token: 'T', userInfo: { id: 'u' } })
    expect(asked).toEqual(['Q1', 'Q1', 'Q2'])
    expect(shown).toEqual(['picture 1', 'picture 2'])
  })
  it('stops after ten codes, so that a page left open does not ask for ever', async () => {
    said = [{ token: '-2' }]
    const login = begin()
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(login).rejects.toThrow('二维码已过期,请刷新后重试')
    expect(shown).toHaveLength(10)
  })
  it('asks no more once the page has been left', async () => {
    said = [{ token: '-1' }]
    const left = new AbortController()
    vi.stubGlobal('fetch', wrapped(globalThis.fetch))
    const login = begin(left.signal)
    await vi.advanceTimersByTimeAsync(4_000)
    left.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(login).rejects.toMatchObject({ kind: 'aborted' })
    expect(asked).toHaveLength(2)
  })
})

/** A browser makes no call that has been given up. */
const wrapped =
  (call: typeof fetch): typeof fetch =>
  async (url, init) => {
    init?.signal?.throwIfAborted()
    return call(url, init)
  }
