import { sql } from 'kysely'
import os from 'node:os'
import v8 from 'node:v8'
import type { Context } from '../context.ts'
import type { Monitor } from './monitor.ts'
import { spaceOf } from './runtime.ts'

type Measurement = readonly [statistic: 'VALUE' | 'COUNT' | 'TOTAL_TIME' | 'MAX', value: number]

interface Metric {
  readonly description: string
  readonly baseUnit: string | null
  readonly read: (ctx: Context, monitor: Monitor) => Promise<readonly Measurement[]> | readonly Measurement[]
}

const value = (
  description: string,
  baseUnit: string | null,
  read: (ctx: Context, monitor: Monitor) => number | Promise<number>,
): Metric => ({
  description,
  baseUnit,
  read: async (ctx, monitor) => [['VALUE', await read(ctx, monitor)]],
})

const seconds = (ms: number): number => ms / 1000

interface Count {
  readonly count: number
  readonly totalMs: number
  readonly maxMs: number
}
const timed = (description: string, of: (monitor: Monitor) => Count): Metric => ({
  description,
  baseUnit: 'seconds',
  read: (_, monitor) => {
    const { count, totalMs, maxMs } = of(monitor)
    return [
      ['COUNT', count],
      ['TOTAL_TIME', seconds(totalMs)],
      ['MAX', seconds(maxMs)],
    ]
  },
})

const sessions = async (
  ctx: Context,
  monitor: Monitor,
): Promise<{ live: number; over: number; made: number }> => {
  const now = new Date(ctx.clock.now())
  const { rows } = await sql<{ live: number; over: number; made: number }>`
    select count(*) filter (where expires_at > ${now})::int as live,
      count(*) filter (where expires_at <= ${now})::int as over,
      count(*) filter (where created_at >= ${new Date(monitor.startedAt)})::int as made
    from sys_session`.execute(ctx.db)
  const found = rows[0] ?? { live: 0, over: 0, made: 0 }
  monitor.sawSessions(found.live)
  return found
}

/**
 * The names that the monitor pages of the client family ask for (4-api.md §8), each with what it is on Node: the pages
 * load all of theirs together, and one that is missing empties the whole table.
 */
export const metrics: Readonly<Record<string, Metric>> = {
  'system.cpu.count': value('处理器数量', null, () => os.cpus().length),
  'system.cpu.usage': value('整机处理器使用率', null, (_, { latest }) => latest().systemCpu),
  'process.cpu.usage': value('本程序处理器使用率', null, (_, { latest }) => latest().processCpu),
  'process.start.time': value('启动时间', 'seconds', (_, { startedAt }) => startedAt / 1000),
  'process.uptime': value('已运行时间', 'seconds', () => process.uptime()),
  'jvm.memory.max': value('V8 堆上限', 'bytes', () => v8.getHeapStatistics().heap_size_limit),
  'jvm.memory.committed': value('V8 已向系统申请的堆', 'bytes', () => v8.getHeapStatistics().total_heap_size),
  'jvm.memory.used': value('V8 已用的堆', 'bytes', () => v8.getHeapStatistics().used_heap_size),
  'jvm.buffer.memory.used': value('堆外缓冲区', 'bytes', () => process.memoryUsage().arrayBuffers),
  'jvm.buffer.count': value(
    '使用缓冲区的活动资源（连接、文件、定时器）',
    'buffers',
    () => process.getActiveResourcesInfo().length,
  ),
  'jvm.threads.live': value('进程线程数', 'threads', (_, { runtime }) => runtime.threads().live),
  'jvm.threads.peak': value('进程线程数峰值', 'threads', (_, { runtime }) => runtime.threads().peak),
  'jvm.threads.daemon': value('主线程之外的线程', 'threads', (_, { runtime }) => runtime.threads().live - 1),
  'jvm.classes.loaded': value('V8 上下文', null, () => v8.getHeapStatistics().number_of_native_contexts),
  'jvm.classes.unloaded': value(
    '已分离、等待回收的 V8 上下文',
    null,
    () => v8.getHeapStatistics().number_of_detached_contexts,
  ),
  'jvm.gc.memory.allocated': value('年轻代空间', 'bytes', () => spaceOf('new_space')?.space_size ?? 0),
  'jvm.gc.memory.promoted': value(
    '老年代已用空间',
    'bytes',
    () => spaceOf('old_space')?.space_used_size ?? 0,
  ),
  'jvm.gc.max.data.size': value('老年代空间上限', 'bytes', () => v8.getHeapStatistics().heap_size_limit),
  'jvm.gc.live.data.size': value('上次完整回收后的老年代', 'bytes', (_, { runtime }) => runtime.liveBytes()),
  'jvm.gc.pause': {
    description: '垃圾回收次数与耗时',
    baseUnit: 'seconds',
    read: (_, { runtime: { gc } }) => [
      ['COUNT', gc.count],
      ['TOTAL_TIME', gc.seconds],
      ['MAX', gc.maxSeconds],
    ],
  },
  'tomcat.sessions.created': value(
    '启动后新建的会话',
    'sessions',
    async (...all) => (await sessions(...all)).made,
  ),
  'tomcat.sessions.expired': value(
    '已过期、尚未清理的会话',
    'sessions',
    async (...all) => (await sessions(...all)).over,
  ),
  'tomcat.sessions.active.current': value(
    '当前有效会话',
    'sessions',
    async (...all) => (await sessions(...all)).live,
  ),
  'tomcat.sessions.active.max': value('见过的最多有效会话', 'sessions', async (ctx, monitor) => {
    await sessions(ctx, monitor)
    return monitor.mostSessions()
  }),
  'tomcat.sessions.rejected': value(
    '因过载被拒绝的请求',
    'sessions',
    (_, { requests }) => requests().rejected,
  ),
  'tomcat.global.sent': value('已发送的字节', 'bytes', (_, { requests }) => requests().bytesSent),
  'tomcat.global.error': value('服务器出错的请求', null, (_, { requests }) => requests().all.errors),
  'tomcat.global.request': timed('全部请求', ({ requests }) => requests().all),
  'tomcat.global.request.max': value('全部请求的最长耗时', 'seconds', (_, { requests }) =>
    seconds(requests().all.maxMs),
  ),
  'tomcat.servlet.request': timed('接口请求', ({ requests }) => requests().api),
  'tomcat.servlet.request.max': value('接口请求的最长耗时', 'seconds', (_, { requests }) =>
    seconds(requests().api.maxMs),
  ),
  'tomcat.servlet.error': value('出错的接口请求', null, (_, { requests }) => requests().api.errors),
  'tomcat.threads.current': value('进程线程数', 'threads', (_, { runtime }) => runtime.threads().live),
  'tomcat.threads.busy': value(
    '正在使用的数据库连接',
    'threads',
    ({ pool }) => pool.totalCount - pool.idleCount,
  ),
  'tomcat.threads.config.max': value('后台线程池上限', 'threads', () =>
    Number(process.env['UV_THREADPOOL_SIZE'] ?? 4),
  ),
}
