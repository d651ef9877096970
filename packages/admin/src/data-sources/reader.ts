import type { PoolConnection, SslOptions } from 'mysql2'
import { connect, isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { Pool, types, type PoolClient, type PoolConfig, type QueryResult } from 'pg'
import type { DataSourceKind } from '@suoan/contract'
import type { SourceTls } from './tls.ts'

/** How long a connection may take until it can be used, ms (security.md V20). */
export const CONNECT_MS = 3_000
/** Connections of one server to one source. */
const CONNECTIONS = 4
const IDLE_MS = 30_000
/** What the client waits beyond the limit of the statement, so that the source's own refusal comes first, ms. */
const GRACE_MS = 2_000
/** How long a socket may say nothing: longer than anything that is read, ms. */
const SILENT_MS = 360_000
/** Rows of a block. */
const BLOCK = 1_000

/** What can be bound. Dates and long numbers come and go as texts. */
export type Value = string | number | boolean | null
export interface ReadRows {
  readonly columns: readonly string[]
  readonly rows: readonly SourceRow[]
  /** There were more than were asked for. */
  readonly isCut: boolean
}
export interface ReadLimits {
  readonly mostRows: number
  readonly timeoutMs: number
}
export type SourceRow = Readonly<Record<string, unknown>>

/** An open source: at most four connections, every statement in a read-only transaction that is rolled back. */
export interface Reader {
  /** Throws what the driver throws. */
  read(sql: string, values: readonly Value[], limits: ReadLimits): Promise<ReadRows>
  /** All rows, a block at a time in memory: the source waits for whoever takes them, `timeoutMs` for all at most. */
  stream(sql: string, values: readonly Value[], timeoutMs: number): AsyncGenerator<readonly SourceRow[]>
  end(): Promise<void>
}

export interface Target {
  /** An IP address: names were resolved before. */
  readonly address: string
  readonly port: number
  readonly database: string
  readonly user: string
  readonly password: string
  readonly tls: SourceTls
}

/** Opens lazily: nothing is connected until something is read. */
export async function openReader(engine: DataSourceKind['engine'], target: Target): Promise<Reader> {
  return engine === 'postgresql' ? openPostgres(target) : await openMysql(target)
}

/** 1082 date, 1114 timestamp, 1184 timestamptz, 1083 time: as the source writes them. */
const asText = new Set([1082, 1083, 1114, 1184])

function openPostgres({ address, port, database, user, password, tls }: Target): Reader {
  const pool = new Pool({
    host: address,
    port,
    database,
    user,
    // A function: an empty text would make the driver look into its environment and files of the account.
    password: () => password,
    ssl: postgresTls(tls),
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    application_name: 'suoan-report',
    types: {
      getTypeParser: (oid: number, format?: 'text') =>
        asText.has(oid) ? (text: string) => text : types.getTypeParser(oid, format),
    } as typeof types,
  })
  // A connection that breaks while idle is replaced at the next read.
  pool.on('error', () => {})
  const begin = async (client: PoolClient, timeoutMs: number) => {
    // The driver's own type lacks it; it reads it of every query.
    const limited = { query_timeout: timeoutMs + GRACE_MS }
    await client.query({ text: 'begin transaction read only', ...limited })
    await client.query({
      text: `select set_config('statement_timeout', $1, true), set_config('timezone', 'Asia/Shanghai', true)`,
      values: [String(timeoutMs)],
      ...limited,
    })
    return limited
  }
  return {
    async *stream(sql, values, timeoutMs) {
      const client = await pool.connect()
      client.on('error', ignore)
      let isUsable = false
      const end = performance.now() + timeoutMs
      try {
        const limited = await begin(client, timeoutMs)
        // Who takes no more rows does not hold the source's old rows for ever.
        await client.query({
          text: `select set_config('idle_in_transaction_session_timeout', $1, true)`,
          values: [String(timeoutMs)],
          ...limited,
        })
        await client.query({
          // Inside brackets only what selects is understood, and one statement.
          text: `declare report no scroll cursor for select * from (\n${sql}\n) as source`,
          values: [...values],
          ...limited,
        })
        for (;;) {
          const { rows }: QueryResult<Record<string, unknown>> = await client.query({
            text: `fetch ${BLOCK} from report`,
            ...limited,
          })
          if (rows.length > 0) yield rows
          if (rows.length < BLOCK) break
          if (performance.now() > end) throw new Error('the rows were taken too slowly')
        }
        await client.query({ text: 'rollback', ...limited })
        isUsable = true
      } finally {
        client.off('error', ignore)
        client.release(!isUsable)
      }
    },
    async read(sql, values, { mostRows, timeoutMs }) {
      const client = await pool.connect()
      client.on('error', ignore)
      let isUsable = false
      try {
        const limited = await begin(client, timeoutMs)
        const result: QueryResult<Record<string, unknown>> = await client.query({
          // Inside brackets only what selects is understood, and one statement.
          text: `select * from (\n${sql}\n) as source limit $${values.length + 1}`,
          values: [...values, mostRows + 1],
          ...limited,
        })
        await client.query({ text: 'rollback', ...limited })
        isUsable = true
        return {
          columns: result.fields.map(({ name }) => name),
          rows: result.rows.slice(0, mostRows),
          isCut: result.rows.length > mostRows,
        }
      } finally {
        client.off('error', ignore)
        client.release(!isUsable)
      }
    },
    end: () => pool.end(),
  }
}

/** The driver refuses a server that offers no TLS where it is asked for. */
function postgresTls(tls: SourceTls): PoolConfig['ssl'] {
  if (tls.mode === 'off') return false
  if (tls.mode === 'require') return { rejectUnauthorized: false }
  return {
    rejectUnauthorized: true,
    ...(tls.ca === undefined ? {} : { ca: tls.ca }),
    // An address is no name that can be asked for, yet the certificate must be about it.
    ...(isIP(tls.host) === 0 ? { servername: tls.host } : { host: tls.host }),
  }
}

const mysqlTls = (tls: Exclude<SourceTls, { readonly mode: 'off' }>): SslOptions => ({
  rejectUnauthorized: tls.mode === 'verify',
  verifyIdentity: tls.mode === 'verify',
  ...(tls.mode === 'verify' && tls.ca !== undefined ? { ca: tls.ca } : {}),
})

async function openMysql({ address, port, database, user, password, tls }: Target): Promise<Reader> {
  // Loaded where a source is one of these, nowhere else.
  const { createPool } = await import('mysql2')
  const pool = createPool({
    // The driver checks a certificate against this; where it connects to was resolved before.
    host: tls.mode === 'verify' ? tls.host : address,
    port,
    // One that was given up and is never closed by its other side is not kept.
    stream: () => {
      const socket = connect({ host: address, port })
      return socket.setTimeout(SILENT_MS, () => socket.destroy())
    },
    ...(tls.mode === 'off' ? {} : { ssl: mysqlTls(tls) }),
    database,
    user,
    password,
    connectionLimit: CONNECTIONS,
    maxIdle: 1,
    idleTimeout: IDLE_MS,
    queueLimit: 50,
    connectTimeout: CONNECT_MS,
    multipleStatements: false,
    // The source may not ask for a file of this machine.
    flags: ['-LOCAL_FILES'],
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    disableEval: true,
  })
  /**
   * A connection in a read-only transaction; one that is not finished is not used again. A source that stops answering in the
   * middle ends nothing by itself, nor does the driver tell who waits for it when its connection is destroyed: the time does.
   */
  const begin = async (timeoutMs: number) => {
    const connection = await new Promise<PoolConnection>((resolve, reject) => {
      pool.getConnection((error, found) => (error ? reject(error) : resolve(found)))
    })
    const asked = connection.promise()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        connection.destroy()
        reject(new Error('the source stopped answering'))
      }, timeoutMs + GRACE_MS)
    })
    late.catch(ignore)
    const ask = (text: string, values: readonly Value[] = []) =>
      Promise.race([asked.query(text, [...values]), late])
    let isUsable = false
    const opened = {
      /** The rows of a statement; `told` is given the names of their columns before. */
      rows(sql: string, values: readonly Value[], told: (columns: string[]) => void = ignore): Readable {
        const statement = connection.execute(sql, [...values])
        statement.once('fields', (fields: readonly { readonly name: string }[] | undefined) => {
          told((fields ?? []).map(({ name }) => name))
        })
        const rows = statement.stream()
        late.catch((error: Error) => rows.destroy(error))
        return rows
      },
      async finish(): Promise<void> {
        await ask('rollback')
        isUsable = true
      },
      async [Symbol.asyncDispose](): Promise<void> {
        clearTimeout(timer)
        if (isUsable) connection.release()
        else connection.destroy()
      },
    }
    try {
      await ask(`set session time_zone = '+08:00'`)
      const [version] = await ask('select version() as version')
      const isMaria = JSON.stringify(version).includes('MariaDB')
      await ask(isMaria ? 'set session max_statement_time = ?' : 'set session max_execution_time = ?', [
        isMaria ? timeoutMs / 1000 : timeoutMs,
      ])
      await ask('start transaction read only')
      return opened
    } catch (error) {
      await opened[Symbol.asyncDispose]()
      throw error
    }
  }
  return {
    async read(sql, values, { mostRows, timeoutMs }) {
      await using opened = await begin(timeoutMs)
      const rows: Record<string, unknown>[] = []
      let columns: string[] = []
      for await (const row of opened.rows(sql, values, (names) => (columns = names))) {
        rows.push({ ...(row as Record<string, unknown>) })
        if (rows.length > mostRows) break
      }
      const isCut = rows.length > mostRows
      // What is still on its way would have to be read to use the connection again.
      if (!isCut) await opened.finish()
      return { columns, rows: rows.slice(0, mostRows), isCut }
    },
    async *stream(sql, values, timeoutMs) {
      await using opened = await begin(timeoutMs)
      let block: Record<string, unknown>[] = []
      for await (const row of opened.rows(sql, values)) {
        block.push({ ...(row as Record<string, unknown>) })
        if (block.length < BLOCK) continue
        yield block
        block = []
      }
      if (block.length > 0) yield block
      await opened.finish()
    },
    end: () => pool.promise().end(),
  }
}

const ignore = (): void => {}
