import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ApiClient } from '../support/api-client.ts'
import type { Cleanups } from '../support/cleanups.ts'
import { say } from '../support/root.ts'
import { runLoad, type LoadResult, type Target } from './run-load.ts'

/** A neighbour in a process of its own: as little work as an answer can be, of the size that the path names. */
const upstreamCode = `
const http = require('node:http')
const bodies = new Map()
http.createServer((request, response) => {
  const size = Number(/(\\d+)$/.exec(request.url)?.[1] ?? 100)
  if (!bodies.has(size)) bodies.set(size, Buffer.from('{"success":true,"x":"' + 'x'.repeat(size) + '"}'))
  response.setHeader('content-type', 'application/json')
  response.end(bodies.get(size))
}).listen(Number(process.argv[1]), '127.0.0.1', () => console.log('ready'))`

/** Starts the neighbour on a port; answers its process. */
export async function startUpstream(port: number, cleanups: Cleanups): Promise<number> {
  const child = spawn(process.execPath, ['-e', upstreamCode, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanups.add(() => void child.kill())
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

/** What a gateway route adds to a request, beside the upstream alone (`PROXY`). */
export async function measureProxy(
  ours: Pick<Target, 'pid' | 'databasePid'> & { readonly client: ApiClient; readonly routeUrl: string },
  upstream: { readonly port: number; readonly pid: number },
  seconds: number,
): Promise<string[][]> {
  const saved = await ours.client.send('POST', '/sys/gatewayRoute/updateAll', {
    router: {
      routerId: 'bench',
      name: '测量',
      uri: `http://127.0.0.1:${upstream.port}`,
      status: 1,
      predicates: '[{"name":"Path","args":["/bench/**"]}]',
      filters:
        '[{"name":"RequestRateLimiter","args":{"key-resolver":"#{@userKeyResolver}","redis-rate-limiter.replenishRate":10000,"redis-rate-limiter.burstCapacity":10000}},{"name":"CircuitBreaker","args":{}}]',
    },
  })
  if (!saved.success) throw new Error(saved.message)
  const direct: Target = {
    name: 'upstream',
    url: `http://127.0.0.1:${upstream.port}`,
    headers: {},
    pid: upstream.pid,
    databasePid: null,
  }
  const proxied: Target = {
    name: 'proxied',
    url: ours.routeUrl,
    headers: ours.client.headers,
    pid: ours.pid,
    databasePid: ours.databasePid,
  }
  const rows: string[][] = []
  for (const [size, connections] of [
    [100, 1],
    [100, 10],
    [100_000, 10],
  ] as const) {
    const request = { method: 'GET', path: () => `/bench/${size}` } as const
    const runs: LoadResult[] = []
    for (const target of [direct, proxied]) {
      await runLoad(target, request, connections, 2)
      runs.push(await runLoad(target, request, connections, seconds))
    }
    const [alone, through] = runs
    if (!alone || !through) continue
    say(`· 代理：${through.perSecond.toFixed(0)} 次/秒，直连 ${alone.perSecond.toFixed(0)} 次/秒`)
    rows.push([
      'PROXY',
      `网关路由，回答 ${size} 字节，${connections} 个连接，${seconds} s`,
      `${through.perSecond.toFixed(0)} 次/s，p50 ${through.p50} ms，p99 ${through.p99} ms，失败 ${through.failures}；直连 ${alone.perSecond.toFixed(0)} 次/s，p50 ${alone.p50} ms，p99 ${alone.p99} ms，失败 ${alone.failures}`,
      `${through.appMs.toFixed(3)} ms/次（上游自身 ${alone.appMs.toFixed(3)}）`,
      `${through.databaseMs.toFixed(3)} ms/次`,
      `${(through.foreign * 100).toFixed(0)} %`,
      '只看增加',
    ])
  }
  return rows
}
