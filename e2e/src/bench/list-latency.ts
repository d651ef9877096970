import { API } from '../support/api-client.ts'
import { say } from '../support/root.ts'
import { volume } from './load-rows.ts'
import type { Target } from './run-load.ts'

/** A question about lists, asked one after the other: what one person waits for, not how many can ask. */
interface LatencyPart {
  readonly name: string
  readonly goal: string
  /** Asked before the measured requests, unmeasured. */
  readonly before?: string
  readonly ours: (n: number) => string
  /** The same rows by the floor; absent where it has none. */
  readonly floor?: (n: number) => string
}

const logs = (query: Readonly<Record<string, string | number>>): string =>
  `${API}/lolocklog/loLockLog/list?${params({ column: 'occurTime', order: 'desc', pageSize: 10, ...query })}`
const users = (query: Readonly<Record<string, string | number>>): string =>
  `${API}/sys/user/list?${params({ column: 'createTime', order: 'desc', pageSize: 10, ...query })}`

const pages = volume.logs / 10
/** Pages all over the list, no two of them equal: steps by a number that shares no divisor with their count. */
const randomPage = (n: number): number => 1 + ((n * 61_803) % pages)
let started = 0
/** A condition that every row fulfils and no request before has set: nothing of this list is remembered. */
const unseen = (): Readonly<Record<string, string>> => {
  started += 1
  const day = new Date(Date.UTC(1990, 0, 1) + started * 86_400_000).toISOString().slice(0, 10)
  return { occurTime_begin: `${day} 00:00:00` }
}
const digits = (n: number): string => String(1000 + ((n * 619) % 1000))

const parts: readonly LatencyPart[] = [
  {
    name: '随机页，冷（总数也没有记住）',
    goal: '—',
    ours: (n) => logs({ pageNo: randomPage(n), ...unseen() }),
    floor: (n) => `/logs_rows?v=0&pageNo=${randomPage(n)}`,
  },
  {
    name: '随机页，各不相同',
    goal: 'p50 ≤ 25，p95 ≤ 60 ms',
    before: logs({ pageNo: 1, exactTotal: 1 }),
    ours: (n) => logs({ pageNo: randomPage(n + 500) }),
    floor: (n) => `/logs_rows?v=0&pageNo=${randomPage(n + 500)}`,
  },
  {
    name: '随机页，暖（同样的页再看一次）',
    goal: '—',
    ours: (n) => logs({ pageNo: randomPage(n + 500) }),
    floor: (n) => `/logs_rows?v=0&pageNo=${randomPage(n + 500)}`,
  },
  {
    name: '末页（总数已知）',
    goal: '从另一端读',
    before: logs({ pageNo: 1, exactTotal: 1 }),
    ours: (n) => logs({ pageNo: pages - (n % 5) }),
    floor: (n) => `/logs_rows?v=0&pageNo=${pages - (n % 5)}`,
  },
  { name: '第一页与约数总数，冷', goal: '—', ours: () => logs({ pageNo: 1, ...unseen() }) },
  {
    name: '精确总数，冷',
    goal: '另问，不占列表',
    ours: () => logs({ pageNo: 1, exactTotal: 1, ...unseen() }),
    floor: () => '/logs_count?v=0&pageNo=1',
  },
  {
    name: '按其他列排序（1,000,000 行）',
    goal: '≤ 60 ms，或说明后不提供',
    ours: (n) =>
      logs({ pageNo: 1, column: ['battery', 'recvTime', 'userName', 'rssi'][n % 4] ?? '', ...unseen() }),
  },
  {
    name: '按区域 areaId',
    goal: '≤ 15 ms',
    ours: (n) => logs({ pageNo: 1, areaId: `bench-area-${(n % 50) + 1}` }),
    floor: (n) => `/logs_area?v=bench-area-${(n % 50) + 1}&pageNo=1`,
  },
  {
    name: '日志模糊查询（四位数字，500 行）',
    goal: '—',
    ours: (n) => logs({ pageNo: 1, lockName: `*锁 ${digits(n)}*` }),
    floor: (n) => `/logs_fuzzy?v=${encodeURIComponent(`%锁 ${digits(n)}%`)}&pageNo=1`,
  },
  {
    name: '日志模糊查询（常用词，全部行）',
    goal: '—',
    ours: () => logs({ pageNo: 1, lockName: '*挂锁*', ...unseen() }),
    floor: () => `/logs_fuzzy?v=${encodeURIComponent('%挂锁%')}&pageNo=1`,
  },
  {
    name: '用户模糊查询（三位数字）',
    goal: '—',
    ours: (n) => users({ pageNo: 1, username: `*${digits(n).slice(1)}*` }),
    floor: (n) => `/users_fuzzy?v=${encodeURIComponent(`%${digits(n).slice(1)}%`)}&pageNo=1`,
  },
]

export const latencyHeader = ['操作', '服务', '次数', 'p50 ms', 'p95 ms', '最慢 ms', '被拒', '目标']

/** Latencies of lists of a million rows; requests of all targets in turn, so that each sees the same machine. */
export async function measureLatency(targets: readonly Target[], times: number): Promise<string[][]> {
  const rows: string[][] = []
  for (const part of parts) {
    const asked = targets.filter(({ name }) => name !== 'floor' || part.floor !== undefined)
    const results = asked.map(() => ({ ms: [] as number[], refused: 0 }))
    for (const target of asked)
      if (part.before !== undefined && target.name !== 'floor') await ask(target, part.before)
    for (let n = 0; n < times; n += 1) {
      for (const [index, target] of asked.entries()) {
        const path = target.name === 'floor' ? (part.floor ?? part.ours) : part.ours
        const begun = performance.now()
        const isRight = await ask(target, path(n))
        results[index]?.ms.push(performance.now() - begun)
        if (!isRight && results[index]) results[index].refused += 1
      }
    }
    for (const [index, target] of asked.entries()) {
      const { ms, refused } = results[index] ?? { ms: [], refused: 0 }
      rows.push([
        part.name,
        target.name,
        String(ms.length),
        ...[0.5, 0.95, 1].map((share) => quantile(ms, share).toFixed(1)),
        String(refused),
        target.name === 'floor' ? '' : part.goal,
      ])
    }
    const medians = asked.map(
      ({ name }, index) => `${name} ${quantile(results[index]?.ms ?? [], 0.5).toFixed(1)}`,
    )
    say(`· ${part.name}：p50 ${medians.join('，')} ms`)
  }
  return rows
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

async function ask(target: Target, path: string): Promise<boolean> {
  const response = await fetch(target.url + path, { headers: { ...target.headers } })
  return (await response.text()).startsWith('{"success":true')
}

function params(query: Readonly<Record<string, string | number>>): URLSearchParams {
  return new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
}
