import type { Redis } from 'ioredis'
import { noRedis, type RedisInfoRow } from '@suoan/contract'
import type { Context } from '../context.ts'
import { fail } from '../fail.ts'

/** What the keys of INFO mean; a key without words here is shown with its group. */
const meanings: Readonly<Record<string, string>> = {
  redis_version: 'Redis 服务器版本',
  redis_mode: '运行模式',
  os: '操作系统',
  process_id: '服务器进程号',
  tcp_port: '监听端口',
  uptime_in_seconds: '已运行时间（秒）',
  uptime_in_days: '已运行时间（天）',
  connected_clients: '已连接客户端数量',
  blocked_clients: '等待阻塞命令的客户端数量',
  maxclients: '最多客户端数量',
  used_memory: '已分配的内存（字节）',
  used_memory_human: '已分配的内存',
  used_memory_rss_human: '操作系统看到的内存',
  used_memory_peak_human: '内存峰值',
  maxmemory_human: '内存上限',
  maxmemory_policy: '达到内存上限时的策略',
  mem_fragmentation_ratio: '内存碎片比',
  rdb_last_save_time: '上次保存时间（秒）',
  rdb_changes_since_last_save: '上次保存后的改动',
  aof_enabled: '是否开启 AOF',
  total_connections_received: '已接受的连接数',
  total_commands_processed: '已执行的命令数',
  instantaneous_ops_per_sec: '每秒执行的命令数',
  rejected_connections: '因客户端上限被拒绝的连接数',
  expired_keys: '因过期删除的 key 数',
  evicted_keys: '因内存不足删除的 key 数',
  keyspace_hits: '查找 key 成功的次数',
  keyspace_misses: '查找 key 失败的次数',
  pubsub_channels: '有订阅者的频道数',
  role: '角色',
  connected_slaves: '从节点数量',
  used_cpu_sys: '内核态 CPU 时间（秒）',
  used_cpu_user: '用户态 CPU 时间（秒）',
}

/** The Redis that several nodes share, looked at on demand by a connection of its own; refused where there is none. */
export interface RedisMonitor {
  info(): Promise<RedisInfoRow[]>
  keys(): Promise<number>
  memory(): Promise<number>
  command(words: readonly string[]): Promise<string>
  close(): Promise<void>
}

export function createRedisMonitor(ctx: Context): RedisMonitor {
  const url = ctx.config.redisUrl
  let client: Promise<Redis> | null = null
  const connected = async (): Promise<Redis> => {
    if (url === undefined) throw fail('REFUSED', { detail: noRedis })
    client ??= open(url, ctx)
    return client.catch((error: unknown) => {
      client = null
      ctx.log.warn({ err: error }, 'Redis could not be looked at')
      throw fail('REFUSED', { detail: '获取 Redis 信息失败：Redis 没有回应，请检查 REDIS_URL 和网络' })
    })
  }
  const ask = async <T>(work: (redis: Redis) => Promise<T>): Promise<T> => {
    const redis = await connected()
    try {
      return await work(redis)
    } catch (error) {
      ctx.log.warn({ err: error }, 'Redis did not answer')
      throw fail('REFUSED', { detail: '获取 Redis 信息失败：Redis 没有回应，请稍后再试' })
    }
  }
  return {
    info: () => ask(async (redis) => rowsOf(await redis.info())),
    keys: () => ask((redis) => redis.dbsize()),
    memory: () =>
      ask(async (redis) => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? 0)),
    command: ([name = '', ...rest]) =>
      ask(async (redis) => {
        try {
          return shown(await redis.call(name, ...rest))
        } catch (error) {
          // What Redis objects to is what the person wants to read.
          if (error instanceof Error && error.name === 'ReplyError') return `(error) ${error.message}`
          throw error
        }
      }),
    async close() {
      const open_ = await client?.catch(() => null)
      open_?.disconnect()
    },
  }
}

async function open(url: string, ctx: Context): Promise<Redis> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    connectTimeout: 3_000,
    commandTimeout: 3_000,
  })
  redis.on('error', (error: Error) => ctx.log.warn({ err: error }, 'the connection to Redis failed'))
  await redis.connect()
  return redis
}

function rowsOf(info: string): RedisInfoRow[] {
  const rows: RedisInfoRow[] = []
  let group = ''
  for (const line of info.split(/\r?\n/)) {
    if (line.startsWith('# ')) group = line.slice(2)
    const colon = line.indexOf(':')
    if (colon < 0) continue
    const key = line.slice(0, colon)
    rows.push({ key, value: line.slice(colon + 1), description: meanings[key] ?? group })
  }
  return rows
}

const MOST_OUTPUT = 20_000

function shown(answer: unknown, indent = ''): string {
  if (answer === null || answer === undefined) return '(nil)'
  if (typeof answer === 'number' || typeof answer === 'bigint') return `(integer) ${answer}`
  if (Array.isArray(answer)) {
    if (answer.length === 0) return '(empty list)'
    return answer
      .map((each, index) => `${index === 0 ? '' : indent}${index + 1}) ${shown(each, `${indent}   `)}`)
      .join('\n')
      .slice(0, MOST_OUTPUT)
  }
  const text = Buffer.isBuffer(answer) ? answer.toString('utf8') : String(answer)
  return text.slice(0, MOST_OUTPUT)
}

/** Commands that only read, and so many words they take at most; everything else is refused (security.md V22). */
const readCommands: Readonly<Record<string, { readonly least: number; readonly most: number }>> = {
  PING: { least: 0, most: 0 },
  DBSIZE: { least: 0, most: 0 },
  INFO: { least: 0, most: 1 },
  GET: { least: 1, most: 1 },
  STRLEN: { least: 1, most: 1 },
  EXISTS: { least: 1, most: 10 },
  TYPE: { least: 1, most: 1 },
  TTL: { least: 1, most: 1 },
  PTTL: { least: 1, most: 1 },
  HGET: { least: 2, most: 2 },
  HLEN: { least: 1, most: 1 },
  LLEN: { least: 1, most: 1 },
  LINDEX: { least: 2, most: 2 },
  SCARD: { least: 1, most: 1 },
  SISMEMBER: { least: 2, most: 2 },
  ZCARD: { least: 1, most: 1 },
  ZSCORE: { least: 2, most: 2 },
  SCAN: { least: 1, most: 5 },
}

export type CommandCheck =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly reason: string }

/** The words of a command line, when it is one of the commands that only read. */
export function readCommand(line: string): CommandCheck {
  const words = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  const [name = '', ...rest] = words
  const known = readCommands[name.toUpperCase()]
  if (!known || !Object.hasOwn(readCommands, name.toUpperCase()))
    return {
      ok: false,
      reason: `不能执行“${name.slice(0, 30)}”：这里只能执行只读命令 ${Object.keys(readCommands).join('、')}`,
    }
  if (rest.length < known.least || rest.length > known.most)
    return { ok: false, reason: `命令 ${name.toUpperCase()} 的参数个数不正确` }
  if (name.toUpperCase() === 'SCAN' && !isBoundedScan(rest))
    return { ok: false, reason: 'SCAN 请写成：SCAN 游标 MATCH 模式 COUNT 数量，数量不超过 200' }
  return { ok: true, words: [name.toUpperCase(), ...rest] }
}

function isBoundedScan([cursor = '', ...rest]: readonly string[]): boolean {
  if (!/^\d{1,20}$/.test(cursor) || rest.length % 2 !== 0) return false
  for (let at = 0; at < rest.length; at += 2) {
    const option = rest[at]?.toUpperCase()
    const value = rest[at + 1] ?? ''
    if (option === 'COUNT' ? !/^\d{1,3}$/.test(value) || Number(value) > 200 : option !== 'MATCH')
      return false
  }
  return true
}
