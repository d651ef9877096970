import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { grantEndpoints, workTicketEndpoints as tickets, type Endpoint } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { statementCounts } from '@suoan/platform/monitor/statements'
import { statementsOf } from '@suoan/platform/testing/count-statements'
import { demoDraft } from '@suoan/safety/work-tickets/testing/demo-draft'
import { openDrillPlant, PASSWORD, type DrillPlant } from '../faults/drills/drill-plant.ts'
import { carryOutToWork, personId } from '../journeys/carry-out.ts'
import { signIn, type ApiClient } from '../support/api-client.ts'
import { withCleanups, type Cleanups } from '../support/cleanups.ts'
import { openEmbedded, type StandDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { startOurServer, type ServerProcess } from '../support/server-process.ts'
import { cpuMsSince, cpuSnapshot } from './process-cpu.ts'
import { runLoad } from './run-load.ts'

export const ticketHeader = [
  '调用',
  '往返（语句）',
  '冷 ms',
  '热 p50 ms',
  '热 p95 ms',
  '热 p99 ms',
  '应用 CPU ms',
  'PG CPU ms',
  '他人占用',
  '目标',
]

/** Warm, the connections of the pool have met every statement often enough to keep its plan. */
const WARM_UP = 80
/** Of the calls that several connections make at once. */
const CONNECTIONS = 4

/**
 * The calls around one ticket of the demo plant at work, over HTTP: the server as it ships, in a process of its own, its
 * clock standing where the ticket was taken to. Cold is the first call after the start, warm what comes after, one after
 * the other unless the row says otherwise; beside it the processor time a call takes in the server and in the database
 * (what follows the answer included), and how many times it waits for the database, and how many statements those are.
 */
export async function measureTickets(cleanups: Cleanups, isQuick: boolean): Promise<string[][]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suoan-bench-tickets-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  const database = await openEmbedded(path.join(folder, 'db'), cleanups)
  const dataDir = path.join(folder, 'files')
  const { calls, counts, now } = await prepare({ url: database.url, dataDir })
  const server = await startAt(now, { url: database.url, dataDir })
  cleanups.add(() => server.stop())
  const clients = await signedIn(server.url, calls)
  const bench: Bench = { server, database, clients, rounds: isQuick ? 40 : 300 }

  const cold: number[] = []
  for (const call of calls) cold.push((await round(bench, call))[0] ?? 0)
  const rows: string[][] = []
  for (const [n, call] of calls.entries()) {
    rows.push(await oneByOne(bench, call, counts[n] ?? '—', cold[n] ?? 0))
    if (call.isAskedAtOnce) rows.push(await atOnce(bench, call, isQuick ? 4 : 8))
  }
  return rows
}

interface Request {
  readonly who: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Fresh for each request where it names its operation. */
  readonly input: () => Readonly<Record<string, string>>
}

interface Call {
  readonly name: string
  readonly goal: string
  /** The first is what is timed; the others bring the ticket back to where the next round finds it. */
  readonly requests: readonly [Request, ...Request[]]
  readonly isAskedAtOnce?: boolean
}

interface Bench {
  readonly server: ServerProcess
  readonly database: StandDatabase
  readonly clients: ReadonlyMap<string, ApiClient>
  readonly rounds: number
}

/** A ticket at work and a stored draft, written through a server of this process, and what is asked of them. */
async function prepare(plantIn: {
  readonly url: string
  readonly dataDir: string
}): Promise<{ calls: readonly Call[]; counts: readonly string[]; now: number }> {
  let calls: readonly Call[] = []
  const counts: string[] = []
  let now = 0
  await withCleanups(async (cleanups) => {
    const plant = await openDrillPlant(plantIn, cleanups, {
      env: { ADMIN_PASSWORD: PASSWORD, DEMO_PASSWORD: PASSWORD },
    })
    const workId = await carryOutToWork(plant)
    const person = await personId(plant, workId, 'u6')
    const draft = await plant.take('u1', tickets.saveDraft, demoDraft())
    calls = callsOn(workId, person, draft.ticket.id)
    for (const call of calls) counts.push(await statementCount(plant, call))
    now = plant.clock.now()
  })
  return { calls, counts, now }
}

function callsOn(workId: string, person: string, draftId: string): readonly Call[] {
  const presence = () => ({ clientOpId: newUlid(), workId, personId: person })
  return [
    {
      name: '状态流转（入场；CPU 为入场与出场的均值）',
      goal: '≤ 15 ms，≤ 20 次往返',
      requests: [request('u5', tickets.personIn, presence), request('u5', tickets.personOut, presence)],
    },
    {
      name: '工作票详情',
      goal: '≤ 15 ms，≤ 10 次往返',
      requests: [request('u5', tickets.detail, () => ({ id: workId }))],
      isAskedAtOnce: true,
    },
    {
      name: '能否开锁',
      goal: 'p99 ≤ 20 ms',
      requests: [
        request('admin', grantEndpoints.explain, () => ({ lockId: 'demo-lk1', userId: 'u9', workId })),
      ],
    },
    {
      name: '检查方案',
      goal: 'p99 ≤ 100 ms',
      requests: [request('u1', tickets.checkPlan, () => ({ id: draftId }))],
    },
  ]
}

const request = (
  who: string,
  { methods, path: where }: Pick<Endpoint, 'methods' | 'path'>,
  input: Request['input'],
): Request => ({ who, method: methods.includes('POST') ? 'POST' : 'GET', path: where, input })

/** Round trips of the first request to the database (and statements) when everything it asks has been asked before. */
async function statementCount(plant: DrillPlant, { requests }: Call): Promise<string> {
  const [first, ...others] = requests
  const run = async (one: Request) => send(await plant.client(one.who), one)
  for (let n = 0; n < 10; n += 1) for (const one of requests) await run(one)
  const before = statementsSent()
  const trips = await statementsOf(plant.pool(), () => run(first), 'all')
  const sent = statementsSent() - before
  for (const one of others) await run(one)
  return `${trips.length}（${sent}）`
}

const statementsSent = (): number => statementCounts().reduce((sum, { calls }) => sum + calls, 0)

/** The server as operators run it, but at a moment that does not pass: the ticket's locks stay heard, nobody is late. */
async function startAt(
  now: number,
  { url, dataDir }: { readonly url: string; readonly dataDir: string },
): Promise<ServerProcess> {
  return startOurServer(
    await freePort(),
    {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: PASSWORD,
      DEMO: '1',
      DEMO_WORKS: '0',
      DEMO_PASSWORD: PASSWORD,
      SIMULATOR: '0',
      MQTT_PORT: String(await freePort()),
      SESSION_IDLE_MINUTES: '43200',
      LOG_LEVEL: 'warn',
    },
    [
      '--import',
      `data:text/javascript,Date.now=()=>${now}`,
      ...(process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter((one) => one !== ''),
    ],
  )
}

async function signedIn(url: string, calls: readonly Call[]): Promise<ReadonlyMap<string, ApiClient>> {
  const clients = new Map<string, ApiClient>()
  for (const { who } of calls.flatMap(({ requests }) => requests))
    if (!clients.has(who)) clients.set(who, await signIn(url, who, PASSWORD))
  return clients
}

async function send(client: ApiClient, { method, path: where, input }: Request): Promise<void> {
  const answer = await (method === 'GET' ? client.get(where, input()) : client.send(method, where, input()))
  if (!answer.success) throw new Error(`${where}: ${JSON.stringify(answer).slice(0, 500)}`)
}

/** Every request of the call once; how long each took, ms. */
async function round({ clients }: Bench, { requests }: Call): Promise<number[]> {
  const times: number[] = []
  for (const one of requests) {
    const client = clients.get(one.who)
    if (!client) throw new Error(`${one.who} is not signed in`)
    const begun = performance.now()
    await send(client, one)
    times.push(performance.now() - begun)
  }
  return times
}

async function oneByOne(bench: Bench, call: Call, statements: string, coldMs: number): Promise<string[]> {
  for (let n = 0; n < WARM_UP; n += 1) await round(bench, call)
  const { server, database, rounds } = bench
  const before = cpuSnapshot(server.pid, database.pid)
  const times: number[] = []
  for (let n = 0; n < rounds; n += 1) times.push((await round(bench, call))[0] ?? 0)
  const { appMs, databaseMs, foreign } = cpuMsSince(before)
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.min(rounds - 1, Math.floor(share * rounds))] ?? 0).toFixed(1)
  const each = (ms: number) => (ms / (rounds * call.requests.length)).toFixed(1)
  return [
    call.name,
    statements,
    coldMs.toFixed(1),
    at(0.5),
    at(0.95),
    at(0.99),
    each(appMs),
    each(databaseMs),
    `${(foreign * 100).toFixed(0)} %`,
    call.goal,
  ]
}

/** The same read asked by several connections at once. */
async function atOnce({ server, database, clients }: Bench, call: Call, seconds: number): Promise<string[]> {
  const [{ who, path: where, input }] = call.requests
  const target = {
    name: 'ours',
    url: server.url,
    headers: clients.get(who)?.headers ?? {},
    pid: server.pid,
    databasePid: database.pid,
  }
  const pathAsked = `/jeecg-boot${where}?${new URLSearchParams(input()).toString()}`
  const asked = { method: 'GET', path: () => pathAsked } as const
  await runLoad(target, asked, CONNECTIONS, 2)
  const result = await runLoad(target, asked, CONNECTIONS, seconds)
  if (result.failures > 0) throw new Error(`${where}: ${result.failures} answers were refusals`)
  return [
    `${call.name}，${CONNECTIONS} 个连接（${result.perSecond.toFixed(0)} req/s）`,
    '—',
    '—',
    result.p50.toFixed(1),
    '—',
    result.p99.toFixed(1),
    result.appMs.toFixed(1),
    result.databaseMs.toFixed(1),
    `${(result.foreign * 100).toFixed(0)} %`,
    call.goal,
  ]
}
