import { readArguments, usage, type Arguments } from './arguments.ts'
import { startControl } from './control.ts'
import { demoDevices } from './device-spec.ts'
import { runLoad } from './load.ts'
import { createSimulator, type Simulator, type SimulatorEvent } from './simulator.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

if (process.argv.includes('--help')) {
  say(usage)
} else {
  const chosen = readArguments(process.argv.slice(2), process.env)
  if (typeof chosen === 'string') {
    process.stderr.write(`${chosen}\n`)
    process.exitCode = 2
  } else {
    try {
      await (chosen.rate > 0 ? makeLoad(chosen) : play(chosen))
    } catch (error) {
      // The person at the command line needs the reason, not the stack of a network library.
      process.stderr.write(`模拟中断（${chosen.url}）：${reasonOf(error)}\n`)
      process.exitCode = 1
    }
  }
}

async function makeLoad(chosen: Arguments): Promise<void> {
  const numbered = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)
  const report = await runLoad({
    ...chosen,
    secretOf: secretFrom(chosen.secret),
    gateways: numbered('LOADGW', chosen.connections),
    locks: numbered('LOADLK', chosen.locks),
  })
  const { p50, p95, p99, max } = report.latency
  say(
    `发送 ${report.sent}，已确认 ${report.acked}，失败 ${report.failed}，用时 ${report.seconds.toFixed(1)} 秒，${report.rate.toFixed(0)} 个/秒`,
  )
  say(
    `发布到确认 毫秒：p50 ${p50.toFixed(1)}，p95 ${p95.toFixed(1)}，p99 ${p99.toFixed(1)}，最大 ${max.toFixed(1)}`,
  )
  if (report.acked < report.sent) process.exitCode = 1
}

async function play(chosen: Arguments): Promise<void> {
  const simulator = createSimulator({
    ...chosen,
    devices: chosen.devices === 'demo' ? demoDevices : chosen.devices.map((sn) => ({ sn, kind: 'lock' })),
    secretOf: secretFrom(chosen.secret),
    telemetryEveryMs: chosen.telemetryMs,
  })
  simulator.on((event) => say(describe(event)))
  try {
    await simulator.start()
    await playUntilStopped(simulator, chosen)
  } finally {
    await simulator.stop()
  }
}

async function playUntilStopped(simulator: Simulator, chosen: Arguments): Promise<void> {
  const control = chosen.control > 0 ? await startControl(simulator, chosen.control) : undefined
  if (control) say(`手动操作页面：http://127.0.0.1:${chosen.control}/`)
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve)
    process.once('SIGTERM', resolve)
    if (chosen.seconds > 0) setTimeout(resolve, chosen.seconds * 1000)
  })
  control?.closeAllConnections()
  control?.close()
}

function describe(event: SimulatorEvent): string {
  switch (event.type) {
    case 'command':
      return `${event.sn} 收到指令 ${event.command.type} ${event.command.id}`
    case 'said':
      return `${event.sn} ${event.message.suffix} ${JSON.stringify(event.message.payload)}`
    case 'trouble':
      return `${event.sn} 故障：${reasonOf(event.error)}`
    case 'connected':
      return `${event.sn} 已连接`
    case 'cut':
      return `${event.sn} 链路中断`
    case 'rebooted':
      return `${event.sn} 已重启`
    default:
      return event satisfies never
  }
}

function secretFrom(template: string): (sn: string) => string {
  return (sn) => template.replaceAll('{sn}', sn)
}

/** Several failed addresses of one host arrive as an error without a text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('；')
  return error instanceof Error ? error.message : String(error)
}
