import { createServer as createHttpServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Envelope, LoginAnswer } from '@suoan/contract'
import { loadConfig } from '@suoan/platform/config'
import { createTestDatabase } from '@suoan/platform/testing/test-world'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { createServer, type RunningServer } from './create-server.ts'

const password = 'Gateway-routes-2026!'
const database = await createTestDatabase()
const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-routes-'))
const cookies: (string | undefined)[] = []
const upstream = createHttpServer((request, response) => {
  // What asks whether it is alive has none.
  if (request.url?.startsWith('/erp')) cookies.push(request.headers.cookie)
  response.setHeader('content-type', 'text/html')
  response.setHeader('set-cookie', 'JSESSIONID=1; Path=/')
  response.end(`<h1>${request.method} ${request.url}</h1>`)
})
const upstreamSockets = new WebSocketServer({ server: upstream })
upstreamSockets.on('connection', (socket, request) => {
  socket.send(JSON.stringify({ url: request.url, headers: request.headers }))
  socket.on('message', (data: Buffer) => socket.send(`heard ${data.toString()}`))
})
const nodes: RunningServer[] = []
let upstreamPort = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const address = upstream.address()
  upstreamPort = typeof address === 'object' && address !== null ? address.port : 0
  for (let n = 0; n < 2; n += 1)
    nodes.push(
      await createServer(
        loadConfig({
          HOST: '127.0.0.1',
          PORT: '0',
          MQTT_PORT: '0',
          DATABASE_URL: database.url,
          DATA_DIR: folder,
          DEMO: '0',
          SIMULATOR: '0',
          ADMIN_PASSWORD: password,
          LOGIN_CAPTCHA: 'off',
          GATEWAY_ROUTE_PORT: '0',
          GATEWAY_ROUTE_HOSTS: `127.0.0.1:${upstreamPort}`,
        }),
        { log: pino({ level: 'silent' }) },
      ),
    )
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.stop()
  for (const socket of upstreamSockets.clients) socket.terminate()
  upstreamSockets.close()
  upstream.close()
  await database[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})
const node = (index: 0 | 1): RunningServer => {
  const found = nodes[index]
  if (!found) throw new Error('a node did not start')
  return found
}

async function call<T>(
  index: 0 | 1,
  method: string,
  name: string,
  token: string,
  body?: object,
): Promise<Envelope<T>> {
  const answer = await fetch(`${node(index).url}/jeecg-boot${name}`, {
    method,
    headers: {
      'x-access-token': token,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // Our own envelope.
  return (await answer.json()) as Envelope<T>
}
const signIn = async (): Promise<string> =>
  (await call<LoginAnswer>(0, 'POST', '/sys/login', '', { username: 'admin', password })).result.token
const save = (token: string, router: object) =>
  call(0, 'POST', '/sys/gatewayRoute/updateAll', token, {
    router: {
      id: '',
      routerId: 'erp',
      name: 'ERP',
      uri: `http://127.0.0.1:${upstreamPort}`,
      status: 1,
      predicates: JSON.stringify([{ name: 'Path', args: ['/erp/**'] }]),
      filters: '[]',
      ...router,
    },
  })
const routeUrl = (index: 0 | 1): string => node(index).gatewayRouteUrl ?? ''

/** Opens the address that the console is given, as a browser does; answers what it may do from then on. */
async function enter(
  index: 0 | 1,
  token: string,
): Promise<{ cookie: string; to: string | null; raw: string }> {
  const { result } = await call<{ url: string }>(index, 'POST', '/sys/gatewayRoute/enter', token, {
    path: '/erp/home?x=1',
  })
  const answer = await fetch(result.url, { redirect: 'manual' })
  const raw = answer.headers.get('set-cookie') ?? ''
  return { cookie: raw.split(';')[0] ?? '', to: answer.headers.get('location'), raw }
}

describe('gateway routes on two nodes', () => {
  test('a route is served by both as soon as it is stored on one, and by neither when it is disabled', async () => {
    const token = await signIn()
    const headers = { 'x-access-token': token }
    const status = (index: 0 | 1) => async () => (await fetch(`${routeUrl(index)}/erp/`, { headers })).status
    expect(await status(1)()).toBe(404)
    expect(await save(token, {})).toMatchObject({ success: true, message: '操作成功！' })
    await expect.poll(status(0)).toBe(200)
    await expect.poll(status(1)).toBe(200)
    const { result: rows } = await call<{ id: string }[]>(1, 'GET', '/sys/gatewayRoute/list', token)
    const id = rows[0]?.id ?? ''
    expect(await save(token, { id, status: 0 })).toMatchObject({ success: true })
    await expect.poll(status(1)).toBe(404)
    await expect.poll(status(0)).toBe(404)
    expect(await save(token, { id, status: 1 })).toMatchObject({ success: true })
    await expect.poll(status(1)).toBe(200)
  })

  test('a browser enters by a ticket, is known by a cookie on either node, and neither reaches the neighbour', async () => {
    const token = await signIn()
    const { cookie, to, raw } = await enter(0, token)
    expect(to).toBe('/erp/home?x=1')
    expect(raw).toMatch(/^suoan-routes=[\w.-]+; Path=\/; HttpOnly; SameSite=Strict$/)
    cookies.length = 0
    for (const index of [0, 1] as const) {
      const page = await fetch(`${routeUrl(index)}${to}`, { headers: { cookie: `${cookie}; theirs=1` } })
      expect([page.status, await page.text()]).toEqual([200, '<h1>GET /erp/home?x=1</h1>'])
      expect(page.headers.get('set-cookie')).toBe('JSESSIONID=1; Path=/erp')
    }
    expect(cookies).toEqual(['theirs=1', 'theirs=1'])
    // It opens nothing of ours.
    const api = await fetch(`${node(0).url}/jeecg-boot/sys/user/list`, { headers: { cookie } })
    expect(api.status).toBe(500)
    const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const bad of [forged, cookie.replace(/\.\d+\./, '.7.'), 'suoan-routes=x'])
      expect((await fetch(`${routeUrl(0)}/erp/`, { headers: { cookie: bad } })).status).toBe(401)
    // What is done by the cookie must come from a page of ours.
    const write = (origin?: string) =>
      fetch(`${routeUrl(0)}/erp/`, { method: 'POST', headers: { cookie, ...(origin ? { origin } : {}) } })
    expect((await write('https://evil.example')).status).toBe(403)
    expect((await write('null')).status).toBe(403)
    expect((await write(routeUrl(0))).status).toBe(200)
  })

  test('a ticket is for the entry alone, and a foreign page signs nobody in', async () => {
    const token = await signIn()
    const { result } = await call<{ url: string }>(0, 'POST', '/sys/gatewayRoute/enter', token, {
      path: '/erp/',
    })
    const crossSite = await fetch(result.url, {
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect([crossSite.status, crossSite.headers.get('set-cookie')]).toEqual([401, null])
    const ticket = new URL(result.url).searchParams.get('ticket') ?? ''
    expect((await fetch(`${routeUrl(0)}/erp/?ticket=${ticket}`)).status).toBe(401)
    const elsewhere = await fetch(`${routeUrl(0)}/.suoan/enter?ticket=${ticket}&to=//evil.example`, {
      redirect: 'manual',
    })
    expect(elsewhere.headers.get('location')).toBe('/')
    expect(
      (await fetch(`${routeUrl(0)}/.suoan/enter?ticket=x&to=/erp/`, { redirect: 'manual' })).status,
    ).toBe(401)
    expect(await call(0, 'POST', '/sys/gatewayRoute/enter', token, { path: '//evil.example' })).toMatchObject(
      { success: false },
    )
  })

  test('a websocket goes through, with who calls and without our cookie, and ends with the session', async () => {
    const token = await signIn()
    const { cookie } = await enter(0, token)
    const open = (headers: Record<string, string>) => {
      const socket = new WebSocket(`${routeUrl(1).replace('http', 'ws')}/erp/live?a=1`, { headers })
      const frames: string[] = []
      socket.on('message', (data: Buffer) => frames.push(data.toString()))
      const status = new Promise<number>((resolve) => {
        socket.on('open', () => resolve(101))
        socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0))
        socket.on('error', () => resolve(0))
      })
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
      return { socket, frames, status, closed }
    }
    expect(await open({}).status).toBe(401)
    expect(await open({ cookie, origin: 'https://evil.example' }).status).toBe(403)
    const live = open({ cookie, origin: routeUrl(1) })
    expect(await live.status).toBe(101)
    await expect.poll(() => live.frames.length).toBe(1)
    const { url, headers } = JSON.parse(live.frames[0] ?? '{}') as {
      url: string
      headers: Record<string, string>
    }
    expect(url).toBe('/erp/live?a=1')
    expect(headers).not.toHaveProperty('cookie')
    expect(headers['x-suoan-identity']).toMatch(/^ey/)
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query<{ content: string; userid: string }>(
          `select log_content as content, userid from sys_log where request_url = '/erp/live' order by create_time, log_no`,
        )
        return rows
      })
      .toEqual([
        { content: '邻近系统（未转发）：打开实时连接 /erp/live，回答 403', userid: 'admin' },
        { content: '邻近系统“ERP”：打开实时连接 /erp/live，回答 101', userid: 'admin' },
      ])
    live.socket.send('hello')
    await expect.poll(() => live.frames).toContain('heard hello')
    await call(0, 'GET', '/sys/logout', token)
    await live.closed
    await expect
      .poll(async () => (await fetch(`${routeUrl(1)}/erp/`, { headers: { cookie } })).status)
      .toBe(401)
  })

  test('a websocket to a system of another tenant is refused before anything is opened there', async () => {
    const token = await signIn()
    expect(
      await save(token, {
        routerId: 'cctv',
        name: '视频',
        predicates: JSON.stringify([{ name: 'Path', args: ['/cctv/**'] }]),
        filters: JSON.stringify([{ name: 'RequiredTenant', args: ['9'] }]),
      }),
    ).toMatchObject({ success: true })
    const status = () =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(`${routeUrl(0).replace('http', 'ws')}/cctv/live`, {
          headers: { 'x-access-token': token },
        })
        socket.on('open', () => resolve(101))
        socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0))
        socket.on('error', () => resolve(0))
      })
    await expect.poll(status).toBe(403)
  })

  test('a websocket ends with its route', async () => {
    const token = await signIn()
    const socket = new WebSocket(`${routeUrl(1).replace('http', 'ws')}/erp/live`, {
      headers: { 'x-access-token': token },
    })
    await new Promise((resolve) => socket.on('message', resolve))
    const closed = new Promise((resolve) => socket.on('close', resolve))
    const { result: rows } = await call<{ id: string; routerId: string }[]>(
      0,
      'GET',
      '/sys/gatewayRoute/list',
      token,
    )
    const id = rows.find(({ routerId }) => routerId === 'erp')?.id
    const gone = await call(0, 'DELETE', `/sys/gatewayRoute/delete?id=${id}`, token)
    expect(gone).toMatchObject({ success: true, message: '删除路由成功' })
    await closed
  })
})
