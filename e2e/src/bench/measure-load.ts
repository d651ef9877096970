import { say } from '../support/root.ts'
import type { LoadPart } from './load-parts.ts'
import { runLoad, type LoadRequest, type LoadResult, type Target } from './run-load.ts'

/** How long and how often. */
export interface Effort {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
}

const CONNECTIONS = 10

/** Rows of the table: each part at ours and, where it has one, at the floor; rounds interleaved. */
export async function measureLoad(
  parts: readonly LoadPart[],
  targets: { readonly ours: Target; readonly floor: Target },
  effort: Effort,
): Promise<string[][]> {
  const results = new Map<string, LoadResult[]>()
  const cells = parts.flatMap((part) => [
    ...(part.floor ? [{ part, target: targets.floor, request: part.floor }] : []),
    { part, target: targets.ours, request: part.ours },
  ])
  const wrong = new Set<string>()
  const cold = new Map<string, number>()
  for (const { part, target, request } of cells) {
    const begun = performance.now()
    const objection = await objectionTo(target, request)
    cold.set(`${part.name} ${target.name}`, performance.now() - begun)
    if (objection === null)
      await runLoad(target, request, part.connections ?? CONNECTIONS, effort.warmUpSeconds)
    else wrong.add(`${part.name} ${target.name}`)
    if (objection !== null) say(`✗ ${part.name} ${target.name}：${objection}`)
  }
  for (let round = 1; round <= effort.rounds; round += 1) {
    for (const { part, target, request } of cells) {
      if (wrong.has(`${part.name} ${target.name}`)) continue
      const result = await runLoad(target, request, part.connections ?? CONNECTIONS, effort.seconds)
      const key = `${part.name} ${target.name}`
      results.set(key, [...(results.get(key) ?? []), result])
      say(`· ${round}/${effort.rounds} ${part.name} ${target.name}：${result.perSecond.toFixed(0)} req/s`)
    }
  }
  return parts.flatMap((part) => {
    const floor = results.get(`${part.name} ${targets.floor.name}`)
    const row = (server: string): string[] => {
      const key = `${part.name} ${server}`
      return rowOf({ part, server, coldMs: cold.get(key) ?? 0 }, results.get(key) ?? [], floor)
    }
    return [...(floor ? [row(targets.floor.name)] : []), row(targets.ours.name)]
  })
}

export const loadHeader = [
  '项',
  '操作',
  '服务',
  '冷（第一次）ms',
  'req/s',
  'p50 ms',
  'p99 ms',
  '应用 CPU ms/req',
  'PG CPU ms/req',
  '应用 CPU 与底线之比',
  '失败',
  '他人占用',
  '次数',
  '目标',
]

/** Rates and latencies of the run that others disturbed least; CPU per request is the least of all runs. */
function rowOf(
  { part, server, coldMs }: { readonly part: LoadPart; readonly server: string; readonly coldMs: number },
  runs: readonly LoadResult[],
  floor: readonly LoadResult[] | undefined,
): string[] {
  const [best] = runs.toSorted((a, b) => a.foreign - b.foreign)
  if (!best) return [part.id, part.name, server, '没有测到']
  const least = (of: readonly LoadResult[], key: 'appMs' | 'databaseMs') =>
    Math.min(...of.map((run) => run[key]))
  const app = least(runs, 'appMs')
  return [
    part.id,
    part.name,
    server,
    coldMs.toFixed(1),
    best.perSecond.toFixed(0),
    String(best.p50),
    String(best.p99),
    app.toFixed(2),
    least(runs, 'databaseMs').toFixed(2),
    floor ? `${(app / least(floor, 'appMs')).toFixed(1)}x` : '—',
    String(runs.reduce((sum, run) => sum + run.failures, 0)),
    `${(best.foreign * 100).toFixed(0)} %`,
    String(runs.length),
    part.goal,
  ]
}

/** A fast refusal would look like a good figure: the first answer must be a success with rows in it, if it is a list. */
async function objectionTo(target: Target, request: LoadRequest): Promise<string | null> {
  const body = request.body?.(0)
  const response = await fetch(target.url + request.path(0), {
    method: request.method,
    headers: { ...target.headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isList = /list/.test(request.path(0)) || target.name === 'floor'
  const isRight = response.status === 200 && text.startsWith('{"success":true')
  if (isRight && (!isList || request.method !== 'GET' || text.includes('"records":[{'))) return null
  return `${response.status} ${text.slice(0, 300)}`
}
