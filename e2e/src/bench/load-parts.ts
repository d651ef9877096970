import type { LoadRequest } from './run-load.ts'
import { API } from '../support/api-client.ts'
import { eventTypes, lockIdOf, orgCodeOf } from './load-rows.ts'

/** One figure of design/performance.md §4 that is measured by load: what is asked of ours and of the floor. */
export interface LoadPart {
  readonly id: string
  readonly name: string
  readonly goal: string
  readonly ours: LoadRequest
  /** The same work by the floor; absent where it has none. */
  readonly floor?: LoadRequest
  /** How many ask at once; 10 by default. */
  readonly connections?: number
}

const get = (path: (n: number) => string): LoadRequest => ({ method: 'GET', path })
const ours = (path: string, query: (n: number) => Readonly<Record<string, string | number>>): LoadRequest =>
  get((n) => `${API}${path}?${queryText(query(n))}`)
const floor = (
  name: string,
  value: (n: number) => string,
  pageNo: (n: number) => number = () => 1,
): LoadRequest => get((n) => `/${name}?v=${value(n)}&pageNo=${pageNo(n)}`)

const typeOf = (n: number): string => eventTypes[n % eventTypes.length] ?? 'OPEN'
/** Around page 5,000, so that no two requests in a row ask for the same one. */
const deepPage = (n: number): number => 4_900 + (n % 200)
const newest = { column: 'createTime', order: 'desc', pageSize: 10 }
const latest = { column: 'occurTime', order: 'desc', pageSize: 10 }
/** Four digits, each time others: a part of a lock's name or of a user's. */
const number = (n: number): string => String(1000 + ((n * 619) % 1000))
const started = Date.now().toString(36)

export const loadParts: readonly LoadPart[] = [
  {
    id: 'P1',
    name: 'users_list',
    goal: '≥ 600 req/s, p99 ≤ 40 ms, ≤ 1.2 ms, ≤ 3.5x',
    ours: ours('/sys/user/list', (n) => ({ orgCode: orgCodeOf(n), pageNo: 1, ...newest })),
    floor: floor('users_list', orgCodeOf),
  },
  {
    id: 'P2',
    name: 'logs_list',
    goal: '≥ 700 req/s, ≤ 1.2 ms',
    ours: ours('/lolocklog/loLockLog/list', (n) => ({ lockId: lockIdOf(n), pageNo: 1, ...latest })),
    floor: floor('logs_list', lockIdOf),
  },
  {
    id: 'P3',
    name: 'logs_type',
    goal: '≥ 400 req/s',
    ours: ours('/lolocklog/loLockLog/list', (n) => ({ eventType: typeOf(n), pageNo: 1, ...latest })),
    floor: floor('logs_type', typeOf),
  },
  {
    id: 'P4',
    name: 'logs_deep',
    goal: '≥ 300 req/s',
    ours: ours('/lolocklog/loLockLog/list', (n) => ({ pageNo: deepPage(n), ...latest })),
    floor: floor('logs_deep', () => '0', deepPage),
  },
  {
    id: 'P5',
    name: 'logs_fuzzy',
    goal: '≥ 200 req/s',
    ours: ours('/lolocklog/loLockLog/list', (n) => ({ lockName: `*锁 ${number(n)}*`, pageNo: 1, ...latest })),
    floor: floor('logs_fuzzy', (n) => encodeURIComponent(`%锁 ${number(n)}%`)),
  },
  {
    id: 'P5',
    name: 'users_fuzzy',
    goal: '—',
    ours: ours('/sys/user/list', (n) => ({ username: `*${number(n).slice(1)}*`, pageNo: 1, ...newest })),
    floor: floor('users_fuzzy', (n) => encodeURIComponent(`%${number(n).slice(1)}%`)),
  },
  {
    id: 'P6',
    name: 'insert',
    goal: '≥ 700 req/s, ≤ 1.5 ms',
    ours: {
      method: 'POST',
      path: () => `${API}/sys/position/add`,
      body: (n) => ({ code: `P${started}${n}-${process.hrtime.bigint()}`, name: `职务${n}`, postRank: '1' }),
    },
    floor: { method: 'POST', path: () => '/insert', body: () => ({}) },
  },
  {
    id: 'P15',
    name: 'users_list, 50 个连接',
    goal: 'p99 ≤ 150 ms，无失败',
    ours: ours('/sys/user/list', (n) => ({ orgCode: orgCodeOf(n), pageNo: 1, ...newest })),
    floor: floor('users_list', orgCodeOf),
    connections: 50,
  },
  {
    id: 'P15',
    name: 'logs_list, 50 个连接',
    goal: 'p99 ≤ 150 ms，无失败',
    ours: ours('/lolocklog/loLockLog/list', (n) => ({ lockId: lockIdOf(n), pageNo: 1, ...latest })),
    floor: floor('logs_list', lockIdOf),
    connections: 50,
  },
  {
    id: 'PC',
    name: 'permission',
    goal: '—',
    ours: get(() => `${API}/sys/permission/getUserPermissionByToken`),
  },
]

function queryText(query: Readonly<Record<string, string | number>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
