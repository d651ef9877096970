import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseEnvelope, request, requestFile, requestPage, setRequestHost } from './client.ts'
import type { SignInput } from './client.ts'
import { fillPath } from './call.ts'
import { serverNow } from './server-clock.ts'
import { RequestFailure, refusedRules } from './failure.ts'

const notify = vi.fn<(title: string, text: string) => void>()
const sessionExpired = vi.fn<() => void>()
const sent: { url: string; init: RequestInit }[] = []

/** The network edge: answers once with this. */
function answer(body: unknown, status = 200, type = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return Promise.resolve(new Response(text, { status, headers: { 'content-type': type } }))
  })
}

/** The network edge: a file in these parts, one every `everyMs`, that never ends. */
function answerSlowly(parts: readonly string[], everyMs: number) {
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        signal?.addEventListener('abort', () => stream.error(signal.reason))
        for (const [index, part] of parts.entries())
          setTimeout(() => stream.enqueue(new TextEncoder().encode(part)), (index + 1) * everyMs)
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/vnd.ms-excel' } }))
  })
}
const envelope = (more: object = {}) => ({
  success: true,
  message: '',
  code: 200,
  result: null,
  timestamp: 0,
  ...more,
})
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof RequestFailure ? error : null),
  )
const get = () =>
  request({ method: 'GET', path: '/sys/position/list', query: { name: '*阀*', empty: '', none: null } })

beforeEach(() => {
  sent.length = 0
  notify.mockClear()
  sessionExpired.mockClear()
  setRequestHost({ token: () => 'T1', tenantId: () => 7, notify, sessionExpired })
})
afterEach(() => vi.unstubAllGlobals())

describe('a call', () => {
  it('carries token and tenant', async () => {
    answer(envelope())
    await get()
    expect(sent[0]?.init.headers).toEqual({ 'X-Access-Token': 'T1', 'tenant-id': '7' })
  })
  it('carries tenant 0 and no token before the login', async () => {
    setRequestHost({ token: () => null, tenantId: () => 0 })
    answer(envelope())
    await get()
    expect(sent[0]?.init.headers).toEqual({ 'tenant-id': '0' })
  })
  it('drops empty values and adds _t in seconds to a GET', async () => {
    answer(envelope())
    await get()
    const params = new URL(sent[0]?.url ?? '', 'http://x').searchParams
    expect([...params.keys()]).toEqual(['name', '_t'])
    expect(params.get('_t')).toMatch(/^\d{10}$/)
  })
  it('adds no _t to the dictionary lookup', async () => {
    answer(envelope())
    await request({ method: 'GET', path: '/sys/dict/getDictItems/sex' })
    expect(sent[0]?.url).toBe('/jeecg-boot/sys/dict/getDictItems/sex')
  })
  it('sends a body as JSON', async () => {
    answer(envelope())
    await request({ method: 'POST', path: '/sys/position/add', body: { name: '班长' } })
    expect(sent[0]?.init).toMatchObject({
      body: '{"name":"班长"}',
      headers: { 'Content-Type': 'application/json' },
    })
  })
})

describe('a call from a page of a low-code app', () => {
  it('carries its id and merges its filter in', async () => {
    setRequestHost({ lowApp: () => ({ appId: 'a1', filter: { status: '1', name: null } }) })
    answer(envelope())
    await get()
    setRequestHost({ lowApp: () => null })
    expect(sent[0]?.init.headers).toMatchObject({ 'X-Low-App-ID': 'a1' })
    expect(new URL(sent[0]?.url ?? '', 'http://x').searchParams.get('status')).toBe('1')
  })
})

describe('a signed call', () => {
  it('is signed as it is sent, by the clock of the server', async () => {
    const sign = vi.fn<(call: SignInput) => Record<string, string>>(() => ({ 'X-Sign': 'S' }))
    setRequestHost({ sign })
    answer(envelope({ timestamp: Date.now() + 3_600_000 }))
    await get()
    await get()
    setRequestHost({ sign: () => ({}) })
    expect(sent[0]?.init.headers).toMatchObject({ 'X-Sign': 'S' })
    expect(sign.mock.calls[0]?.[0]).toMatchObject({ path: '/sys/position/list', query: { name: '*阀*' } })
    expect((sign.mock.calls[1]?.[0].now ?? 0) - Date.now()).toBeGreaterThan(3_500_000)
    // So is everything else that is compared with its times, or told to it as one.
    expect(serverNow() - Date.now()).toBeGreaterThan(3_500_000)
  })
})

describe('a failed call', () => {
  it('leaves a business failure to its caller, with the server’s words', async () => {
    answer(envelope({ success: false, code: 500, message: '职务编码“A”已存在，请更换' }))
    expect(await failureOf(get())).toMatchObject({
      kind: 'business',
      message: '职务编码“A”已存在，请更换',
      shown: false,
    })
    expect(notify).not.toHaveBeenCalled()
  })
  it('opens the expired dialog for the token failure, whose JSON travels as text/html', async () => {
    answer({ message: 'Token失效，请重新登录', status: 500 }, 500, 'text/html;charset=UTF-8')
    expect(await failureOf(get())).toMatchObject({ kind: 'expired', shown: true })
    expect(sessionExpired).toHaveBeenCalledOnce()
    expect(notify).not.toHaveBeenCalled()
  })
  it('shows a forbidden call once, by the catalogue', async () => {
    answer('', 403)
    expect(await failureOf(get())).toMatchObject({ kind: 'forbidden', shown: true })
    expect(notify).toHaveBeenCalledWith('系统提示', '拒绝访问')
  })
  it('tells that the network is away', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    expect(await failureOf(get())).toMatchObject({ kind: 'offline' })
    expect(notify).toHaveBeenCalledWith('系统提示', '网络连接不可用，请检查网络后重试')
  })
  it('tells so too when the connection breaks while the answer is read', async () => {
    const broken = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken)))
    expect(await failureOf(get())).toMatchObject({ kind: 'offline', shown: true })
  })
  it('that takes more than 90 s is a network timeout, also while the answer is read', async () => {
    vi.useFakeTimers()
    answerSlowly([], 1)
    const failure = failureOf(get())
    await vi.advanceTimersByTimeAsync(90_000)
    expect(await failure).toMatchObject({ kind: 'timeout', message: '网络超时' })
    expect(notify).toHaveBeenCalledWith('系统提示', '网络超时')
    vi.useRealTimers()
  })
  it('stays silent when the caller gave it up', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('aborted', 'AbortError')))
    const abort = new AbortController()
    abort.abort()
    const failure = await failureOf(request({ method: 'GET', path: '/x', signal: abort.signal }))
    expect(failure).toMatchObject({ kind: 'aborted', shown: false })
    expect(notify).not.toHaveBeenCalled()
  })
  it('gives the rules that refused', async () => {
    const rules = [{ id: 'R05', pass: false, text: '该锁仍有 2 人上锁' }]
    answer(envelope({ success: false, code: 510, message: '不允许开锁', result: { rules } }))
    expect(refusedRules(await failureOf(get()))).toEqual(rules)
  })
  it('is a server failure when the answer cannot be read', async () => {
    answer('<html>502</html>', 200, 'text/html')
    expect(await failureOf(get())).toMatchObject({ kind: 'server' })
  })
})

describe('a file', () => {
  const file = () => requestFile({ method: 'GET', path: '/sys/position/exportXls' })
  it('arrives as a blob', async () => {
    answer('data', 200, 'application/vnd.ms-excel')
    expect((await file()).size).toBe(4)
  })
  it('may take longer than 90 s while it goes on coming, but not stand still that long', async () => {
    vi.useFakeTimers()
    answerSlowly(['a', 'b', 'c', 'd'], 60_000)
    const failure = failureOf(file())
    await vi.advanceTimersByTimeAsync(4 * 60_000 + 89_000)
    expect(notify).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await failure).toMatchObject({ kind: 'timeout' })
    vi.useRealTimers()
  })
  it('that is empty is a failed download', async () => {
    answer('', 200, 'application/vnd.ms-excel')
    expect(await failureOf(file())).toMatchObject({ kind: 'business', message: '文件下载失败' })
  })
  it('that is an envelope tells its message', async () => {
    answer(envelope({ success: false, message: '没有权限，请联系管理员授权', code: 510 }))
    expect(await failureOf(file())).toMatchObject({ message: '没有权限，请联系管理员授权' })
  })
  it('whose blob holds an expired token opens the dialog', async () => {
    answer({ status: 500, message: 'Token失效，请重新登录' }, 500, 'application/octet-stream')
    expect(await failureOf(file())).toMatchObject({ kind: 'expired' })
    expect(sessionExpired).toHaveBeenCalledOnce()
  })
})

describe('small parts', () => {
  it('fills path parameters and keeps the rest', () => {
    expect(fillPath('/sys/dict/getDictItems/:dictCode', { dictCode: 'a/b', sign: 1 })).toEqual({
      path: '/sys/dict/getDictItems/a%2Fb',
      rest: { sign: 1 },
    })
  })
  it.each(['', 'not json', '[1]', '{"a":1}', 'null'])('does not take %j for an envelope', (text) => {
    expect(parseEnvelope(text)).toBeNull()
  })
})

describe('a page of HTML', () => {
  const page = () => requestPage({ method: 'GET', path: '/sys/annountCement/show/a1' })

  it('arrives as it is, asked for with the token in the header and not in the address', async () => {
    answer('<!doctype html><p>正文</p>', 200, 'text/html; charset=utf-8')
    expect(await page()).toBe('<!doctype html><p>正文</p>')
    expect(sent[0]?.url).not.toContain('T1')
    expect(sent[0]?.init.headers).toMatchObject({ 'X-Access-Token': 'T1' })
  })
  it('that is not there is a resource not found, and an envelope in its place says why', async () => {
    answer('<!doctype html><p>通告不存在</p>', 404, 'text/html')
    expect((await failureOf(page()))?.kind).toBe('notFound')
    answer(envelope({ success: false, message: '没有权限，请联系管理员授权' }))
    expect(await failureOf(page())).toMatchObject({ kind: 'business', message: '没有权限，请联系管理员授权' })
  })
})
