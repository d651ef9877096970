import autocannon from 'autocannon'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { API } from '../support/api-client.ts'
import { quantile } from './list-latency.ts'
import type { Target } from './run-load.ts'

export const crowdHeader = ['项', '情形', '结果', '旁人的列表 p50 / p99 / 最慢 ms', '安静时', '目标']

const list = `${API}/lolocklog/loLockLog/list?lockId=bench-lock-7&column=occurTime&order=desc&pageNo=1&pageSize=10`
const fuzzy = (n: number): string =>
  `${API}/lolocklog/loLockLog/list?lockName=*${n % 10}*&eventType=OPEN&battery_begin=${n % 60}&column=occurTime&order=desc&pageNo=1&pageSize=10`
const slow = `${API}/lolocklog/loLockLog/list?lockName=*9*&exactTotal=1`

/**
 * What one person notices of the others: plain lists one after the other, alone and beside searches and sign-ins;
 * and what is left in the database of searches whose callers have gone.
 */
export async function measureCrowd(
  target: Target,
  databaseUrl: string,
  isQuick: boolean,
): Promise<string[][]> {
  const seconds = isQuick ? 4 : 12
  await watchList(target, sleep(1_000))
  const quiet = await watchList(target, sleep(seconds * 1_000))
  const rows: string[][] = []
  const beside = async (id: string, what: string, goal: string, work: Promise<string>): Promise<void> => {
    const seen = await watchList(target, work)
    rows.push([id, what, await work, textOf(seen), textOf(quiet), goal])
  }
  await beside('—', '12 个模糊查询同时', 'p99 ≤ 2 × 安静时', flood(target, 12, seconds, fuzzy))
  await addAccount(target)
  await beside('P7', '10 个连接不停登录', '≥ 35 req/s，p99 < 3 × 安静时', floodSignIns(target, seconds))
  rows.push(['—', '查询中断后仍在执行', await abandon(target, databaseUrl), '', '', '≈ 0'])
  rows.push([
    'P16',
    `${isQuick ? 8 : 60} 秒过载后恢复`,
    await overload(target, isQuick ? 8 : 60, quiet),
    '',
    '',
    '≤ 3 s',
  ])
  return rows
}

/** Latencies of plain lists, one after the other, until `end`. */
async function watchList(target: Target, end: Promise<unknown>): Promise<number[]> {
  let isOver = false
  const over = end.finally(() => (isOver = true))
  const ms: number[] = []
  while (!isOver) ms.push(await timeOf(target, list))
  await over
  return ms
}

async function timeOf(target: Target, path: string): Promise<number> {
  const begun = performance.now()
  const response = await fetch(target.url + path, { headers: { ...target.headers } })
  await response.arrayBuffer()
  return performance.now() - begun
}

const textOf = (ms: readonly number[]): string =>
  [0.5, 0.99, 1].map((share) => quantile(ms, share).toFixed(0)).join(' / ')

async function flood(
  target: Target,
  connections: number,
  duration: number,
  path: (n: number) => string,
): Promise<string> {
  let n = 0
  const result = await autocannon({
    url: target.url,
    connections,
    duration,
    headers: { ...target.headers },
    requests: [{ method: 'GET', setupRequest: (prepared) => ({ ...prepared, path: path((n += 1)) }) }],
  })
  return `${result.requests.average.toFixed(0)} req/s，p99 ${result.latency.p99} ms`
}

const account = { username: 'benchlogin', password: 'Bench-login-2026!' }

/** An account of their own for sign-ins: those of the administrator would end the session that measures. */
async function addAccount(target: Target): Promise<void> {
  const person = { ...account, confirmpassword: account.password, realname: '登录测量', workNo: 'BENCHLOGIN' }
  await fetch(`${target.url}${API}/sys/user/add`, {
    method: 'POST',
    headers: { ...target.headers, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
}

async function floodSignIns(target: Target, duration: number): Promise<string> {
  let failures = 0
  const result = await autocannon({
    url: target.url,
    connections: 10,
    duration,
    requests: [
      {
        method: 'POST',
        path: `${API}/sys/login`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(account),
        onResponse: (_status, body) => {
          if (!body.startsWith('{"success":true')) failures += 1
        },
      },
    ],
  })
  return `${result.requests.average.toFixed(0)} req/s，p99 ${result.latency.p99} ms，失败 ${failures}`
}

/** Twelve searches whose callers leave after 300 ms: how long statements of theirs go on in the database. */
async function abandon(target: Target, databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const callers = Array.from({ length: 12 }, () => new AbortController())
    const asked = callers.map(({ signal }) =>
      fetch(target.url + slow, { headers: { ...target.headers }, signal }).then(
        (response) => response.arrayBuffer(),
        () => null,
      ),
    )
    await sleep(300)
    for (const caller of callers) caller.abort()
    const begun = performance.now()
    await Promise.all(asked)
    for (;;) {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity where datname = current_database() and state = 'active'
           and pid <> pg_backend_pid() and backend_type = 'client backend' and query like '%lo_lock_log%'`,
      )
      if (rows.length === 0) return `${(performance.now() - begun).toFixed(0)} ms`
      await sleep(5)
    }
  } finally {
    await client.end()
  }
}

/** Fifty connections of costly questions that leave all at once; then how long until a plain list is quick again. */
async function overload(target: Target, seconds: number, quiet: readonly number[]): Promise<string> {
  await flood(target, 50, seconds, (n) => (n % 2 === 0 ? fuzzy(n) : `${slow}&battery_begin=${n % 60}`))
  const limit = 2 * quantile(quiet, 0.99)
  const begun = performance.now()
  for (let calm = 0, ended = begun; ;) {
    calm = (await timeOf(target, list)) <= limit ? calm + 1 : 0
    if (calm === 1) ended = performance.now()
    if (calm === 20) return `${(ended - begun).toFixed(0)} ms`
  }
}
