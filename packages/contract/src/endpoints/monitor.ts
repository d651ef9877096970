import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** A row of the Redis table (4-api.md §8). */
export interface RedisInfoRow {
  key: string
  value: string
  description: string
}

/** A volume; `restPPT` is the used part in percent, despite its name (4-api.md §8). */
export interface DiskRow {
  name: string
  /** Bytes. */
  max: number
  /** Bytes that are free for us. */
  rest: number
  restPPT: number
  /** What of ours lies on it, in Chinese; '' for others. */
  holds: string
}

/** Why there is nothing to see of Redis where this installation does without it. */
export const noRedis = '本系统没有使用 Redis（单机运行时不需要）；需要时请配置 REDIS_URL'

/** What the server measures of itself every ten seconds; null where it cannot be measured. */
export interface MonitorSample {
  /** Epoch ms. */
  at: number
  /** 0–1 of all processors. */
  systemCpu: number
  /** 0–1 of all processors. */
  processCpu: number
  /** Bytes. */
  rss: number
  heapUsed: number
  /** Longest wait of the event loop in the time since the sample before, ms. */
  loopMs: number
  /** Answers a second, and their mean time in ms. */
  requestsPerSecond: number
  requestMs: number
  /** Database connections in use, and callers that wait for one. */
  poolBusy: number
  poolWaiting: number
  /** Messages of devices a second; null without a gateway. */
  mqttPerSecond: number | null
}

export interface MonitorHistory {
  samples: MonitorSample[]
  /** Seconds between two samples. */
  everySeconds: number
  /** Limits of the figures: processors, heap (bytes), connections. */
  cpuCount: number
  heapLimit: number
  poolMax: number
}

/** A statement of this application, as the pools have sent it, or as PostgreSQL counts it. Without values. */
export interface StatementRow {
  statement: string
  calls: number
  /** All in ms. */
  totalMs: number
  meanMs: number
  maxMs: number
  rows: number
  errors: number
}

export interface StatementList {
  /** `application`: since this server started, from its pools; `postgres`: pg_stat_statements. */
  source: 'application' | 'postgres'
  statements: StatementRow[]
  /** Different statements that were counted. */
  distinct: number
  /** Why PostgreSQL's own figures are not there, Chinese; null when they may be asked for. */
  postgresProblem: string | null
}

export interface MqttState {
  /** Null when MQTT is off. */
  kind: 'embedded' | 'external' | null
  /** Devices that can be reached now. */
  online: number
  /** Messages that have arrived and are not stored yet. */
  waiting: number
  counters: Record<string, number>
  /** Messages received a second over the last minute. */
  perSecond: number
}

export interface DatabaseState {
  version: string
  /** Bytes. */
  size: number
  kind: 'embedded' | 'external'
  connections: { state: string; count: number }[]
  maxConnections: number
  tables: { name: string; rows: number; bytes: number; deadRows: number; lastVacuum: string | null }[]
  /** Sessions that wait for a lock, and for whom. */
  locks: { waitingFor: string; statement: string; seconds: number; blockedBy: string }[]
  /** Null when there are no replicas. */
  replication: { client: string; state: string; lagBytes: number | null }[] | null
  /** The transaction that has been open longest; null when none is. */
  oldestTransaction: { seconds: number; state: string; statement: string } | null
  cacheHitRate: number | null
}

/** What the calls answer that have no envelope (4-api.md §8). */
export const bareAnswers = {
  metric: z.object({
    name: z.string(),
    measurements: z.array(z.object({ statistic: z.string(), value: z.number() })),
  }),
  trace: z.object({
    traces: z.array(
      z.object({
        timestamp: z.string(),
        /** ms */
        timeTaken: z.number(),
        request: z.object({ method: z.string(), uri: z.string(), remoteAddress: z.string() }),
        response: z.object({ status: z.number() }),
        /** Who called; null without a session. */
        principal: z.string().nullable(),
      }),
    ),
  }),
  redisKeys: z.object({ create_time: z.number(), dbSize: z.number() }),
  redisMemory: z.object({ create_time: z.number(), used_memory: z.string() }),
} as const
export type HttpTrace = z.output<typeof bareAnswers.trace>['traces'][number]

const reading = {
  methods: ['GET'],
  access: { permission: 'system:monitor:list' },
  platformOnly: true,
} as const

/** Monitors (4-api.md §8). Some calls answer bare JSON, so their `result` says nothing: see each path there. */
export const monitorEndpoints = {
  metric: defineEndpoint<null>()({
    ...reading,
    title: '监控指标',
    path: '/actuator/metrics/:name',
    input: z.object({ name: z.string().max(100) }),
  }),
  trace: defineEndpoint<null>()({
    ...reading,
    title: '请求追踪',
    path: '/actuator/httptrace',
    input: z.object({
      /** Part of the path or the account. */
      word: z.string().max(100).default(''),
      /** Only answers of this status or above. */
      leastStatus: z.coerce.number().int().min(0).max(599).catch(0).default(0),
    }),
  }),
  redisInfo: defineEndpoint<RedisInfoRow[]>()({
    ...reading,
    title: 'Redis监控',
    path: '/sys/actuator/redis/info',
    input: z.object({}),
  }),
  redisKeys: defineEndpoint<null>()({
    ...reading,
    title: 'Redis Key 数量',
    path: '/sys/actuator/redis/keysSize',
    input: z.object({}),
  }),
  redisMemory: defineEndpoint<null>()({
    ...reading,
    title: 'Redis 内存',
    path: '/sys/actuator/redis/memoryInfo',
    input: z.object({}),
  }),
  redisKeysReport: defineEndpoint<null>()({
    ...reading,
    title: 'Redis Key 历史',
    path: '/sys/actuator/redis/keysSizeForReport',
    input: z.object({}),
  }),
  redisMemoryReport: defineEndpoint<null>()({
    ...reading,
    title: 'Redis 内存历史',
    path: '/sys/actuator/redis/memoryForReport',
    input: z.object({}),
  }),
  redisInfoReport: defineEndpoint<null>()({
    ...reading,
    title: 'Redis 报表',
    path: '/sys/actuator/redis/infoForReport',
    input: z.object({}),
  }),
  redisTerminal: defineEndpoint<{ closed: string | null }>()({
    title: 'Redis终端是否可用',
    methods: ['GET'],
    path: '/sys/actuator/redis/terminal',
    access: { permission: 'system:monitor:redisTerminal' },
    platformOnly: true,
    input: z.object({}),
  }),
  redisCommand: defineEndpoint<{ output: string }>()({
    title: 'Redis终端',
    methods: ['POST'],
    path: '/sys/actuator/redis/command',
    access: { permission: 'system:monitor:redisTerminal' },
    platformOnly: true,
    input: z.object({ command: z.string().min(1, '请输入命令').max(500) }),
  }),
  disks: defineEndpoint<DiskRow[]>()({
    ...reading,
    title: '磁盘监控',
    path: '/sys/actuator/redis/queryDiskInfo',
    input: z.object({}),
  }),
  history: defineEndpoint<MonitorHistory>()({
    ...reading,
    title: '监控曲线',
    path: '/sys/actuator/history',
    input: z.object({ since: z.coerce.number().catch(0).default(0) }),
  }),
  statements: defineEndpoint<StatementList>()({
    ...reading,
    title: 'SQL监控',
    path: '/sys/actuator/statements',
    input: z.object({
      order: z.enum(['totalMs', 'meanMs', 'maxMs', 'calls', 'errors']).catch('totalMs').default('totalMs'),
      source: z.enum(['application', 'postgres']).catch('application').default('application'),
      word: z.string().max(100).default(''),
    }),
  }),
  mqtt: defineEndpoint<MqttState>()({
    ...reading,
    title: 'MQTT监控',
    path: '/sys/actuator/mqtt',
    input: z.object({}),
  }),
  database: defineEndpoint<DatabaseState>()({
    ...reading,
    title: '数据库监控',
    path: '/sys/actuator/database',
    input: z.object({}),
  }),
} as const
