import type { MonitorSample, MqttState } from '@suoan/contract'
import { createHistory, EVERY_SECONDS, type History } from './history.ts'
import type { RequestCounts } from './requests.ts'
import { watchRuntime, type Runtime } from './runtime.ts'
import type { Context } from '../context.ts'

/** What the gateway says of itself; told by the composition, as the platform speaks no MQTT. */
export type MqttReader = () => Omit<MqttState, 'perSecond'>

/** The figures of one server; made when it is first asked for. */
export interface Monitor {
  /** Epoch ms. */
  readonly startedAt: number
  readonly runtime: Runtime
  readonly history: History
  readonly latest: () => MonitorSample
  readonly requests: () => RequestCounts
  readonly mqtt: () => MqttState
  readonly sawSessions: (live: number) => void
  readonly mostSessions: () => number
  /** Said once by the composition. */
  readonly measure: (sources: { readonly requests: RequestCounts; readonly mqtt: MqttReader | null }) => void
  /** Takes a sample now; called every ten seconds. */
  readonly sample: () => void
  readonly stop: () => void
}

const noRequests: RequestCounts = {
  all: { count: 0, totalMs: 0, maxMs: 0, errors: 0 },
  api: { count: 0, totalMs: 0, maxMs: 0, errors: 0 },
  rejected: 0,
  bytesSent: 0,
  openConnections: 0,
  traces: [],
}

function createMonitor(ctx: Context): Monitor {
  const runtime = watchRuntime()
  const history = createHistory()
  let requests = noRequests
  let mqtt: MqttReader | null = null
  let most = 0
  let last: MonitorSample | null = null
  let before = { at: performance.now(), count: 0, totalMs: 0, received: 0 }
  const take = (): MonitorSample => {
    const at = performance.now()
    const spent = Math.max(0.001, (at - before.at) / 1000)
    const { count, totalMs } = requests.all
    const received = mqtt?.().counters['received'] ?? 0
    const cpu = runtime.cpu()
    const memory = process.memoryUsage()
    const answered = count - before.count
    const sample: MonitorSample = {
      at: ctx.clock.now(),
      systemCpu: cpu.system,
      processCpu: cpu.process,
      rss: memory.rss,
      heapUsed: memory.heapUsed,
      loopMs: runtime.loopMs(),
      requestsPerSecond: answered / spent,
      requestMs: answered > 0 ? (totalMs - before.totalMs) / answered : 0,
      poolBusy: ctx.pool.totalCount - ctx.pool.idleCount,
      poolWaiting: ctx.pool.waitingCount,
      mqttPerSecond: mqtt === null ? null : (received - before.received) / spent,
    }
    before = { at, count, totalMs, received }
    return sample
  }
  const sample = (): void => {
    last = take()
    history.add(last)
  }
  const timer = setInterval(sample, EVERY_SECONDS * 1000).unref()
  return {
    startedAt: Date.now() - process.uptime() * 1000,
    runtime,
    history,
    latest() {
      last ??= take()
      return last
    },
    requests: () => requests,
    mqtt() {
      const state = mqtt?.() ?? { kind: null, online: 0, waiting: 0, counters: {} }
      const minute = history.since(ctx.clock.now() - 60_000)
      const sum = minute.reduce((all, { mqttPerSecond }) => all + (mqttPerSecond ?? 0), 0)
      return { ...state, perSecond: minute.length === 0 ? 0 : sum / minute.length }
    },
    sawSessions: (live) => void (most = Math.max(most, live)),
    mostSessions: () => most,
    measure(sources) {
      requests = sources.requests
      mqtt = sources.mqtt
    },
    sample,
    stop() {
      clearInterval(timer)
      runtime.stop()
    },
  }
}

const monitors = new WeakMap<Context, Monitor>()

/** The monitor of a server's context. */
export function monitorOf(ctx: Context): Monitor {
  const known = monitors.get(ctx)
  if (known) return known
  const monitor = createMonitor(ctx)
  monitors.set(ctx, monitor)
  return monitor
}
