import type { DatabaseState, DiskRow, HttpTrace, MonitorHistory, StatementList } from '@suoan/contract'
import { oneByOne } from '../reactions/index.ts'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { monitor } from './index.ts'
import { metrics } from './metrics.ts'
import { monitorOf } from './monitor.ts'
import { watchRequests, withoutSecrets } from './requests.ts'
import { limits, type Figures } from './thresholds.ts'
import { createWatch } from './watch.ts'

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
    app.get('/assets/page-1.js', async () => 'export {}')
    app.get('/b/bad', async (_, reply) => reply.code(500).send({}))
    for (let n = 0; n < 105; n += 1)
      await app.inject({ url: `/b/n/${n}?password=x`, headers: { 'x-access-token': 't' } })
    await app.inject({ url: '/b/bad' })
    await app.inject({ url: '/b/actuator/httptrace' })
    await app.inject({ url: '/assets/page-1.js' })
    expect(counts.traces).toHaveLength(100)
    expect(counts.traces[0]).toMatchObject({
      request: { method: 'GET', uri: 'http://localhost:80/b/bad' },
      response: { status: 500 },
    })
    expect(counts.traces[1]?.request.uri).toBe('http://localhost:80/b/n/104')
    expect(JSON.stringify(counts.traces)).not.toMatch(/password|x-access-token/)
    expect(counts.all).toMatchObject({ count: 108, errors: 1 })
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
    // The page says so before anybody has typed a command.
    expect(await me.get('/sys/actuator/redis/terminal')).toMatchObject({
      result: { closed: expect.stringMatching(/没有使用 Redis.*REDIS_URL.*REDIS_TERMINAL=on/) },
    })
    const reader = world.as({ permissions: new Set(['system:monitor:list']) })
    expect(await reader.get('/sys/actuator/redis/terminal')).toMatchObject({ code: 510 })
    expect(await reader.post('/sys/actuator/redis/command', { command: 'PING' })).toMatchObject({ code: 510 })
  })
})

const query = (text: string) => world.database.pool.query(text)

describe('limits of the figures', () => {
  const titles = async () =>
    (
      await query(`select a.titile from sys_announcement a join sys_announcement_send s on s.annt_id = a.id
        where s.user_id = 'boss' order by a.create_time, a.id`)
    ).rows.map((row) => row.titile)
  const calm = {
    sample: { poolWaiting: 0, loopMs: 10 },
    disks: [{ name: '/data', rest: 2 ** 33, restPPT: 40, holds: '数据目录' }],
    oldestSeconds: 3,
    mqttWaiting: 0,
  } satisfies Figures
  const full: Figures = {
    sample: { poolWaiting: 40, loopMs: 4_000 },
    disks: [{ name: '/data', rest: 2 ** 30, restPPT: 97, holds: '数据目录' }],
    oldestSeconds: 9_000,
    mqttWaiting: 5_000,
  }
  const all = Object.values(limits).map(({ title }) => title)

  it('are told to administrators of the platform once when crossed and once when over, by all servers together', async () => {
    await query(`insert into sys_user (id, username, realname, status, del_flag, tenant_id) values
      ('boss', 'boss', 'boss', 1, 0, 0), ('clerk', 'clerk', 'clerk', 1, 0, 0), ('other', 'other', 'other', 1, 0, 7)`)
    await query(`insert into sys_role (id, role_code, role_name, tenant_id) values
      ('r-boss', 'admin', '管理员', 0), ('r-other', 'admin', '管理员', 7)`)
    await query(
      `insert into sys_user_role (id, user_id, role_id) values ('b', 'boss', 'r-boss'), ('o', 'other', 'r-other')`,
    )
    const wanted: string[] = []
    world.ctx.reactions.declare({
      name: 'test.seen',
      title: '测试',
      event: 'message.wanted',
      key: () => 'test',
      handle: oneByOne(async (_, { event, userIds }) => void wanted.push(`${event} ${userIds.join()}`)),
    })
    const one = createWatch(world.ctx, 'one')
    const look = async (figures: Figures, times: number, watch = one): Promise<void> => {
      for (let i = 0; i < times; i += 1) {
        world.clock.advance(10_000)
        await watch.look(figures)
      }
    }
    await look(calm, 10)
    // A peak is no reason.
    await look({ ...full, disks: calm.disks, oldestSeconds: 3 }, 3)
    await look(calm, 1)
    expect(await titles()).toEqual([])
    await look(full, 30)
    expect((await titles()).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      all.toSorted((a, b) => (a < b ? -1 : 1)),
    )
    // A server that begins anew knows it from the database; at the edge nothing changes.
    await look(full, 10, createWatch(world.ctx, 'one'))
    await look({ ...full, disks: [{ name: '/data', rest: 2 ** 31, restPPT: 87, holds: '' }] }, 10)
    expect(await titles()).toHaveLength(all.length)
    await look(calm, 30)
    expect((await titles()).slice(all.length).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      all.map((title) => `已恢复：${title}`).toSorted((a, b) => (a < b ? -1 : 1)),
    )
    // Up and down within the hour is no news.
    await look(full, 10)
    await look(calm, 10)
    expect(await titles()).toHaveLength(2 * all.length)
    await world.settled()
    expect(new Set(wanted)).toEqual(new Set(['operations boss']))
    expect(wanted).toHaveLength(2 * all.length)
    expect((await query(`select distinct user_id from sys_announcement_send`)).rows).toEqual([
      { user_id: 'boss' },
    ])
  })
})

describe('数据库真空检查', () => {
  it('names tables with many dead rows in the record of the run, and changes nothing', async () => {
    await query('create table divided (n integer) partition by range (n)')
    await query(`create table neglected (n integer) with (autovacuum_enabled = off)`)
    await query('insert into neglected select generate_series(1, 500)')
    await query('delete from neglected where n <= 300')
    const job = world.ctx.jobs.of('jobs.VacuumLook')
    const said: string[] = []
    const run = async () => {
      await query('select pg_stat_force_next_flush()')
      return await job?.run({
        ctx: world.ctx,
        parameters: { deadRows: 100, deadPercent: 20, days: 7 } as never,
        dueAt: 0,
        signal: new AbortController().signal,
        say: (line) => void said.push(line),
      })
    }
    await expect.poll(run, { timeout: 15_000 }).toContain('张表需要关注')
    expect(said.join()).toContain('neglected：死行 300（60%），没有清理记录')
    // A partitioned table has no rows of its own and no transaction number that could grow old; its partitions have.
    expect(said.join()).not.toContain('事务号')
  })
})
