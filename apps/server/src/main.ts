import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ConfigError, loadConfig, type Config } from '@suoan/platform/config'
import { logCrash } from '@suoan/platform/crash-log'
import { BackupError } from '@suoan/platform/backup/archive'
import { createServer, type RunningServer } from './create-server.ts'
import { playDemoPlant, playWorkingDay } from './demo/play-plant.ts'
import { DataFolderInUseError } from '@suoan/platform/db/embedded/data-lock'
import { EmbeddedUnavailableError } from '@suoan/platform/db/embedded/binaries'
import { helpText } from '@suoan/platform/config-table'
import { MigrationError } from '@suoan/platform/db/migrate'
import { FileStoreError } from '@suoan/platform/files/store/check-store'
import { carryFiles } from './carry-files.ts'

/** Beside the bundle `dist/server.js`, and beside this source file. */
const consoleFolder = ['../apps/console/dist', '../../console/dist']
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .find((folder) => existsSync(folder))

/** The engine judges by the last five seconds how much is asked for. */
const LOOK_MS = 5_500
/** Less of the time than this is spent on work: a pause of a tenth of a second is nobody's. */
const CALM_SHARE = 0.25
/** Memory that was taken since the last pass and is worth another. */
const WORTH_BYTES = 16 * 1024 * 1024
const REST_MS = 60_000
/** By default the heap grows to four times what is in use before it is looked through; doubled, a rush leaves it half as high. */
const HEAP_GROWTH = '--heap-growing-percent=100'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const complain = (text: string): void => void process.stderr.write(`${text}\n`)

/** What `scripts/operate.mjs` asks for. */
const operation = process.argv.find((word) =>
  ['--backup', '--restore', '--verify', '--doctor'].includes(word),
)

if (process.argv.includes('--help') || process.argv.includes('-h')) {
  say(helpText())
} else if (process.argv.includes('--files-to-s3')) {
  await carry('s3')
} else if (process.argv.includes('--files-to-disk')) {
  await carry('disk')
} else if (operation !== undefined) {
  await operate(operation, process.argv.slice(process.argv.indexOf(operation) + 1))
} else {
  await main()
}

/** `npm run backup | restore | verify | doctor`: loaded only where it is asked for. */
async function operate(name: string, args: readonly string[]): Promise<void> {
  const { operations } = await import('./operations/index.ts')
  const config = readConfig()
  const run = operations[name]
  if (config === null || run === undefined) return
  try {
    process.exitCode = (await run(config, args, say)) ? 0 : 1
  } catch (error) {
    complain(explain(error, config))
    process.exitCode = 1
  }
}

/** Copies the stored files to where they are looked for from the next start on. */
async function carry(to: 's3' | 'disk'): Promise<void> {
  const config = readConfig()
  if (config === null) return
  try {
    const lost = await carryFiles(config, to, say)
    process.exitCode = lost ? 1 : 0
  } catch (error) {
    complain(explain(error, config))
    process.exitCode = 1
  }
}

async function main(): Promise<void> {
  const config = readConfig()
  if (config === null) return
  if (process.argv.includes('--reset-demo') && !(await mayBeginAnew(config))) return
  setFlagsFromString(HEAP_GROWTH)
  let endAskedAt = 0
  let server: RunningServer | undefined
  const end = (reason: string): void => {
    const isFirst = endAskedAt === 0
    // Ctrl-C reaches us twice at once: from the terminal and from `npm start`. Asked again later, nobody wants to wait.
    if (!isFirst && performance.now() - endAskedAt > 1_000) process.exit(130)
    if (!isFirst) return
    endAskedAt = performance.now()
    say(`正在停止（${reason}）…`)
    if (server !== undefined) void stop(server)
  }
  process.on('SIGINT', () => end('Ctrl-C'))
  process.on('SIGTERM', () => end('SIGTERM'))
  // `npm start` starts us with a channel: when it closes, the one who started us is gone (a signal to npm ends only npm).
  process.on('disconnect', () => end('启动程序已退出'))
  process.channel?.unref()

  try {
    server = await createServer(config, {
      progress: (text) => say(`· ${text}`),
      ...(consoleFolder && { consoleFolder }),
    })
  } catch (error) {
    complain(explain(error, config))
    process.exitCode = 1
    return
  }
  logCrash(server.ctx.log)
  if (endAskedAt !== 0) return await stop(server)
  const playing = config.simulator ? playPlant(server) : undefined
  // The devices of the works introduce themselves in a second or two, which nobody need wait for.
  if (!config.demoWorks) await playing
  say('ready')
  say(config.publicUrl ?? `${server.url}/`)
  for (const note of server.startupNotes) say(note)
  giveBackMemory()
}

/** `npm start -- --reset-demo`; loaded only where it is asked for. */
async function mayBeginAnew(config: Config): Promise<boolean> {
  try {
    const { resetDemo } = await import('./demo/reset-demo.ts')
    if (await resetDemo(config, Date.now(), say)) return true
  } catch (error) {
    complain(explain(error, config))
  }
  process.exitCode = 1
  return false
}

/**
 * A third of the memory holds what only the start needed, and as much or more what an import or an export needed; the engine
 * itself would keep it until the next rush. When little is asked for, two passes give it back: the second sees that it is so
 * and gives back the room for what is new as well.
 */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect !== 'function') return
  let before = performance.eventLoopUtilization()
  let [least, isSecond, restsUntil] = [0, false, 0]
  const look = (): void => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > CALM_SHARE || performance.now() < restsUntil) return
    const size = process.memoryUsage.rss()
    if (!isSecond && size < least + WORTH_BYTES) return
    // What is left stands on pages that are two thirds full otherwise.
    setFlagsFromString('--compact-on-every-full-gc')
    collect()
    setFlagsFromString('--no-compact-on-every-full-gc')
    if (isSecond) {
      least = process.memoryUsage.rss()
      restsUntil = performance.now() + REST_MS
    }
    isSecond = !isSecond
  }
  setInterval(look, LOOK_MS).unref()
}

/** The demo plant's devices come alive; without them the server runs all the same. */
async function playPlant(server: RunningServer): Promise<void> {
  if (server.mqttUrl === null || server.demoSecretOf === null) return
  say('· 启动锁具模拟器…')
  try {
    const simulator = await playDemoPlant(server)
    if (simulator !== null && server.ctx.config.demoWorks)
      server.endBefore(await playWorkingDay(server.ctx, simulator))
  } catch (error) {
    complain(`锁具模拟器没有启动：${error instanceof Error ? error.message : String(error)}`)
  }
}

async function stop(server: RunningServer): Promise<void> {
  await server.stop()
  say('已停止')
  process.exit(0)
}

function readConfig(): Config | null {
  try {
    return loadConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    complain(error.message)
    process.exitCode = 2
    return null
  }
}

function explain(error: unknown, config: Config): string {
  const isOurs = [
    EmbeddedUnavailableError,
    DataFolderInUseError,
    MigrationError,
    FileStoreError,
    BackupError,
  ].some((kind) => error instanceof kind)
  if (isOurs && error instanceof Error) {
    return error.cause === undefined
      ? error.message
      : `${error.message}\n技术细节：${error.cause instanceof Error ? error.cause.message : String(error.cause)}`
  }
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE')
    return `端口已被占用（${config.host}:${config.port}，或 MQTT 的 ${config.mqttPort}）。请停止占用它的程序，或用 PORT、MQTT_PORT 指定别的端口。`
  if (code === 'ECONNREFUSED' && config.databaseUrl !== undefined)
    return '连不上 DATABASE_URL 指定的数据库，请检查地址以及数据库是否已启动。'
  return `启动失败：${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
