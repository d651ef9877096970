import autocannon from 'autocannon'
import { cpuMsSince, cpuSnapshot } from './process-cpu.ts'

export interface Target {
  readonly name: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly pid: number
  /** The PostgreSQL that answers it; its whole process tree is counted. */
  readonly databasePid: number | null
}

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Called for each request, so that nothing is answered from one hot row. */
  readonly path: (n: number) => string
  readonly body?: (n: number) => unknown
}

export interface LoadResult {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Server CPU, milliseconds a request: the figure to trust on a shared machine. */
  readonly appMs: number
  readonly databaseMs: number
  readonly failures: number
  /** Share of both cores used by anybody else during the run, 0..1. */
  readonly foreign: number
}

/** Sends requests for `seconds` over `connections`, and reports rates, latencies and CPU per request. */
export async function runLoad(
  target: Target,
  request: LoadRequest,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  let n = 0
  let failures = 0
  const before = cpuSnapshot(target.pid, target.databasePid)
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    headers: { ...target.headers },
    requests: [
      {
        method: request.method,
        setupRequest: (prepared) => {
          n += 1
          const body = request.body?.(n)
          return {
            ...prepared,
            path: request.path(n),
            ...(body === undefined
              ? {}
              : {
                  body: JSON.stringify(body),
                  headers: { ...target.headers, 'content-type': 'application/json' },
                }),
          }
        },
        onResponse: (status, body) => {
          if (status !== 200 || !body.startsWith('{"success":true')) failures += 1
        },
      },
    ],
  })
  const { appMs, databaseMs, foreign } = cpuMsSince(before)
  const count = Math.max(1, result.requests.total)
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    appMs: appMs / count,
    databaseMs: databaseMs / count,
    failures: failures + result.errors + result.timeouts,
    foreign,
  }
}
