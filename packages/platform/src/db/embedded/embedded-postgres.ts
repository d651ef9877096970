import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { withBackoff } from '../backoff.ts'
import { accountFor } from './account.ts'
import { addressesOf, type Addresses } from './addresses.ts'
import { EmbeddedUnavailableError, findBinaries } from './binaries.ts'
import { createCluster, hasCluster, openClusterFolder } from './cluster.ts'
import { lockDataFolder } from './data-lock.ts'
import { endLeftoverServer, removeStalePidFile } from './leftovers.ts'
import { freePort, type PostgresProcess, startProcess } from './postgres-process.ts'
import { clusterSecrets, type ClusterSecrets } from './secrets.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres extends Addresses {
  /** Of the loopback address. */
  readonly port: number
  /** Process number of the server now; changes when the supervisor had to start it again. */
  readonly pid: () => number | undefined
  stop(): Promise<void>
}

/**
 * Opens the PostgreSQL of `dataDir`, made on first use, and keeps it running until `stop`: a server that ends by
 * itself is started again on the same port. Throws `EmbeddedUnavailableError` or `DataFolderInUseError`.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Logger,
  /** `isDurable: false` gives up fsync; for tests only. */
  options: { isDurable: boolean } = { isDurable: true },
): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') throw new EmbeddedUnavailableError('目前不支持 Windows')
  const unlock = await lockDataFolder(dataDir)
  try {
    const account = await accountFor(path.join(dataDir, 'postgres', 'cluster'))
    const binaries = await findBinaries(account)
    const folder = await openClusterFolder(dataDir, account)
    const cluster = path.join(folder.path, 'cluster')
    const secrets = await clusterSecrets(path.join(dataDir, 'postgres-secrets.json'))
    if (!(await hasCluster(folder))) await createCluster(folder, binaries, account, secrets.postgres)
    await mkdir(path.join(folder.path, 'log'), { recursive: true, mode: 0o700 })
    if (account !== null) await chown(path.join(folder.path, 'log'), account.uid, account.gid)

    let isStopping = false
    const start = async (wishedPort: number): Promise<PostgresProcess> => {
      let port = wishedPort
      let text = ''
      const started = await withBackoff(60_000, async () => {
        if (isStopping) return null
        await endLeftoverServer(cluster, log)
        const result = await startProcess(folder, binaries, account, {
          port,
          password: secrets.postgres,
          ...options,
        })
        if (!('failed' in result)) return result
        text = result.text
        if (result.failed === 'port') port = await freePort()
        if (result.failed === 'locked') await removeStalePidFile(cluster, log)
        return result.failed === 'other' ? null : 'again'
      })
      if (started === null || started === 'again') throw new Error(`内置数据库没有启动成功：${text}`)
      return started
    }

    let current = await start(await freePort())
    const endWithNode = () => current.child.kill('SIGINT')
    const startAgain = async (): Promise<void> => {
      log.error('the database server ended by itself; starting it again')
      try {
        current = await start(current.port)
        supervise()
      } catch (error) {
        if (!isStopping) log.fatal({ err: error }, 'the database server could not be started again')
      }
    }
    let restart = Promise.resolve()
    const supervise = (): void => {
      void current.ended.then(() => {
        if (!isStopping) restart = startAgain()
      })
    }
    supervise()
    // The last resort when the process ends without a stop, e.g. by an uncaught error.
    process.once('exit', endWithNode)

    const endServer = async (): Promise<void> => {
      isStopping = true
      process.off('exit', endWithNode)
      // A stop may come while the server is being started again: `current` is the dead one until that is over.
      await restart
      await endProcess(current)
      await folder.handle?.close()
    }
    try {
      await ensureDatabase(current.port, secrets, options)
      const stop = () => endServer().then(unlock)
      return {
        ...addressesOf(folder.path, current.port, secrets),
        port: current.port,
        pid: () => current.child.pid,
        stop,
      }
    } catch (error) {
      await endServer()
      throw error
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Fast shutdown; harder ones only when it does not end within 20 s. */
async function endProcess({ child, ended }: PostgresProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    child.kill(signal)
    const patience = new AbortController()
    const isOver = await Promise.race([
      ended.then(() => true),
      sleep(20_000, false, { signal: patience.signal }).catch(() => false),
    ])
    patience.abort()
    if (isOver) return
  }
}

/**
 * The roles (no superusers: a stolen statement cannot reach files or programs) and the database. `suoan` owns the tables,
 * `suoan_app` works with their rows.
 */
async function ensureDatabase(
  port: number,
  secrets: ClusterSecrets,
  { isDurable }: { isDurable: boolean },
): Promise<void> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    password: secrets.postgres,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; app: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'suoan') as role,
              exists (select from pg_roles where rolname = 'suoan_app') as app,
              exists (select from pg_database where datname = 'suoan') as database`,
    )
    // Our own secret of base64url letters: it cannot end the literal, and roles take no bound values.
    if (rows[0]?.role !== true)
      await client.query(`create role suoan login createdb password '${secrets.suoan}'`)
    if (rows[0]?.app !== true) await client.query(`create role suoan_app login password '${secrets.app}'`)
    if (rows[0]?.database !== true) await client.query('create database suoan owner suoan')
    // Tests put rows back as they were, past the triggers that keep evidence (apps/server/src/testing/rewind-schema.ts).
    if (!isDurable) await client.query('grant set on parameter session_replication_role to suoan')
  } finally {
    await client.end()
  }
}
