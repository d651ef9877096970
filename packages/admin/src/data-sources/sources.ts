import { dataSourceKinds, type DataSourceKind } from '@suoan/contract'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { unseal } from '@suoan/platform/secret-key'
import type { Place } from './address.ts'
import { addressOf, refusalOf } from './allowed-host.ts'
import { readTls, type SourceTls } from './tls.ts'
import { CONNECT_MS, openReader, type Reader, type ReadRows, type SourceRow, type Value } from './reader.ts'

/** Longest statement and most rows of one read. */
const TIMEOUT_MS = 30_000
const MOST_ROWS = 10_000
/** How long an export may hold a connection to the source, ms. */
const STREAM_MS = 300_000

/** One sentence for closed, filtered, garbage, a wrong password and no such database: it tells nobody what is there (V20). */
const unreachable =
  '连接失败：3 秒内没有连上数据库。请检查主机、端口、数据库名、用户名和密码，并确认该数据库允许本服务器连接'

/** What a password is bound to when it is sealed. */
export const sealedFor = (code: string): string => `data-source/${code}`

interface StoredSource {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly revision: number
  readonly dbType: string
  readonly dbHost: string
  readonly dbPort: number
  readonly dbName: string
  readonly dbUsername: string
  readonly dbPassword: string | null
  readonly dbTls: string | null
  readonly dbCa: string | null
}

/** The source that is stored under a code or an id; undefined where there is none. */
export async function storedSource(
  ctx: Pick<Context, 'db'>,
  by: 'code' | 'id',
  value: string,
): Promise<StoredSource | undefined> {
  const { rows } = await sql<StoredSource>`
    select id, code, name, revision, db_type, db_host, db_port, db_name, db_username, db_password, db_tls, db_ca
    from sys_data_source where ${sql.ref(by)} = ${value} and del_flag = 0`.execute(ctx.db)
  return rows[0]
}

/** The password of a stored source; '' where it has none. */
export function passwordOf(ctx: Pick<Context, 'config'>, { code, dbPassword }: StoredSource): string {
  return dbPassword === null || dbPassword === '' ? '' : unseal(ctx.config, sealedFor(code), dbPassword)
}

/** Connects and says nothing when that works; refuses with one message for every failure. At most 3 s. */
export async function tryConnection(
  ctx: Pick<Context, 'config' | 'log'>,
  kind: DataSourceKind,
  place: Place,
  user: string,
  password: string,
  tls: SourceTls,
): Promise<void> {
  let reader: Reader | undefined
  const tried = (async () => {
    reader = await connectTo(ctx, kind, place, user, password, tls)
    await reader.read('select 1 as ok', [], { mostRows: 1, timeoutMs: CONNECT_MS })
  })()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, CONNECT_MS, 'late')
  })
  try {
    if ((await Promise.race([tried, late])) === 'late') throw fail('REFUSED', { detail: unreachable })
  } catch (error) {
    throw refusalFor(ctx, error)
  } finally {
    clearTimeout(timer)
    // Whatever still comes of it is nobody's; its own limits end it.
    void tried.catch(() => {}).then(() => reader?.end())
  }
}

/** Drivers throw what they please, on what a stranger's server sends; only their code goes into the log. */
function refusalFor({ log }: Pick<Context, 'log'>, error: unknown): unknown {
  if (error instanceof Error && 'errorCode' in error) return error
  log.info({ code: codeOf(error) }, 'a data source could not be reached')
  return fail('REFUSED', { detail: unreachable })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

async function connectTo(
  ctx: Pick<Context, 'config'>,
  kind: DataSourceKind,
  place: Place,
  user: string,
  password: string,
  tls: SourceTls,
): Promise<Reader> {
  const refusal = refusalOf(ctx.config, place)
  if (refusal !== null) throw fail('REFUSED', { detail: refusal })
  const address = await addressOf(place.host)
  if (address === null) throw fail('REFUSED', { detail: unreachable })
  return await openReader(kind.engine, {
    address,
    port: place.port,
    database: place.database,
    user,
    password,
    tls,
  })
}

/** The open sources of one server. */
export interface Sources {
  /**
   * Reads from the source of this code: one statement that selects (`$1` or `?` as its database writes it) with bound
   * values, in a read-only transaction, 30 s and 10,000 rows at most. Refuses in words where there is no such source, it is
   * not allowed or not reached, or the statement fails.
   */
  readFrom(code: string, statement: string, values?: readonly Value[], mostRows?: number): Promise<ReadRows>
  /** All rows of such a statement, a block at a time, 5 min at most. Refuses as `readFrom` does, after some rows too. */
  streamFrom(code: string, statement: string, values: readonly Value[]): AsyncGenerator<readonly SourceRow[]>
  /** Ends the connections to what was changed or deleted. */
  forget(code: string): Promise<void>
  end(): Promise<void>
}

export function createSources(ctx: Context): Sources {
  const open = new Map<string, { readonly revision: number; readonly reader: Promise<Reader> }>()
  const forget = async (code: string): Promise<void> => {
    const found = open.get(code)
    open.delete(code)
    await found?.reader.then(
      (reader) => reader.end(),
      () => {},
    )
  }
  const readerOf = async (source: StoredSource): Promise<Reader> => {
    const found = open.get(source.code)
    if (found?.revision === source.revision) return await found.reader
    void forget(source.code)
    const kind = dataSourceKinds[source.dbType]
    if (!kind) throw fail('REFUSED', { detail: `数据源“${source.name}”的数据库类型暂不支持` })
    const place = { host: source.dbHost, port: source.dbPort, database: source.dbName }
    const tls = readTls(source, kind.engine, place.host)
    if (typeof tls === 'string') throw fail('REFUSED', { detail: tls })
    const reader = connectTo(ctx, kind, place, source.dbUsername, passwordOf(ctx, source), tls)
    open.set(source.code, { revision: source.revision, reader })
    reader.catch(() => open.delete(source.code))
    return await reader
  }
  const openSource = async (code: string, statement: string): Promise<{ name: string; reader: Reader }> => {
    const source = await storedSource(ctx, 'code', code)
    if (!source) throw fail('REFUSED', { detail: `数据源“${code}”不存在，请在“多数据源管理”中检查它的编码` })
    const refusal = refusalOfStatement(statement)
    if (refusal !== null) throw fail('REFUSED', { detail: refusal })
    return { name: source.name, reader: await readerOf(source) }
  }
  const refused = (error: unknown, code: string, name: string): unknown => {
    ctx.log.info({ code: codeOf(error), source: code }, 'a data source refused')
    return fail('REFUSED', { detail: `数据源“${name}”没有给出数据：${reasonOf(error)}` })
  }
  return {
    async readFrom(code, statement, values = [], mostRows = MOST_ROWS) {
      const { name, reader } = await openSource(code, statement)
      try {
        return await reader.read(statement, values, {
          mostRows: Math.min(mostRows, MOST_ROWS),
          timeoutMs: TIMEOUT_MS,
        })
      } catch (error) {
        throw refused(error, code, name)
      }
    },
    async *streamFrom(code, statement, values) {
      const { name, reader } = await openSource(code, statement)
      try {
        yield* reader.stream(statement, values, STREAM_MS)
      } catch (error) {
        throw refused(error, code, name)
      }
    },
    forget,
    async end() {
      await Promise.all([...open.keys()].map(forget))
    },
  }
}

/** PostgreSQL and the two kinds of MySQL end a statement that takes too long by these. */
const tooLong = new Set(['57014', 'ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT'])
/** Classes of SQLSTATE that tell of the server or of the way to it, not of the statement. */
const ofServer = /^(?:08|28|3D|53|57|58)/
/** MySQL tells these by the class of statements. */
const noDatabase = new Set(['ER_BAD_DB_ERROR', 'ER_DBACCESS_DENIED_ERROR'])

/** Why there are no rows, in words that say nothing of the source's inside (V20). */
function reasonOf(error: unknown): string {
  const code = codeOf(error)
  if (tooLong.has(code)) return '超过 30 秒没有查完，请用查询条件缩小范围后再试'
  const state = error instanceof Error && 'sqlState' in error ? String(error.sqlState) : code
  return /^\d[0-9A-Z]{4}$/.test(state) && !ofServer.test(state) && !noDatabase.has(code)
    ? '它不能执行这条查询语句，请检查表名、列名和查询值是否与数据源中的一致'
    : '现在连接不上，请稍后重试；如仍失败，请在“多数据源管理”中测试连接'
}

/** What reads files of the source's server or writes them there even in a read-only transaction. */
const filesOfServer =
  /\b(?:outfile|dumpfile|load_file|pg_read_\w+|pg_ls_\w+|lo_import|lo_export|dblink\w*)\b/i

/** Why this is no statement that only reads (Chinese); null where it is one. The account's own rights are the second wall. */
function refusalOfStatement(statement: string): string | null {
  if (!/^\s*(?:select|with)\b/i.test(statement)) return '查询语句要以 SELECT 或 WITH 开头'
  if (filesOfServer.test(statement)) return '查询语句不能读写数据库服务器上的文件'
  return null
}
