import { monitorEndpoints as calls, noRedis } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import os from 'node:os'
import v8 from 'node:v8'
import { failAbsent, fail } from '../fail.ts'
import type { Feature } from '../http/route.ts'
import { originOf, recordAudit } from '../resource/audit.ts'
import { databaseState, statementList } from './database.ts'
import { disks } from './disks.ts'
import { EVERY_SECONDS } from './history.ts'
import { metrics } from './metrics.ts'
import { monitorOf } from './monitor.ts'
import { createRedisMonitor, readCommand } from './redis.ts'
import { vacuumLook } from './vacuum-look.ts'

export { monitorOf, type MqttReader } from './monitor.ts'
export { mountMetrics } from './prometheus.ts'
export { watchRequests } from './requests.ts'
export { startWatch } from './watch.ts'

/** Points of the Redis charts that are kept; the page asks for one every three seconds. */
const MOST_POINTS = 200

/** 系统监控 (4-api.md §8, 5-screens.md §8): what this server, its database, Redis, disks and gateway are doing. */
export const monitor: Feature = ({ app, ctx, bind }) => {
  const own = monitorOf(ctx)
  const redis = createRedisMonitor(ctx)
  vacuumLook(ctx)
  app.addHook('onClose', async () => {
    own.stop()
    await redis.close()
  })
  bind(calls.metric, async ({ input, reply }) => {
    const metric = Object.hasOwn(metrics, input.name) ? metrics[input.name] : undefined
    if (!metric) throw failAbsent()
    const measurements = await metric.read(ctx, own)
    await reply.send({
      name: input.name,
      description: metric.description,
      baseUnit: metric.baseUnit,
      measurements: measurements.map(([statistic, value]) => ({ statistic, value })),
      availableTags: [],
    })
    return null
  })
  bind(calls.trace, async ({ input, reply }) => {
    const word = input.word.trim().toLowerCase()
    const traces = own
      .requests()
      .traces.filter(
        ({ request, response, principal }) =>
          response.status >= input.leastStatus &&
          `${request.uri} ${principal ?? ''}`.toLowerCase().includes(word),
      )
    await reply.send({ traces })
    return null
  })
  bind(calls.disks, async () => disks(ctx.config))
  bind(calls.history, async ({ input }) => ({
    samples: own.history.since(input.since),
    everySeconds: EVERY_SECONDS,
    cpuCount: os.cpus().length,
    heapLimit: v8.getHeapStatistics().heap_size_limit,
    poolMax: ctx.pool.options.max,
  }))
  bind(calls.statements, ({ input }) => statementList(ctx, input))
  bind(calls.database, () => databaseState(ctx))
  bind(calls.mqtt, async () => own.mqtt())

  const points: { readonly at: number; readonly keys: number | null; readonly bytes: number | null }[] = []
  const keep = (point: { keys?: number; bytes?: number }): number => {
    const at = ctx.clock.now()
    points.push({ at, keys: point.keys ?? null, bytes: point.bytes ?? null })
    if (points.length > MOST_POINTS) points.shift()
    return at
  }
  const report = (of: 'keys' | 'bytes') => ({
    data: points
      .filter((point) => point[of] !== null)
      .map((point) => ({ name: shanghaiTime(point.at).slice(11), value: point[of] })),
  })
  bind(calls.redisInfo, () => redis.info())
  bind(calls.redisKeys, async ({ reply }) => {
    const keys = await redis.keys()
    await reply.send({ create_time: keep({ keys }), dbSize: keys })
    return null
  })
  bind(calls.redisMemory, async ({ reply }) => {
    const bytes = await redis.memory()
    const at = keep({ bytes })
    await reply.send({ used_memory: String(bytes), create_time: at })
    return null
  })
  bind(calls.redisKeysReport, async ({ reply }) => {
    keep({ keys: await redis.keys() })
    await reply.send(report('keys'))
    return null
  })
  bind(calls.redisMemoryReport, async ({ reply }) => {
    keep({ bytes: await redis.memory() })
    await reply.send(report('bytes'))
    return null
  })
  bind(calls.redisInfoReport, async ({ reply }) => {
    const rows = await redis.info()
    await reply.send({ data: rows.map(({ key, value }) => ({ name: key, value })) })
    return null
  })
  const { redisUrl, redisTerminal } = ctx.config
  // Why no command is taken, with all that has to be set; null where they are.
  const closed =
    redisUrl === undefined
      ? `${noRedis}${redisTerminal ? '' : '，并设置 REDIS_TERMINAL=on'}，然后重新启动`
      : redisTerminal
        ? null
        : 'Redis终端没有开启；需要时请由维护人员设置 REDIS_TERMINAL=on 并重新启动'
  bind(calls.redisTerminal, () => Promise.resolve({ closed }))
  bind(calls.redisCommand, async ({ input, actor, request }) => {
    if (closed !== null) throw fail('REFUSED', { detail: closed })
    const check = readCommand(input.command)
    await recordAudit(ctx.pool, {
      actor,
      content: `Redis终端${check.ok ? '' : '（已拒绝）'}：${input.command}`,
      operateType: 1,
      origin: originOf(request),
      now: ctx.clock.now(),
    })
    if (!check.ok) throw fail('REFUSED', { detail: check.reason })
    return { output: await redis.command(check.words) }
  })
}
