import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import Cursor from 'pg-cursor'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { watchStatements } from '../monitor/statements.ts'
import { namingPool } from './named-statements.ts'
import type { Database } from './schema.ts'
import { standBack } from './stand-back.ts'

/** The open database. Disposing it closes the pools and ends the embedded server, if it is one. */
export interface OpenDatabase extends AsyncDisposable {
  readonly db: Kysely<Database>
  readonly pool: Pool
  /** For looking inside texts, deep pages and exact totals: so few that they cannot slow the other lists down. */
  readonly searchPool: Pool
  /** For exports and other long reads: few connections and ten times the patience, so that they cannot starve the rest. */
  readonly exportPool: Pool
  readonly kind: 'embedded' | 'external'
  /** With its password: never for logs or answers. */
  readonly url: string
  /** For the owner of the tables, who migrates; null where the application owns them itself. With its password. */
  readonly ownerUrl: string | null
  /** Process number of the embedded server. */
  readonly serverPid: () => number | undefined
}

export type DatabaseConfig = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 'databaseOwnerUrl'
  | 'databasePoolSize'
  | 'databaseSearchPoolSize'
  | 'databaseExportPoolSize'
  | 'statementTimeoutSeconds'
>

/** Opens the PostgreSQL at `databaseUrl`, or the embedded one in `dataDir`. Does not migrate. */
export async function openDatabase(config: DatabaseConfig, log: Logger): Promise<OpenDatabase> {
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres(config.dataDir, log) : null
  const url = embedded?.appUrl ?? config.databaseUrl ?? ''
  const pool = createPool(url, config.databasePoolSize, config.statementTimeoutSeconds, log)
  const searchPool = createPool(url, config.databaseSearchPoolSize, config.statementTimeoutSeconds, log)
  const exportPool = createPool(url, config.databaseExportPoolSize, config.statementTimeoutSeconds * 10, log)
  for (const patient of [searchPool, exportPool])
    patient.on('connect', (client: PoolClient) => void standBack(client))
  const close = async (): Promise<void> => {
    await Promise.all([pool.end(), searchPool.end(), exportPool.end()])
    await embedded?.stop()
  }
  try {
    await pool.query('select 1')
  } catch (error) {
    await close()
    throw error
  }
  return {
    db: kyselyOver(pool),
    pool,
    searchPool,
    exportPool,
    kind: embedded === null ? 'external' : 'embedded',
    url,
    ownerUrl: embedded?.url ?? config.databaseOwnerUrl ?? null,
    serverPid: () => embedded?.pid(),
    [Symbol.asyncDispose]: close,
  }
}

/** Kysely as all our code sees it: camelCase names, streaming by cursor. */
export function kyselyOver(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool: namingPool(pool), cursor: Cursor }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

/**
 * A pool whose connections speak Asia/Shanghai and give up statements after `statementTimeoutSeconds`. Connections
 * that break while idle are logged, not thrown: the pool replaces them.
 */
export function createPool(url: string, max: number, statementTimeoutSeconds: number, log: Logger): Pool {
  const { connectionString, options } = withoutOptions(url)
  const pool = new Pool({
    connectionString,
    max,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 20_000,
    application_name: 'suoan',
    options:
      `${options} -c TimeZone=Asia/Shanghai -c jit=off -c statement_timeout=${statementTimeoutSeconds * 1000} -c idle_in_transaction_session_timeout=60000`.trim(),
  })
  watchStatements(pool)
  const report = (error: Error): void => log.warn({ err: error }, 'a database connection broke')
  pool.on('error', report)
  pool.on('connect', (client: PoolClient) => client.on('error', report))
  return pool
}

/** The driver lets `options` of the address replace ours, so they are joined here. */
function withoutOptions(address: string): { connectionString: string; options: string } {
  const url = new URL(address)
  const options = url.searchParams.get('options') ?? ''
  url.searchParams.delete('options')
  return { connectionString: url.toString(), options }
}
