import type { DiskRow, MonitorSample } from '@suoan/contract'

/** What a server measures of itself now; null or left out where it was not measured this time. */
export interface Figures {
  readonly sample: Pick<MonitorSample, 'poolWaiting' | 'loopMs'>
  /** Measured once a minute. */
  readonly disks?: readonly Pick<DiskRow, 'name' | 'rest' | 'restPPT' | 'holds'>[]
  /** Age of the oldest transaction of the database in seconds. */
  readonly oldestSeconds?: number
  /** Messages of devices that wait for being worked on; null without a gateway. */
  readonly mqttWaiting: number | null
}

/** One figure against its limit. */
export interface Reading {
  /** Unique on this server. */
  readonly name: string
  /** Of the database, which all servers share, not of this server. */
  readonly isShared?: boolean
  readonly value: number
  readonly limit: Limit
  /** Chinese: what is wrong, with the figure, and what to do. */
  readonly text: string
}

interface Limit {
  readonly title: string
  /** Raised from here on. */
  readonly raise: number
  /** Over below this; between the two nothing changes, so that a figure at the edge does not become a flood. */
  readonly over: number
  /** So many readings in a row. */
  readonly times: number
}

/** [D] All of them; a peak of some seconds is no reason to call anybody. */
export const limits = {
  disk: { title: '磁盘空间不足', raise: 90, over: 85, times: 2 },
  pool: { title: '数据库连接不够用', raise: 5, over: 1, times: 6 },
  loop: { title: '服务器响应迟缓', raise: 1_000, over: 500, times: 6 },
  transaction: { title: '数据库有长时间未结束的事务', raise: 3_600, over: 1_800, times: 2 },
  mqtt: { title: '设备消息积压', raise: 1_000, over: 200, times: 6 },
} as const satisfies Readonly<Record<string, Limit>>

/** The readings of these figures. */
export function readingsOf({ sample, disks, oldestSeconds, mqttWaiting }: Figures): Reading[] {
  return [
    {
      name: 'pool',
      value: sample.poolWaiting,
      limit: limits.pool,
      text: `有 ${sample.poolWaiting} 个请求在等待数据库连接。请在“SQL监控”和“数据库监控”查看慢语句和锁等待。`,
    },
    {
      name: 'loop',
      value: sample.loopMs,
      limit: limits.loop,
      text: `服务器每次最长停顿 ${Math.round(sample.loopMs)} 毫秒。请在“服务器信息”查看 CPU 与内存，并检查同一台机器上的其他程序。`,
    },
    ...(disks ?? []).map((disk) => ({
      name: `disk/${disk.name.slice(0, 60)}`,
      value: disk.restPPT,
      limit: limits.disk,
      text: `磁盘 ${disk.name}${disk.holds === '' ? '' : `（${disk.holds}）`}已用 ${disk.restPPT}%，剩余 ${(disk.rest / 2 ** 30).toFixed(1)} GB。请清理或扩容；写满后数据库会停止写入。`,
    })),
    ...(oldestSeconds === undefined
      ? []
      : [
          {
            name: 'transaction',
            isShared: true,
            value: oldestSeconds,
            limit: limits.transaction,
            text: `数据库里最早的事务已经 ${Math.round(oldestSeconds / 60)} 分钟没有结束，会使表膨胀并阻塞升级。请在“数据库监控”查看它执行的语句。`,
          },
        ]),
    ...(mqttWaiting === null
      ? []
      : [
          {
            name: 'mqtt',
            value: mqttWaiting,
            limit: limits.mqtt,
            text: `有 ${mqttWaiting} 条设备消息等待处理，锁具状态会晚到。请在“MQTT监控”查看速率，并检查数据库是否变慢。`,
          },
        ]),
  ]
}

export interface Change {
  readonly reading: Reading
  readonly isRaised: boolean
}

/** Remembers how long each figure is on its side of the limit; answers what has changed with these readings. */
export function createThresholds(): {
  judge(readings: readonly Reading[]): Change[]
  /** Told and noted: from now on it is in that state. Until then `judge` answers the change each time. */
  accept(change: Change): void
} {
  const states = new Map<string, { isRaised: boolean | null; times: number; toRaised: boolean }>()
  return {
    judge: (readings) =>
      readings.flatMap((reading): Change[] => {
        const { name, value, limit } = reading
        const state = states.get(name) ?? { isRaised: null, times: 0, toRaised: false }
        states.set(name, state)
        const side = value >= limit.raise ? true : value < limit.over ? false : null
        state.times = side === null ? 0 : side === state.toRaised ? state.times + 1 : 1
        if (side !== null) state.toRaised = side
        if (side === null || side === state.isRaised || state.times < limit.times) return []
        return [{ reading, isRaised: side }]
      }),
    accept({ reading, isRaised }) {
      const state = states.get(reading.name)
      if (state) state.isRaised = isRaised
    },
  }
}
