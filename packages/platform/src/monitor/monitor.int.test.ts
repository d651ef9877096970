import type { DatabaseState, DiskRow, HttpTrace, MonitorHistory, StatementList } from '@suoan/contract'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monitor } from './index.ts'
import { metrics } from './metrics.ts'
import { monitorOf } from './monitor.ts'
import { watchRequests, withoutSecrets } from './requests.ts'

let world: TestWorld
/** As the client spells them (4-api.md §8). */
const asked =
  'jvm.memory.max jvm.memory.committed jvm.memory.used jvm.buffer.memory.used jvm.buffer.count jvm.threads.daemon jvm.threads.live jvm.threads.peak jvm.classes.loaded jvm.classes.unloaded jvm.gc.memory.allocated jvm.gc.memory.promoted jvm.gc.max.data.size jvm.gc.live.data.size jvm.gc.pause system.cpu.count system.cpu.usage process.start.time process.uptime process.cpu.usage tomcat.sessions.created tomcat.sessions.expired tomcat.sessions.active.current tomcat.sessions.active.max tomcat.sessions.rejected tomcat.global.sent tomcat.global.request tomcat.global.request.max tomcat.servlet.request tomcat.servlet.request.max tomcat.threads.current tomcat.threads.config.max'.split(
    ' ',
  )

beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'monitor', mount: monitor }] })
})
afterAll(() => world[Symbol.asyncDispose]())

const bare = async <T>(path: string, query: Record<string, string> = {}): Promise<T> =>
  (await world.as().raw('GET', path, { query })).json<T>()

describe('the metrics that the monitor pages ask for', () => {
  it.each(asked)('%s is there, bare, with a figure of this process', async (name) => {
    const answer = await bare<{ name: string; measurements: { statistic: string; value: number }[] }>(
      `/actuator/metrics/${name}`,
    )
    expect(answer.name).toBe(name)
    for (const { value } of answer.measurements) expect(Number.isFinite(value)).toBe(true)
    const statistics = answer.measurements.map(({ statistic }) => statistic)
    // The JVM page reads COUNT first and TOTAL_TIME second.
    if (name === 'jvm.gc.pause') expect(statistics).toEqual(['COUNT', 'TOTAL_TIME', 'MAX'])
  })

  it('usages are parts of one, times are in seconds, and sizes agree with the process', async () => {
    const of = async (name: string) =>
      (await bare<{ measurements: { value: number }[] }>(`/actuator/metrics/${name}`)).measurements[0]
        ?.value ?? -1
    monitorOf(world.ctx).sample()
    expect(await of('system.cpu.usage')).toBeLessThanOrEqual(1)
    expect(await of('process.cpu.usage')).toBeLessThanOrEqual(1)
    expect(Math.abs((await of('process.start.time')) - (Date.now() / 1000 - process.uptime()))).toBeLessThan(
      5,
    )
    expect(await of('jvm.memory.used')).toBeLessThan(await of('jvm.memory.max'))
    expect(await of('jvm.threads.live')).toBeGreaterThan(1)
  })

  it('a name that is none is refused, whatever it is a name of', async () => {
    for (const name of ['constructor', 'jvm', '%2e%2e'])
      expect((await bare<{ success: boolean }>(`/actuator/metrics/${name}`)).success).toBe(false)
    expect(Object.keys(metrics)).toEqual(expect.arrayContaining(asked))
  })
})

describe('who may look', () => {
  it('nobody without a token, nobody without the permission, no other tenant (V22)', async () => {
    const paths = ['/actuator/metrics/jvm.memory.used', '/actuator/httptrace']
    const more = ['redis/info', 'redis/queryDiskInfo', 'history', 'statements', 'mqtt', 'database']
    for (const path of [...paths, ...more.map((each) => `/sys/actuator/${each}`)]) {
      expect(await world.anonymous.get(path)).toMatchObject({ message: 'Token失效，请重新登录' })
      expect(await world.as({ permissions: new Set(['system:log:list']) }).get(path)).toMatchObject({
        code: 510,
      })
      expect(await world.as({ tenantId: 7 }).get(path)).toMatchObject({ success: false })
    }
  })
})

describe('the request trace', () => {
  it('keeps no secret of an address', () => {
    expect(withoutSecrets('/b/sys/getQrcodeToken/abc', '/b/sys/getQrcodeToken/:token')).toBe(
      '/b/sys/getQrcodeToken/{token}',
    )
    expect(withoutSecrets(`/b/x/${'a'.repeat(43)}`, undefined)).toBe('/b/x/{…}')
    expect(withoutSecrets('/b/sys/user/queryById', '/b/sys/user/queryById')).toBe('/b/sys/user/queryById')
  })

  it('tells the newest hundred calls without query, headers or itself, and finds among them', async () => {
    const { default: fastify } = await import('fastify')
    const app = fastify()
    const counts = watchRequests(app, '/b')
    app.get('/b/n/:n', async () => ({ ok: true }))
    app.get('/b/bad', async (_, reply) => reply.code(500).send({}))
    for (let n = 0; n < 105; n += 1)
      await app.inject({ url: `/b/n/${n}?password=x`, headers: { 'x-access-token': 't' } })
    await app.inject({ url: '/b/bad' })
    await app.inject({ url: '/b/actuator/httptrace' })
    expect(counts.traces).toHaveLength(100)
    expect(counts.traces[0]).toMatchObject({
      request: { method: 'GET', uri: 'http://localhost:80/b/bad' },
      response: { status: 500 },
    })
    expect(counts.traces[1]?.request.uri).toBe('http://localhost:80/b/n/104')
    expect(JSON.stringify(counts.traces)).not.toMatch(/password|x-access-token/)
    expect(counts.all).toMatchObject({ count: 107, errors: 1 })
    monitorOf(world.ctx).measure({ requests: counts, mqtt: null })
    const found = await bare<{ traces: HttpTrace[] }>('/actuator/httptrace', {
      word: '/N/10',
      leastStatus: '200',
    })
    expect(found.traces.map(({ request }) => request.uri.split('/n/')[1])).toEqual([
      '104',
      '103',
      '102',
      '101',
      '100',
      '10',
    ])
    expect(
      (await bare<{ traces: HttpTrace[] }>('/actuator/httptrace', { leastStatus: '500' })).traces,
    ).toHaveLength(1)
    await app.close()
  })
})

describe('figures from their sources', () => {
  it('disks are those of the machine, with what of ours lies on them', async () => {
    const { result } = await world.as().get<DiskRow[]>('/sys/actuator/redis/queryDiskInfo')
    expect(result.length).toBeGreaterThan(0)
    for (const { max, rest, restPPT } of result) {
      expect(max).toBeGreaterThan(0)
      expect(rest).toBeLessThanOrEqual(max)
      expect(restPPT).toBeGreaterThanOrEqual(0)
      expect(restPPT).toBeLessThanOrEqual(100)
    }
    expect(result.some(({ holds }) => holds.includes('临时目录'))).toBe(true)
  })

  it('statements are counted by the pools, without values, and failures too', async () => {
    await world.ctx.pool.query("select 'Geheim' || $1::text as monitor_probe", ['x'])
    await expect(world.ctx.pool.query('select monitor_probe from nowhere_at_all')).rejects.toThrow()
    await world.ctx.db.transaction().execute((tx) => tx.selectFrom('sysUser').select('id').limit(1).execute())
    const { result } = await world
      .as()
      .get<StatementList>('/sys/actuator/statements', { word: 'monitor_probe' })
    expect(result.statements).toHaveLength(2)
    expect(JSON.stringify(result)).not.toContain('Geheim')
    expect(result.statements.find(({ errors }) => errors === 1)?.statement).toContain('nowhere_at_all')
    expect(result.statements.find(({ rows }) => rows === 1)).toMatchObject({ calls: 1 })
    const users = await world.as().get<StatementList>('/sys/actuator/statements', { word: 'from "sys_user"' })
    expect(users.result.distinct).toBeGreaterThan(0)
  })

  it('the database tells its size, its tables, and who has waited longest', async () => {
    const client = await world.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('select 1')
      const { result } = await world.as().get<DatabaseState>('/sys/actuator/database')
      expect(result.size).toBeGreaterThan(1_000_000)
      expect(result.tables.map(({ name }) => name)).toContain('sys_user')
      expect(result.oldestTransaction).toMatchObject({ state: 'idle in transaction' })
      await client.query('rollback')
    } finally {
      client.release()
    }
  })

  it('history holds an hour of samples and gives those after a moment', async () => {
    const own = monitorOf(world.ctx)
    for (let n = 0; n < 370; n += 1) {
      world.clock.advance(10_000)
      own.sample()
    }
    const all = (await world.as().get<MonitorHistory>('/sys/actuator/history')).result
    expect(all.samples).toHaveLength(360)
    const since = all.samples[357]?.at ?? 0
    const late = (await world.as().get<MonitorHistory>('/sys/actuator/history', { since })).result
    expect(late.samples).toHaveLength(2)
  })

  it('without Redis and without MQTT the pages are told so, and the terminal is off', async () => {
    const me = world.as()
    expect(await me.get('/sys/actuator/redis/info')).toMatchObject({
      success: false,
      message: expect.stringContaining('没有使用 Redis'),
    })
    expect(await me.get('/sys/actuator/mqtt')).toMatchObject({ result: { kind: null, online: 0 } })
    expect(await me.post('/sys/actuator/redis/command', { command: 'PING' })).toMatchObject({
      message: expect.stringContaining('REDIS_TERMINAL'),
    })
    const reader = world.as({ permissions: new Set(['system:monitor:list']) })
    expect(await reader.post('/sys/actuator/redis/command', { command: 'PING' })).toMatchObject({ code: 510 })
  })
})
