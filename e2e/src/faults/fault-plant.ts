import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Pool } from 'pg'
import { openExternal } from '../support/database.ts'
import type { Cleanups } from '../support/cleanups.ts'
import { freePort } from '../support/free-port.ts'
import { startOurServer, type ServerProcess } from '../support/server-process.ts'

export type Kind = 'embedded' | 'external'

/** A server over its own data that is killed and started again. */
export interface FaultPlant {
  readonly kind: Kind
  /** Starts the server; answers the milliseconds until its first 200. */
  start(): Promise<number>
  readonly url: () => string
  readonly mqttUrl: () => string
  /** A pool on the database as it runs now. */
  readonly db: () => Pool
  readonly databaseUrl: () => string
  /** SIGKILL. `database` too: only the embedded one is ours to kill. */
  kill(what: { readonly database: boolean }): Promise<void>
  stop(): Promise<void>
  readonly output: () => string
  readonly isAlive: () => boolean
}

export const passwords = { admin: 'Fault-admin-2026!', demo: 'Fault-demo-2026!' }
const PORTS_FROM = 8180

/** Nothing runs yet; what is started is ended with the run at the latest. */
export async function createFaultPlant(
  kind: Kind,
  folder: string,
  externalUrl: string,
  cleanups: Cleanups,
): Promise<FaultPlant> {
  const dataDir = path.join(folder, kind)
  const external = kind === 'external' ? await openExternal(externalUrl, cleanups) : null
  const port = await freePort(PORTS_FROM)
  const mqttPort = await freePort(port + 1)
  let server: ServerProcess | null = null
  let pool: Pool | null = null
  const databaseUrl = (): string => external?.url ?? embeddedUrl(dataDir)

  const closePool = async (): Promise<void> => {
    await pool?.end()
    pool = null
  }
  const running = (): ServerProcess => {
    if (!server) throw new Error('the server does not run')
    return server
  }
  cleanups.add(async () => {
    await closePool()
    // A failed run may leave the database without its server.
    await server?.stop()
    const postgres = kind === 'embedded' ? postgresPid(dataDir) : null
    if (postgres !== null) signal(postgres, 'SIGINT')
  })

  return {
    kind,
    url: () => running().url,
    mqttUrl: () => `mqtt://127.0.0.1:${mqttPort}`,
    databaseUrl,
    output: () => server?.output() ?? '',
    isAlive: () => server?.hasEnded() === false,
    db: () => (pool ??= openPool(databaseUrl())),
    async start() {
      server = await startOurServer(port, {
        DATA_DIR: dataDir,
        ...(external ? { DATABASE_URL: external.url } : {}),
        DEMO: '1',
        DEMO_WORKS: '0',
        SIMULATOR: '0',
        ADMIN_PASSWORD: passwords.admin,
        DEMO_PASSWORD: passwords.demo,
        MQTT_PORT: String(mqttPort),
        LOG_LEVEL: 'warn',
      })
      return server.startMs
    },
    async kill({ database }) {
      await closePool()
      const postgres = database && kind === 'embedded' ? postgresPid(dataDir) : null
      const killed = running().kill()
      if (postgres !== null) signal(postgres, 'SIGKILL')
      await killed
    },
    async stop() {
      await closePool()
      await running().stop()
    },
  }
}

function openPool(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 4 })
  pool.on('error', () => {})
  return pool
}

/** First and fourth line of the cluster's own note: process and port. */
function postmaster(dataDir: string): string[] {
  return readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')
}

function embeddedUrl(dataDir: string): string {
  // The file's shape is that of `db/embedded/secrets.ts`.
  const secrets = JSON.parse(readFileSync(path.join(dataDir, 'postgres-secrets.json'), 'utf8')) as {
    suoan: string
  }
  return `postgres://suoan:${secrets.suoan}@127.0.0.1:${postmaster(dataDir)[3]?.trim()}/suoan`
}

/** Null when it does not run (a clean stop removes the note). */
function postgresPid(dataDir: string): number | null {
  try {
    return Number(postmaster(dataDir)[0])
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // Gone already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
