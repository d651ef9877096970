import { runLoad, type LoadReport } from '@suoan/simulator'
import { say } from '../support/root.ts'
import type { BenchWorld, OurServer } from './bench-world.ts'
import { measureIngestFloor, type IngestFloor } from './ingest-floor.ts'
import { gatewaySnOf, issueCommands, lockSnOf, secretOf, volume } from './load-rows.ts'
import { cpuSeconds, machineBusySeconds, treeCpuSeconds } from './process-cpu.ts'

const LOCKS = 1_000

interface Run {
  /** Every opening names a command that was decided; else each is judged, warned of and alarmed. */
  readonly isAllowed: boolean
  readonly rate: number
  readonly seconds: number
}
const seed = { next: 1 }

export const deviceHeader = [
  '开锁',
  '要求 事件/秒',
  '秒',
  '已确认',
  '失败',
  '确认 事件/秒',
  'p50 ms',
  'p99 ms',
  '最长 ms',
  '应用 CPU ms/事件',
  'PG CPU ms/事件',
  'CPU 与底线之比',
  '他人占用',
  '目标',
]

/**
 * Lock events over real MQTT, from publish to PUBACK (= committed): openings under a command and closings at the asked
 * rate, then higher ones to see the end, and openings by nobody's right, each of which is judged and alarmed; beside the least that storing the same rows costs, before and after.
 */
export async function measureDevices(
  world: BenchWorld,
  server: OurServer,
  isQuick: boolean,
): Promise<string[][]> {
  const runs: readonly Run[] = isQuick
    ? [
        { isAllowed: true, rate: 3_500, seconds: 10 },
        { isAllowed: false, rate: 2_000, seconds: 10 },
      ]
    : [
        { isAllowed: true, rate: 3_500, seconds: 30 },
        { isAllowed: true, rate: 5_000, seconds: 20 },
        { isAllowed: true, rate: 8_000, seconds: 10 },
        { isAllowed: false, rate: 2_000, seconds: 20 },
        { isAllowed: false, rate: 3_500, seconds: 20 },
      ]
  const rows: string[][] = []
  const floors: IngestFloor[] = []
  const measureFloor = async (): Promise<void> => {
    const floor = await measureIngestFloor(world.database.url, world.database.pid, isQuick ? 3 : 8)
    floors.push(floor)
    rows.push(floorRow(floor))
    say(`· 底线：${floor.perSecond.toFixed(0)}/s`)
  }
  await measureFloor()
  // A few seconds for the code to become hot and the locks to be known.
  const warmUp: Run = { isAllowed: true, rate: 500, seconds: 4 }
  await loadOnce(server, warmUp, await commandsFor(world, warmUp))
  for (const run of runs) {
    const { isAllowed, rate, seconds } = run
    const pids = { app: server.process.pid, db: world.database.pid }
    const commandOf = await commandsFor(world, run)
    const before = usage(pids)
    const report = await loadOnce(server, run, commandOf)
    const used = usage(pids)
    const events = Math.max(1, report.acked)
    const busy = used.machine - before.machine
    const ours = used.app - before.app + used.db - before.db + used.self - before.self
    const cpu = ((used.app - before.app + used.db - before.db) / events) * 1000
    const floor = Math.min(...floors.map(({ appMs, databaseMs }) => appMs + databaseMs))
    rows.push([
      isAllowed ? '凭指令' : '无权，逐次报警',
      String(rate),
      String(seconds),
      String(report.acked),
      String(report.failed),
      report.rate.toFixed(0),
      report.latency.p50.toFixed(0),
      report.latency.p99.toFixed(0),
      report.latency.max.toFixed(0),
      (((used.app - before.app) / events) * 1000).toFixed(2),
      (((used.db - before.db) / events) * 1000).toFixed(2),
      `${(cpu / floor).toFixed(1)}x`,
      `${(Math.max(0, (busy - ours) / (report.seconds * 2)) * 100).toFixed(0)} %`,
      isAllowed && rate === 3_500 ? '≥ 3,500/s，p99 ≤ 500 ms，≤ 3x' : '上限',
    ])
    say(`· 锁具事件 ${rate}/s：${report.rate.toFixed(0)}/s，p99 ${report.latency.p99.toFixed(0)} ms`)
  }
  await measureFloor()
  return rows
}

function floorRow({ seconds, events, perSecond, waits, appMs, databaseMs }: IngestFloor): string[] {
  const at = (share: number) => (waits[Math.floor((waits.length - 1) * share)] ?? 0).toFixed(0)
  return [
    '底线',
    '—',
    seconds.toFixed(0),
    String(events),
    '0',
    perSecond.toFixed(0),
    at(0.5),
    at(0.99),
    at(1),
    appMs.toFixed(2),
    databaseMs.toFixed(2),
    '1.0x',
    '—',
    '每批 500，一个连接',
  ]
}

const serials = Array.from({ length: LOCKS }, (_, n) => lockSnOf(n))

type CommandOf = (sn: string) => string

/** A command for every opening of a run, issued before it is measured; null where nobody allows them. */
const commandsFor = async (world: BenchWorld, { isAllowed, rate, seconds }: Run): Promise<CommandOf | null> =>
  isAllowed
    ? await issueCommands(world.database.url, serials, Math.ceil((rate * seconds) / LOCKS / 2) + 1)
    : null

function loadOnce(
  server: OurServer,
  { rate, seconds }: Run,
  commandOf: CommandOf | null,
): Promise<LoadReport> {
  return runLoad({
    ...(commandOf === null ? {} : { commandOf }),
    url: server.mqttUrl,
    tenantId: 0,
    secretOf,
    rate,
    seconds,
    gateways: Array.from({ length: volume.gateways }, (_, n) => gatewaySnOf(n)),
    locks: serials,
    // Another seed is another boot of every lock: nothing is taken for a repetition.
    seed: Date.now() + seed.next++,
  })
}

function usage(pids: { app: number; db: number | null }) {
  return {
    app: cpuSeconds(pids.app),
    db: pids.db === null ? 0 : treeCpuSeconds(pids.db),
    self: cpuSeconds(process.pid),
    machine: machineBusySeconds(),
  }
}
