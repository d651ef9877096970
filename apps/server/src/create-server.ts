import type { Socket } from 'node:net'
import { type Clock, systemClock } from '@suoan/kit/clock'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '@suoan/platform/config'
import type { Context } from '@suoan/platform/context'
import { startRouteServer } from '@suoan/admin/gateway-routes'
import { evidenceTables } from '@suoan/safety/migrations'
import { noteVersion, prepareSchema, refreshStatistics } from '@suoan/platform/db/prepare-schema'
import { openDatabase } from '@suoan/platform/db/open'
import { demoParts } from './demo/demo-parts.ts'
import { makeToday, startHistory, type HistoryMaker } from './demo/plant-life.ts'
import { features } from './features.ts'
import { endFailedSocket } from '@suoan/platform/realtime/socket-error'
import { createAuthenticator } from '@suoan/platform/http/authenticate'
import { createHttpApp } from '@suoan/platform/http/http-app'
import { mountHealth } from '@suoan/platform/http/health'
import { mountApi } from '@suoan/platform/http/mount-api'
import { secureAnswers } from '@suoan/platform/http/security-headers'
import { mountConsole } from '@suoan/platform/http/static-console'
import { kickDisabled, lockLine, makeLockGateway } from './lock-gateway.ts'
import { createLog } from '@suoan/platform/log'
import { migrations } from './migrations.ts'
import { backupBeforeUpgrade } from './operations/backup-before-upgrade.ts'
import { appVersion } from '@suoan/platform/version'
import { demoSecrets, firstStart, hasDemoDevices } from './seed/first-start.ts'
import { finishSwapAlone } from '@suoan/platform/backup/swap-folders'
import { checkStore } from '@suoan/platform/files/store/check-store'
import { openStore } from '@suoan/platform/files/store/open-store'
import { isSharedStore } from '@suoan/platform/files/store-mark'
import { createReactions, startReactions } from '@suoan/platform/reactions'
import { startBroadcastRelay } from '@suoan/platform/realtime/broadcast-relay'
import { createBroadcaster } from '@suoan/platform/realtime/broadcaster'
import { missingForSeveral } from '@suoan/platform/realtime/several-nodes'
import { postgresCarrier } from '@suoan/platform/realtime/postgres-carrier'
import { redisCarrier } from '@suoan/platform/realtime/redis-carrier'
import { createHub } from '@suoan/platform/realtime/hub'
import { createJobs, startJobs } from '@suoan/platform/jobs'
import { monitorOf, mountMetrics, startWatch, watchRequests } from '@suoan/platform/monitor'
import { createTimerHandlers, startTimers } from '@suoan/platform/timers'
import { mountNoticeChannel, pushToSockets } from '@suoan/platform/realtime/notice-channel'
import { mountTableChannel, TABLE_BYTES } from '@suoan/platform/realtime/table-channel'
import { createTablePages } from '@suoan/platform/realtime/table-pages'

/** What a caller may replace: time and log for tests, the console's folder and the progress lines for the start. */
export interface Overrides {
  readonly clock?: Clock
  readonly log?: Logger
  /** Folder of the built console; without it only the API is served. */
  readonly consoleFolder?: string
  /** Told what the start is doing now, in Chinese. */
  readonly progress?: (text: string) => void
}

/** A server that listens. Disposing it is `stop`. */
export interface RunningServer extends AsyncDisposable {
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  readonly url: string
  /** Where devices connect, null when MQTT is off. */
  readonly mqttUrl: string | null
  /** Where neighbouring systems are served, null when they are not. */
  readonly gatewayRouteUrl: string | null
  /** Secrets of the demo plant's devices, for the simulator; null without a demo plant. */
  readonly demoSecretOf: ((sn: string) => string) | null
  /** The making of the demo plant's history, while it goes on. */
  readonly history: HistoryMaker | null
  /** What is to end before anything else does. */
  endBefore(end: () => Promise<void>): void
  readonly app: FastifyInstance
  readonly ctx: Context
  /** What the operator must read at this start, e.g. one-time passwords; shown once, never logged. */
  readonly startupNotes: readonly string[]
  /** Not ready any more → requests in flight finish → sockets close → gateway, database. May be called twice. */
  stop(): Promise<void>
}

/** The composition root: opens everything in order, and on a failure or a stop ends it in the opposite order. */
export async function createServer(config: Config, overrides: Overrides = {}): Promise<RunningServer> {
  const log = overrides.log ?? createLog(config.logLevel)
  const progress = overrides.progress ?? (() => {})
  const cleanups: (() => unknown)[] = []
  const startupNotes: string[] = []
  let mqttUrl: string | null = null
  let isDraining = false
  let stopping: Promise<void> | undefined

  const endAll = async (): Promise<void> => {
    isDraining = true
    for (const end of cleanups.reverse()) {
      try {
        await end()
      } catch (error) {
        log.error({ err: error }, 'a part did not end cleanly')
      }
    }
  }

  try {
    await finishSwapAlone(config.dataDir)
    progress(config.databaseUrl === undefined ? `打开内置数据库（${config.dataDir}）…` : '连接数据库…')
    const database = await openDatabase(config, log)
    cleanups.push(() => database[Symbol.asyncDispose]())
    progress('检查数据库结构…')
    const blobs = await openStore(config)
    cleanups.push(() => blobs.close())
    const { steps, isSeparate } = await prepareSchema(database, migrations, evidenceTables, log, (from, to) =>
      backupBeforeUpgrade(config, { pool: database.exportPool, blobs }, { from, to }, progress),
    )
    await noteVersion(database.pool, appVersion)
    if (!isSeparate) {
      const note =
        '数据库：应用以证据表的所有者身份连接，证据只由触发器保护；请另设 DATABASE_OWNER_URL，并让 DATABASE_URL 使用不拥有表的角色'
      log.warn(note)
      startupNotes.push(note)
    }
    if (steps.length > 0) progress(`数据库结构已升级（${steps.length} 步）`)

    progress(config.s3 === undefined ? '检查文件存储…' : '连接对象存储…')
    for (const text of await checkStore(database.db, config)) {
      log.warn(text)
      startupNotes.push(text)
    }

    const line = lockLine()
    const ctx: Context = {
      config,
      db: database.db,
      pool: database.pool,
      exportPool: database.exportPool,
      searchPool: database.searchPool,
      clock: overrides.clock ?? systemClock,
      blobs,
      log,
      broadcasts: createBroadcaster((error, name) =>
        log.error({ err: error, broadcast: name }, 'a subscriber failed'),
      ),
      reactions: createReactions(),
      locks: line.port,
      timers: createTimerHandlers(),
      jobs: createJobs(),
    }

    progress(config.redisUrl === undefined ? '连接其他节点…' : '连接 Redis…')
    const carrier =
      config.redisUrl === undefined
        ? postgresCarrier(database.url, database.pool, log)
        : redisCarrier(config.redisUrl, log)
    const relay = await startBroadcastRelay(carrier, ctx.broadcasts, log)
    cleanups.push(() => relay.stop())
    const missing = await missingForSeveral(config, relay, (isAlone) =>
      isSharedStore(ctx.db, config.dataDir, isAlone),
    )
    for (const text of missing) {
      log.warn(text)
      startupNotes.push(text)
    }
    progress('检查菜单、权限与字典…')
    const { notes, isNew } = await firstStart(ctx, config.demo)
    startupNotes.push(...notes)
    if (isNew) await refreshStatistics(database, log)
    if (config.demoWorks) {
      progress('准备演示工厂今天的作业…')
      await makeToday(ctx)
    }

    const gateway = makeLockGateway(config, ctx)
    if (gateway) cleanups.push(() => gateway.stop())
    const app = createHttpApp(ctx)
    secureAnswers(app)
    const upgrades = boundUpgrades(app, config)
    cleanups.push(() => closeApp(app, upgrades))
    const requests = watchRequests(app, config.apiBase)
    monitorOf(ctx).measure({
      requests,
      mqtt: gateway
        ? () => ({
            kind: config.mqttUrl === undefined ? 'embedded' : 'external',
            ...gateway.load(),
            counters: { ...gateway.counters() },
          })
        : null,
    })
    await mountMetrics(app, ctx)
    mountHealth(app, { pool: database.pool, isDraining: () => isDraining })
    const authenticator = createAuthenticator(ctx)
    cleanups.push(() => authenticator.close())
    const hub = createHub({ ofSession: config.socketsPerSession, inAll: config.socketsMax })
    cleanups.push(pushToSockets(ctx, hub))
    const tablePages = createTablePages(ctx)
    cleanups.push(() => tablePages.close())
    await app.register(websocket, {
      // A browser drops a socket whose sub-protocol is not echoed.
      options: { maxPayload: TABLE_BYTES, handleProtocols: (protocols) => [...protocols][0] ?? false },
      errorHandler: endFailedSocket,
      preClose: (done) => {
        hub.closeAll(1001, 'server stops')
        app.websocketServer.close(done)
      },
    })
    await mountApi(app, ctx, {
      features,
      authenticate: (request) => authenticator.request(request),
      sockets(api) {
        mountNoticeChannel(api, ctx, authenticator, hub)
        mountTableChannel(api, ctx, authenticator, hub, tablePages)
      },
    })
    if (overrides.consoleFolder !== undefined) await mountConsole(app, overrides.consoleFolder, config)

    if (gateway) {
      progress(config.mqttUrl === undefined ? '启动内置 MQTT 服务…' : '连接 MQTT 服务…')
      mqttUrl = (await gateway.start()).url
      line.connect(gateway)
      cleanups.push(kickDisabled(ctx, gateway))
    }
    progress('启动网页与接口…')
    const url = await app.listen({ host: config.host, port: config.port })
    const routes =
      config.gatewayRoutePort === undefined ? null : await startRouteServer(ctx, authenticator, portOf(app))
    if (routes) cleanups.push(() => routes.close())
    const reactions = startReactions(ctx)
    cleanups.push(() => reactions.stop())
    cleanups.push(await startTimers(ctx))
    cleanups.push(await startJobs(ctx))
    cleanups.push(startWatch(ctx))
    const history = config.demoWorks ? await startHistory(ctx) : null
    demoParts(ctx).history = history
    if (history) cleanups.push(() => history.stop())
    const stop = (): Promise<void> => (stopping ??= endAll())
    const demoSecretOf = mqttUrl !== null && (await hasDemoDevices(ctx)) ? await demoSecrets(ctx) : null
    return {
      url,
      mqttUrl,
      gatewayRouteUrl: routes?.url ?? null,
      demoSecretOf,
      history,
      endBefore: (end) => void cleanups.push(end),
      app,
      ctx,
      startupNotes,
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await endAll()
    throw error
  }
}

/** Where it listens; the configuration may have left the choice to the system. */
function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * Connections that asked for an upgrade: the HTTP server knows them no more. One that is refused before its route is found
 * (a path that is too long or cannot be read) would stay open for ever; a websocket takes the limit off when it opens.
 */
function boundUpgrades(app: FastifyInstance, { requestTimeoutMs }: Config): ReadonlySet<Socket> {
  const sockets = new Set<Socket>()
  app.server.on('upgrade', (_, socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.setTimeout(requestTimeoutMs, () => socket.destroy())
  })
  return sockets
}

/** Waits for requests in flight, at most 15 s, then cuts what is left. */
async function closeApp(app: FastifyInstance, upgrades: ReadonlySet<Socket>): Promise<void> {
  const cut = setTimeout(() => {
    app.server.closeAllConnections()
    for (const socket of upgrades) socket.destroy()
  }, 15_000)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
