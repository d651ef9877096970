import { createHash } from 'node:crypto'
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestListener,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import type { Authenticator } from '@suoan/platform/http/authenticate'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { liveRoutesOf } from './live-routes.ts'
import { gatewayRoutes, startRouteServer, type RouteServer } from './index.ts'
import { testServer } from './testing/certificates.ts'

const sockets = new Set<Socket>()
const servers: Server[] = []
async function listen(server: Server): Promise<number> {
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a server without a port')
  return address.port
}
const upstream = (answer: RequestListener): Promise<number> => listen(createServer(answer))
const stranger = (greet: (socket: Socket) => void): Promise<number> => listen(createTcpServer(greet))

/** Says what came to it. */
const echo: RequestListener = (request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.setHeader('set-cookie', ['JSESSIONID=1; Path=/; HttpOnly', 'suoan-routes=stolen; Path=/'])
    response.setHeader('access-control-allow-origin', '*')
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers: request.headers,
        raw: request.rawHeaders,
        body: Buffer.concat(parts).toString(),
      }),
    )
  })
}
interface Echo {
  method: string
  url: string
  headers: IncomingHttpHeaders
  raw: string[]
  body: string
}

const person = (name: string, more: Partial<Actor> = {}): Actor => ({
  sessionId: `s-${name}`,
  userId: `u-${name}`,
  username: name,
  realname: `人员 ${name}`,
  tenantId: 0,
  orgCode: 'A01',
  orgCodes: ['A01'],
  roleIds: [],
  roleCodes: ['ISSUE'],
  permissions: new Set(['system:neighbour:use']),
  ...more,
})
const tokenOf = (name: string): string => createHash('sha256').update(name).digest('base64url')
const people = new Map<string, Actor>(
  [
    person('wang'),
    person('li', { permissions: new Set(['system:neighbour:use', 'lo:lock:list']) }),
    person('none', { permissions: new Set() }),
    person('tenant', { tenantId: 7 }),
  ].map((one) => [tokenOf(one.username), one]),
)
const byToken = async (token: string | undefined): Promise<Actor> => {
  const found = people.get(token ?? '')
  if (!found) throw fail('TOKEN')
  return found
}
const authenticator: Authenticator = {
  request: () => Promise.reject(fail('TOKEN')),
  token: byToken,
  session: () => Promise.reject(fail('TOKEN')),
  peek: async (token) => people.get(token ?? ''),
  close: () => {},
}

let world: TestWorld
let server: RouteServer
const ports: Record<string, number> = {}
let flaky = 0
let slowHeard = 0
let closedHuge = false
const counted: string[] = []
beforeAll(async () => {
  ports['echo'] = await upstream(echo)
  ports['other'] = await upstream((_request, response) => response.end('other'))
  ports['counts'] = await upstream((request, response) => {
    counted.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => response.end('ok'))
  })
  ports['hangs'] = await upstream(() => {
    slowHeard += 1
  })
  ports['flaky'] = await upstream((_request, response) => {
    flaky += 1
    if (flaky % 3 !== 0) response.statusCode = 503
    response.end(`try ${flaky}`)
  })
  ports['halfway'] = await upstream((_request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('half')
    setImmediate(() => response.destroy())
  })
  ports['huge'] = await upstream((_request, response) => {
    const part = Buffer.alloc(65_536, 'x')
    const more = (): void => {
      while (response.write(part));
      response.once('drain', more)
    }
    response.on('close', () => {
      closedHuge = true
    })
    more()
  })
  ports['redirects'] = await upstream((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${ports['other']}/secret` })
    response.end()
  })
  ports['garbage'] = await stranger((socket) => socket.end(Buffer.alloc(4_096, 0xfe)))
  ports['hugeHead'] = await stranger((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\ncontent-length: 0\r\n\r\n`),
  )
  ports['oddStatus'] = await stranger((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\nok'))
  })
  ports['splits'] = await stranger((socket) => {
    socket.once('data', () =>
      socket.end(
        'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
      ),
    )
  })
  ports['tls'] = await listen(
    createTlsServer(testServer, (_request, response) => response.end('never')).on('tlsClientError', () => {}),
  )
  ports['closed'] = await stranger(() => {})
  servers.pop()?.close()
  const allowed = Object.values(ports).map((port) => `127.0.0.1:${port}`)
  world = await createTestWorld({
    features: [{ name: 'gateway-routes', mount: gatewayRoutes }],
    env: {
      GATEWAY_ROUTE_PORT: '0',
      GATEWAY_ROUTE_HOSTS: [...allowed, 'localhost.invalid', '169.254.169.254'].join(','),
    },
  })
  server = await startRouteServer(world.ctx, authenticator, 1)
})
afterAll(async () => {
  await server.close()
  for (const socket of sockets) socket.destroy()
  for (const one of servers) one.close()
  await world[Symbol.asyncDispose]()
})

interface Heard {
  status: number
  headers: IncomingHttpHeaders
  text: string
}
/** Asks the route server by these very bytes of a path. */
function ask(
  path: string,
  {
    as = 'wang',
    method = 'GET',
    headers = {},
    body,
  }: { as?: string; method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Heard> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        hostname,
        port,
        path,
        method,
        headers: {
          ...(as === '' ? {} : { 'x-access-token': tokenOf(as) }),
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
const messageOf = ({ text }: Heard): string => (JSON.parse(text) as { message: string }).message
const echoOf = ({ text }: Heard): Echo => JSON.parse(text) as Echo

let made = 0
/** A route to one of the upstreams under a path of its own; answers that path. */
async function route(
  to: string,
  filters: readonly unknown[] = [],
  more: Record<string, unknown> = {},
  conditions: readonly unknown[] = [],
): Promise<string> {
  made += 1
  const routerId = `r${made}`
  const answer = await save({
    id: '',
    routerId,
    name: `路由 ${made}`,
    uri: `http://127.0.0.1:${ports[to]}`,
    status: 1,
    predicates: JSON.stringify([{ name: 'Path', args: [`/${routerId}/**`] }, ...conditions]),
    filters: JSON.stringify(filters),
    ...more,
  })
  expect(answer).toMatchObject({ success: true, message: '操作成功！' })
  await served()
  return `/${routerId}`
}
const save = (router: object) => world.as().post('/sys/gatewayRoute/updateAll', { router })
interface ListedRow {
  id: string
  routerId: string
  [name: string]: unknown
}
const list = async () => (await world.as().get<ListedRow[]>('/sys/gatewayRoute/list')).result
const rowOf = async (path: string): Promise<ListedRow> => {
  const row = (await list()).find(({ routerId }) => `/${routerId}` === path)
  if (!row) throw new Error(`no route of ${path}`)
  return row
}
/** What is stored now is in service. */
const served = () => liveRoutesOf(world.ctx).reload()

describe('gateway routes as they are stored', () => {
  it('are listed as a bare array with their parts taken apart, saved as JSON text, changed and deleted', async () => {
    const path = await route('echo', [
      { name: 'StripPrefix', title: 'x', args: [{ key: 'parts', value: 1 }] },
    ])
    const row = await rowOf(path)
    expect(row).toMatchObject({
      status: 1,
      predicates: [{ name: 'Path', args: [`${path}/**`] }],
      filters: [{ name: 'StripPrefix', title: '去掉路径前缀', args: [{ key: 'parts', value: '1' }] }],
      health: { state: 'unknown' },
    })
    const changed = await save({
      ...row,
      name: '改名',
      predicates: JSON.stringify(row['predicates']),
      filters: '[]',
    })
    expect(changed).toMatchObject({ success: true, message: '操作成功！' })
    expect(await rowOf(path)).toMatchObject({ name: '改名', filters: [], revision: 1 })
    expect(await save({ ...row, name: '旧的' })).toMatchObject({ success: false })
    expect(await world.as().delete('/sys/gatewayRoute/delete', { id: row.id })).toMatchObject({
      success: true,
      message: '删除路由成功',
    })
    const { rows } = await world.database.pool.query<{ log_content: string }>(
      `select log_content from sys_log where log_content like '网关路由：%' order by create_time, log_no`,
    )
    expect(rows.map(({ log_content }) => log_content)).toEqual([
      expect.stringContaining('添加'),
      '网关路由：编辑 改名',
      '网关路由：删除 改名',
    ])
  })

  it('belong to the platform, and each call has a right of its own', async () => {
    const foreign = world.as({ tenantId: 7, roleCodes: ['admin'] })
    for (const answer of [
      await foreign.get('/sys/gatewayRoute/list'),
      await foreign.post('/sys/gatewayRoute/updateAll', { router: {} }),
      await foreign.get('/sys/gatewayRoute/clearRedis'),
      await foreign.delete('/sys/gatewayRoute/delete', { id: '1' }),
      await foreign.get('/sys/gatewayRoute/state'),
    ])
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining('由平台统一维护') })
    const editor = world.as({
      permissions: new Set(['system:gatewayRoute:edit', 'system:gatewayRoute:list']),
    })
    const router = {
      routerId: 'x',
      name: 'x',
      uri: `http://127.0.0.1:${ports['echo']}`,
      predicates: '[{"name":"Path","args":["/x/**"]}]',
    }
    expect(await editor.post('/sys/gatewayRoute/updateAll', { router })).toMatchObject({
      success: false,
      code: 510,
    })
    expect(await editor.get('/sys/gatewayRoute/clearRedis')).toMatchObject({ success: false, code: 510 })
    expect(await editor.get('/sys/gatewayRoute/neighbours')).toMatchObject({ success: false, code: 510 })
    expect(await world.anonymous.get('/sys/gatewayRoute/list')).toMatchObject({ status: 500 })
  })

  it.each([
    ['a host that nobody allowed', { uri: 'http://evil.example' }, 'GATEWAY_ROUTE_HOSTS'],
    ['a registry', { uri: 'lb://lock-api' }, '服务注册中心'],
    ['itself', { uri: 'self' }, '本系统自己'],
    ['our API', { predicates: '[{"name":"Path","args":["/jeecg-boot/**"]}]' }, '本系统自己的地址冲突'],
    ['our calls', { predicates: '[{"name":"Path","args":["/ok/**","/SYS/**"]}]' }, '本系统自己的地址冲突'],
    ['no path', { predicates: '[]' }, '请添加路由条件 Path'],
    [
      'an expression that is none',
      { predicates: '[{"name":"Path","args":["/ok/**"]},{"name":"Query","args":["q","("]}]' },
      '正则表达式',
    ],
    [
      'our identity header',
      { filters: '[{"name":"SetRequestHeader","args":["X-Suoan-Identity","x"]}]' },
      '由系统处理',
    ],
    ['a name twice', { routerId: 'taken' }, 'taken'],
  ])('are refused in words with %s', async (_what, more, words) => {
    await save({
      routerId: 'taken',
      name: 'x',
      uri: `http://127.0.0.1:${ports['echo']}`,
      status: 0,
      predicates: '[{"name":"Path","args":["/taken/**"]}]',
    })
    const uri = 'uri' in more && more.uri === 'self' ? { uri: server.url } : {}
    const answer = await save({
      routerId: 'bad',
      name: 'x',
      uri: `http://127.0.0.1:${ports['echo']}`,
      status: 1,
      predicates: '[{"name":"Path","args":["/ok/**"]}]',
      filters: '[]',
      ...more,
      ...uri,
    })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(words) })
    expect((await list()).map(({ routerId }) => routerId)).not.toContain('bad')
  })
})

describe('a request to a neighbour', () => {
  it('is sent on with who calls, signed, and without anything of our session', async () => {
    const path = await route('echo')
    const heard = await ask(`${path}/a%20b?x=1&token=${tokenOf('wang')}`, {
      method: 'POST',
      body: 'hello',
      headers: {
        'content-type': 'text/plain',
        authorization: `Bearer ${tokenOf('wang')}`,
        cookie: 'suoan-files=1; theirs=2',
        'x-suoan-identity': 'forged',
        x_suoan_identity: 'forged',
        'x-forwarded-for': '1.2.3.4',
        connection: 'close, x-suoan-identity, x-secret',
        'x-secret': '1',
      },
    })
    expect(heard.status).toBe(200)
    const { method, url, headers, raw, body } = echoOf(heard)
    expect({ method, url, body }).toEqual({ method: 'POST', url: `${path}/a%20b?x=1`, body: 'hello' })
    expect(JSON.stringify(raw)).not.toContain(tokenOf('wang'))
    expect(JSON.stringify(raw)).not.toContain('forged')
    expect(headers).toMatchObject({
      cookie: 'theirs=2',
      host: `127.0.0.1:${ports['echo']}`,
      'x-forwarded-for': '127.0.0.1',
    })
    expect(headers).not.toHaveProperty('x-secret')
    const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', server.url))
    const { payload } = await jwtVerify(String(headers['x-suoan-identity']), keys, {
      audience: path.slice(1),
      currentDate: new Date(world.clock.now()),
    })
    expect(payload).toMatchObject({
      sub: 'u-wang',
      preferred_username: 'wang',
      name: '人员 wang',
      tenant: 0,
      roles: ['ISSUE'],
    })
    expect(heard.headers['set-cookie']).toEqual([`JSESSIONID=1; Path=${path}; HttpOnly`])
    expect(heard.headers).not.toHaveProperty('access-control-allow-origin')
    expect(heard.headers['content-security-policy']).toMatch(
      /^frame-ancestors 'self' http:\/\/127\.0\.0\.1:1$/,
    )
  })

  it('is refused without a session, without the right to use neighbours, and outside the tenant of the route', async () => {
    const path = await route('echo', [
      { name: 'RequiredPermission', args: ['lo:lock:list'] },
      { name: 'RequiredTenant', args: ['0,9'] },
    ])
    const open = await route('echo')
    expect((await ask(open, { as: '' })).status).toBe(401)
    expect((await ask(open, { as: 'nobody' })).status).toBe(401)
    expect((await ask(open, { as: 'none' })).status).toBe(403)
    expect((await ask(open, { as: 'tenant' })).status).toBe(200)
    expect((await ask(path, { as: 'tenant' })).status).toBe(403)
    expect((await ask(path, { as: 'wang' })).status).toBe(403)
    expect((await ask(path, { as: 'li' })).status).toBe(200)
    const seen = await world
      .as({ permissions: new Set(['system:neighbour:use']) })
      .get<{ systems: { path: string }[] }>('/sys/gatewayRoute/neighbours')
    const paths = seen.result.systems.map((one) => one.path)
    expect(paths).toContain(`${open}/`)
    expect(paths).not.toContain(`${path}/`)
    const page = await ask(open, { as: '', headers: { accept: 'text/html' } })
    expect(page.text).toContain('请先登录')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it('loses its prefix, and gets another, and headers as the filters say', async () => {
    const path = await route('echo', [
      { name: 'StripPrefix', args: ['1'] },
      { name: 'PrefixPath', args: ['/app'] },
      { name: 'SetRequestHeader', args: { name: 'X-Line', value: 'A 1' } },
      { name: 'RemoveRequestHeader', args: ['x-drop'] },
      { name: 'SetResponseHeader', args: { name: 'X-Shown', value: 'yes' } },
      { name: 'RemoveResponseHeader', args: ['content-language'] },
    ])
    const heard = await ask(`${path}/live/1?q=a%2Fb`, { headers: { 'x-drop': '1' } })
    const { url, headers } = echoOf(heard)
    expect(url).toBe('/app/live/1?q=a%2Fb')
    expect(headers).toMatchObject({ 'x-line': 'A 1', 'x-forwarded-prefix': path })
    expect(headers).not.toHaveProperty('x-drop')
    expect(heard.headers['x-shown']).toBe('yes')
    expect(echoOf(await ask(path)).url).toBe('/app/')
  })

  it('meets the conditions, or there is nothing', async () => {
    const path = await route('echo', [], {}, [
      { name: 'Method', args: ['GET'] },
      { name: 'Header', args: { header: 'x-line', regexp: 'A' } },
    ])
    expect((await ask(path, { headers: { 'x-line': 'A' } })).status).toBe(200)
    expect((await ask(path, { headers: { 'x-line': 'B' } })).status).toBe(404)
    expect((await ask(path, { method: 'POST', headers: { 'x-line': 'A' } })).status).toBe(404)
    expect((await ask('/', {})).status).toBe(404)
    expect((await ask('/jeecg-boot/sys/user/list', {})).status).toBe(404)
  })

  it.each(['/%2e%2e/x', '/..;/x', '//x', '/%2fx', '/%5cx', '/a%00', '/%252e%252e/x'])(
    'that can be read in two ways is refused: %s',
    async (trick) => {
      const path = await route('echo')
      expect((await ask(`${path}${trick}`)).status).toBe(400)
    },
  )

  it('may have a long path, any method of the web, and a body of any kind', async () => {
    const path = await route('echo')
    expect(echoOf(await ask(`${path}/${'a'.repeat(3_000)}`)).url).toHaveLength(path.length + 3_001)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'].slice(0, 3))
      expect(
        echoOf(await ask(path, { method, body: '{"a":1}', headers: { 'content-type': 'application/json' } })),
      ).toMatchObject({ method, body: '{"a":1}' })
    const big = 'x'.repeat(3_000_000)
    expect(echoOf(await ask(path, { method: 'POST', body: big })).body).toHaveLength(3_000_000)
    const withBody = await ask(path, { method: 'GET', body: 'smuggled', headers: { 'content-length': '8' } })
    expect(echoOf(withBody)).toMatchObject({ method: 'GET', body: '' })
    expect((await ask(path, { method: 'HEAD' })).text).toBe('')
  })

  it('is gone with its route, and there again, without anybody asking for it', async () => {
    const path = await route('echo')
    const row = await rowOf(path)
    const status = async () => (await ask(path)).status
    await save({ id: row.id, status: 0 })
    await expect.poll(status).toBe(404)
    await save({ id: row.id, status: 1 })
    await expect.poll(status).toBe(200)
    await world.as().delete('/sys/gatewayRoute/delete', { id: row.id })
    await expect.poll(status).toBe(404)
    expect(messageOf(await ask(path))).toContain('已停用')
  })

  it('goes the way that falls to its session, and the other way where that is down', async () => {
    made += 1
    const group = (share: string) => [{ name: 'Weight', args: [`g${made}`, share] }]
    const shared = [{ name: 'Path', args: [`/shared${made}/**`] }]
    const ids = ['echo', 'other'].map((to) => ({ to, routerId: `${to}-${made}` }))
    for (const { to, routerId } of ids)
      await save({
        routerId,
        name: to,
        uri: `http://127.0.0.1:${ports[to]}`,
        status: 1,
        predicates: [...shared, ...group('50')],
        filters: [],
      })
    await served()
    const went = new Set<string>()
    for (let n = 0; n < 24; n += 1) {
      people.set(tokenOf(`many${n}`), person(`many${n}`))
      const [first, second] = [
        await ask(`/shared${made}/`, { as: `many${n}` }),
        await ask(`/shared${made}/`, { as: `many${n}` }),
      ]
      expect(first.text === 'other').toBe(second.text === 'other')
      went.add(first.text === 'other' ? 'other' : 'echo')
    }
    expect([...went].toSorted()).toEqual(['echo', 'other'])
    const other = await rowOf(`/other-${made}`)
    await save({ id: other.id, uri: `http://127.0.0.1:${ports['closed']}` })
    await served()
    await server.checkHealth()
    expect(await rowOf(`/other-${made}`)).toMatchObject({ health: { state: 'down', text: '端口没有服务' } })
    expect(await rowOf(`/echo-${made}`)).toMatchObject({ health: { state: 'up', text: '回答正常（200）' } })
    for (let n = 0; n < 24; n += 1)
      expect((await ask(`/shared${made}/`, { as: `many${n}` })).status).toBe(200)
  })
})

describe('limits', () => {
  it('refuse what comes too often, each person for himself, until time has passed or the counts are cleared', async () => {
    const path = await route('echo', [
      {
        name: 'RequestRateLimiter',
        args: {
          'key-resolver': '#{@userKeyResolver}',
          'redis-rate-limiter.replenishRate': 1,
          'redis-rate-limiter.burstCapacity': 2,
        },
      },
    ])
    const statuses = async (as: string) => [
      (await ask(path, { as })).status,
      (await ask(path, { as })).status,
      (await ask(path, { as })).status,
    ]
    expect(await statuses('wang')).toEqual([200, 200, 429])
    expect(await statuses('li')).toEqual([200, 200, 429])
    world.clock.advance(1_000)
    expect(await statuses('wang')).toEqual([200, 429, 429])
    expect(await world.as().get('/sys/gatewayRoute/clearRedis')).toMatchObject({
      success: true,
      message: '清除成功！',
    })
    await served()
    expect(await statuses('wang')).toEqual([200, 200, 429])
  })

  it('try again what changes nothing, and nothing else', async () => {
    const path = await route('flaky', [{ name: 'Retry', args: ['2'] }])
    flaky = 0
    expect((await ask(path)).text).toBe('try 3')
    flaky = 0
    expect((await ask(path, { method: 'POST', body: 'x' })).status).toBe(503)
    expect(flaky).toBe(1)
    const never = await route('flaky')
    flaky = 0
    expect((await ask(never)).status).toBe(503)
    expect(flaky).toBe(1)
  })

  it('stop sending to what fails again and again, and try it after a while', async () => {
    const path = await route('closed', [{ name: 'CircuitBreaker', args: { failures: 2, seconds: 30 } }])
    expect([(await ask(path)).status, (await ask(path)).status]).toEqual([502, 502])
    const refused = await ask(path)
    expect([refused.status, messageOf(refused)]).toEqual([503, expect.stringContaining('已暂停转发')])
    const row = await rowOf(path)
    world.clock.advance(30_000)
    expect([(await ask(path)).status, (await ask(path)).status]).toEqual([502, 503])
    // Another upstream is another beginning.
    await save({ id: row.id, uri: `http://127.0.0.1:${ports['echo']}` })
    await served()
    expect((await ask(path)).status).toBe(200)
  })
})

describe('an upstream that', () => {
  it('is not there is said so in words', async () => {
    const heard = await ask(await route('closed'))
    expect([heard.status, messageOf(heard)]).toEqual([502, expect.stringContaining('连不上邻近系统')])
  })

  it('never answers is given up, and holds nothing up', async () => {
    const path = await route('hangs', [{ name: 'Timeout', args: ['1'] }])
    const [slow, quick] = await Promise.all([ask(path), ask(await route('echo'))])
    expect([slow.status, messageOf(slow)]).toEqual([504, expect.stringContaining('没有按时回答')])
    expect(quick.status).toBe(200)
    expect(slowHeard).toBeGreaterThan(0)
  })

  it.each(['garbage', 'hugeHead', 'splits', 'oddStatus'])('answers %s is refused in words', async (kind) => {
    const heard = await ask(await route(kind))
    expect([kind, heard.status]).toEqual([kind, 502])
    expect(messageOf(heard)).toContain('邻近系统的回答中断或无法识别')
  })

  it('shows a certificate that nobody vouches for is not spoken to, and the operator is told what to do', async () => {
    const path = await route('tls', [], { uri: `https://127.0.0.1:${ports['tls']}` })
    const heard = await ask(path)
    expect([heard.status, messageOf(heard)]).toEqual([502, expect.stringContaining('NODE_EXTRA_CA_CERTS')])
    await server.checkHealth()
    expect(await rowOf(path)).toMatchObject({
      health: { state: 'down', text: '证书不受信任、已过期或主机名不符' },
    })
  })

  it('breaks off is broken off for the client too, who takes it for no whole answer', async () => {
    await expect(ask(await route('halfway'))).rejects.toThrow(/aborted|hang up|ECONNRESET/)
    expect((await ask(await route('echo'))).status).toBe(200)
  })

  it('answers without end fills no memory here, and ends with its reader', async () => {
    const path = await route('huge')
    const { hostname, port } = new URL(server.url)
    const before = process.memoryUsage().rss
    await new Promise<void>((resolve, reject) => {
      const sent = httpRequest(
        { hostname, port, path, headers: { 'x-access-token': tokenOf('wang') } },
        (answer) => {
          let bytes = 0
          answer.on('data', (part: Buffer) => {
            bytes += part.length
            if (bytes > 100_000_000) {
              sent.destroy()
              resolve()
            }
          })
        },
      )
      sent.on('error', reject)
      sent.end()
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
    await expect.poll(() => closedHuge).toBe(true)
  })

  it('sends elsewhere has the browser told so: nobody here goes there', async () => {
    const heard = await ask(await route('redirects'))
    expect([heard.status, heard.headers.location]).toEqual([302, `http://127.0.0.1:${ports['other']}/secret`])
    expect(heard.text).toBe('')
  })

  it('is this server again is noticed: by the address, and by a sign that a proxy between would carry', async () => {
    const path = await route('echo')
    const id = (await rowOf(path)).id
    // As if it had been stored before the ports were known.
    await world.database.pool.query(
      'update sys_gateway_route set uri = $2, revision = revision + 1 where id = $1',
      [id, server.url],
    )
    await world.as().get('/sys/gatewayRoute/clearRedis')
    await served()
    expect((await ask(path)).status).toBe(404)
    const other = await route('echo')
    const via = String(echoOf(await ask(other)).headers.via)
    const again = await ask(other, { headers: { via: `1.1 nginx, ${via}` } })
    expect([again.status, messageOf(again)]).toEqual([508, expect.stringContaining('绕回')])
  })
})

describe('a browser', () => {
  it('is not ridden by the page of a stranger: what changes something must come from our own pages', async () => {
    const path = await route('echo')
    const cookie = 'suoan-routes=x'
    expect((await ask(path, { as: '', headers: { cookie } })).status).toBe(401)
    // With the header of the token no browser does anything by itself.
    expect((await ask(path, { method: 'POST', headers: { origin: 'https://evil.example' } })).status).toBe(
      200,
    )
  })

  it('names one host', async () => {
    const path = await route('echo')
    expect(await say(path, { lines: ['host: a.example', 'Host: b.example'] })).toMatch(/^HTTP\/1\.1 400/)
  })

  it('upgrades to a websocket and to nothing else', async () => {
    const path = await route('echo')
    const upgrade = [
      'host: a.example',
      'connection: Upgrade, HTTP2-Settings',
      'upgrade: h2c',
      'http2-settings: x',
    ]
    expect(await say(path, { lines: upgrade })).toMatch(/^HTTP\/1\.1 400/)
    await expect.poll(() => liveRoutesOf(world.ctx).all.every(({ inFlight }) => inFlight === 0)).toBe(true)
  })
})

describe('an outsider', () => {
  it.each([
    ['two lengths', ['content-length: 4', 'content-length: 5'], 'abcde'],
    [
      'a length and parts',
      ['content-length: 4', 'transfer-encoding: chunked'],
      '0\r\n\r\nGET /x HTTP/1.1\r\n\r\n',
    ],
    ['parts that are not the last coding', ['transfer-encoding: chunked, identity'], '0\r\n\r\n'],
    ['parts under a name with a space', ['transfer-encoding : chunked'], '0\r\n\r\n'],
    ['a coding of a strange spelling', ['transfer-encoding: xchunked'], '0\r\n\r\n'],
    ['a folded line', ['x-a: 1', ' transfer-encoding: chunked'], ''],
    ['a length with a sign', ['content-length: +4'], 'abcd'],
    ['a part with a size that is none', ['transfer-encoding: chunked'], '0x4\r\nabcd\r\n0\r\n\r\n'],
  ])('smuggles no second request by %s', async (_what, lines, body) => {
    const path = await route('counts')
    counted.length = 0
    const heard = await say(path, { method: 'POST', lines: ['host: a.example', ...lines], body })
    expect(heard).toMatch(/^HTTP\/1\.1 (?:400|502) /)
    // Whatever was said after it never became a request of its own.
    expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(counted.filter((line) => line.endsWith('/x'))).toEqual([])
  })

  it.each([
    ['an absolute address', 'http://169.254.169.254/latest/', 400],
    ['an address of another scheme', 'file:///etc/passwd', 400],
    ['nothing but a star', '*', 400],
    ['a fragment', '/echo#x', 400],
  ])('asks for %s, and gets nowhere', async (_what, target, status) => {
    expect(await say(target)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  })

  it('opens no tunnel, and has no request repeated to him', async () => {
    const path = await route('echo')
    expect(await say('127.0.0.1:22', { method: 'CONNECT' })).not.toMatch(/^HTTP\/1\.1 2/)
    expect(await say(path, { method: 'TRACE' })).not.toMatch(/^HTTP\/1\.1 2/)
  })

  it.each(["a; script-src 'none'", 'a.example/x', 'a b', 'a@b', ''])(
    'names no host that is none: %j',
    async (host) => {
      const path = await route('echo')
      expect(await say(path, { lines: [`host: ${host}`] })).toMatch(/^HTTP\/1\.1 400 /)
    },
  )

  it('writes no line of his own into what goes on', async () => {
    const path = await route('echo')
    expect((await ask(`${path}/a%0d%0ax-injected:1`)).status).toBe(400)
    const { raw, url } = echoOf(await ask(`${path}/a?q=%0d%0ax-injected:1`))
    expect(raw.map((one) => one.toLowerCase())).not.toContain('x-injected')
    expect(url).toBe(`${path}/a?q=%0d%0ax-injected:1`)
    const bare = await say(path, { lines: ['host: a.example', 'x-a: 1\rx-injected: 1'] })
    expect(bare).not.toContain('"x-injected"')
  })

  it('lets his requests hang, and the others are served all the same', async () => {
    const path = await route('echo')
    const { hostname, port } = new URL(server.url)
    const open = Array.from({ length: 60 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: a.example\r\nx-access-token: ${tokenOf('wang')}\r\ncontent-length: 1000\r\n\r\na`,
      )
      return socket
    })
    const live = () => liveRoutesOf(world.ctx).all.find(({ begins }) => begins === `${path}/`)
    await expect.poll(() => live()?.inFlight).toBe(50)
    const own = await ask(path)
    expect([own.status, messageOf(own)]).toEqual([429, expect.stringContaining('同时打开的请求过多')])
    expect((await ask(path, { as: 'li' })).status).toBe(200)
    for (const socket of open) socket.destroy()
    await expect.poll(() => live()?.inFlight).toBe(0)
    expect(live()?.held.size).toBe(0)
    expect((await ask(path)).status).toBe(200)
  })
})

it('what is sent on stands in the operation log: who, by which route, what, and with which answer', async () => {
  const path = await route('echo', [{ name: 'RequiredPermission', args: ['lo:lock:list'] }])
  const rows = async () =>
    (
      await world.database.pool.query<Record<string, unknown>>(
        `select log_content as content, operate_type as type, userid, username, ip, request_url as url, request_type as verb,
           method as route, request_param as param
         from sys_log where log_type = 2 and request_url like $1 order by create_time, log_no`,
        [`${path}%`],
      )
    ).rows
  await ask(`${path}/orders?token=secret`, { as: 'li', method: 'POST', body: 'x' })
  await ask(`${path}/orders`, { as: 'li', method: 'DELETE' })
  for (let n = 0; n < 4; n += 1) await ask(`${path}/live`, { as: 'li' })
  await ask(`${path}/live`, { as: 'wang' })
  await expect.poll(async () => (await rows()).length).toBe(4)
  const name = `“路由 ${path.slice(2)}”`
  expect(await rows()).toEqual([
    {
      content: `邻近系统${name}：POST ${path}/orders，回答 200`,
      type: 2,
      userid: 'li',
      username: '人员 li',
      ip: '127.0.0.1',
      url: `${path}/orders`,
      verb: 'POST',
      route: `网关路由 ${path.slice(1)}`,
      param: `{"route":"${path.slice(1)}","status":200}`,
    },
    expect.objectContaining({ content: `邻近系统${name}：DELETE ${path}/orders，回答 200`, type: 4 }),
    expect.objectContaining({ content: `邻近系统${name}：GET ${path}/live，回答 200`, type: 1 }),
    expect.objectContaining({
      content: `邻近系统${name}：GET ${path}/live，回答 403`,
      userid: 'wang',
      type: 1,
    }),
  ])
  // What is only looked at stands there once a minute, with how often.
  world.clock.advance(60_000)
  await expect
    .poll(async () => (await rows()).map(({ content }) => String(content)))
    .toContain(`邻近系统${name}：GET ${path}/live，回答 200（一分钟内又 3 次）`)
})

/** Everything that the route server answers to a request of these bytes, until it closes the connection. */
async function say(
  target: string,
  {
    method = 'GET',
    lines = ['host: a.example'],
    body = '',
  }: { method?: string; lines?: readonly string[]; body?: string } = {},
): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const own = [`x-access-token: ${tokenOf('wang')}`, 'connection: close']
  const isOwnConnection = lines.some((line) => /^connection:/i.test(line))
  socket.write(
    `${[`${method} ${target} HTTP/1.1`, ...lines, ...(isOwnConnection ? own.slice(0, 1) : own), '', ''].join('\r\n')}${body}`,
  )
  let heard = ''
  for await (const part of socket) heard += String(part)
  return heard
}
