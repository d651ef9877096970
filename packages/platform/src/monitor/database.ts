import { sql } from 'kysely'
import type { DatabaseState, StatementList, StatementRow } from '@suoan/contract'
import type { Context } from '../context.ts'
import { plainStatement, statementCounts } from './statements.ts'

/** So many statements are listed. */
const MOST_STATEMENTS = 100
const MOST_TABLES = 50

/** Slow and frequent statements of this application; of PostgreSQL's own counting where that is installed. */
export async function statementList(
  ctx: Context,
  {
    order,
    source,
    word,
  }: {
    order: 'totalMs' | 'meanMs' | 'maxMs' | 'calls' | 'errors'
    source: 'application' | 'postgres'
    word: string
  },
): Promise<StatementList> {
  const counted = source === 'postgres' ? await postgresStatements(ctx) : null
  const isInstalled = counted !== null || (await hasExtension(ctx))
  const rows =
    counted ??
    statementCounts().map((count) => ({ ...count, meanMs: count.totalMs / Math.max(1, count.calls) }))
  const wanted = word.trim().toLowerCase()
  const found = rows.filter(({ statement }) => statement.toLowerCase().includes(wanted))
  const tenth = (ms: number): number => Math.round(ms * 100) / 100
  return {
    source: counted === null ? 'application' : 'postgres',
    distinct: found.length,
    postgresProblem:
      isInstalled && (source === 'application' || counted !== null)
        ? null
        : '数据库没有启用 pg_stat_statements；这里显示本程序自己的统计',
    statements: found
      .toSorted((a, b) => b[order] - a[order])
      .slice(0, MOST_STATEMENTS)
      .map((row) => ({
        ...row,
        totalMs: tenth(row.totalMs),
        meanMs: tenth(row.meanMs),
        maxMs: tenth(row.maxMs),
      })),
  }
}

async function hasExtension(ctx: Context): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_stat_statements'`.execute(ctx.db)
  return rows.length > 0
}

/** Null where PostgreSQL does not count: the extension is absent, not loaded, or not to be read by us. */
async function postgresStatements(ctx: Context): Promise<StatementRow[] | null> {
  if (!(await hasExtension(ctx))) return null
  try {
    const { rows } = await sql<Omit<StatementRow, 'errors'>>`
      select query as statement, calls::float8 as calls, total_exec_time as total_ms, mean_exec_time as mean_ms,
        max_exec_time as max_ms, rows::float8 as rows
      from pg_stat_statements
      where dbid = (select oid from pg_database where datname = current_database())
        and userid = (select oid from pg_roles where rolname = current_user)
      order by total_exec_time desc limit 1000`.execute(ctx.db)
    return rows.map((row) => ({ ...row, statement: plainStatement(row.statement), errors: 0 }))
  } catch (error) {
    // 55000: installed and not loaded; 42501: not for us.
    if (error instanceof Error && 'code' in error && (error.code === '55000' || error.code === '42501'))
      return null
    throw error
  }
}

/** The database as PostgreSQL sees it: size, tables, who waits for whom, replicas, the oldest transaction. */
export async function databaseState(ctx: Context): Promise<DatabaseState> {
  const head = await sql<{ version: string; size: string; most: number; hit: number | null }>`
    select current_setting('server_version') as version, pg_database_size(current_database())::text as size,
      current_setting('max_connections')::int as most,
      (select blks_hit::float8 / nullif(blks_hit + blks_read, 0) from pg_stat_database
        where datname = current_database()) as hit`.execute(ctx.db)
  const connections = await sql<{ state: string; count: number }>`
    select coalesce(state, '未知') as state, count(*)::int as count from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' group by 1 order by 2 desc`.execute(
    ctx.db,
  )
  const tables = await sql<{
    name: string
    rows: number
    bytes: string
    deadRows: number
    lastVacuum: Date | null
  }>`
    select relname as name, n_live_tup::float8 as rows, pg_total_relation_size(relid)::text as bytes,
      n_dead_tup::float8 as dead_rows, greatest(last_vacuum, last_autovacuum) as last_vacuum
    from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit ${MOST_TABLES}`.execute(ctx.db)
  const locks = await sql<{ waitingFor: string; statement: string; seconds: number; blockedBy: string }>`
    select coalesce(wait_event, '锁') as waiting_for, query as statement,
      extract(epoch from now() - query_start)::float8 as seconds,
      array_to_string(pg_blocking_pids(pid), ', ') as blocked_by
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 50`.execute(
    ctx.db,
  )
  const replication = await sql<{ client: string; state: string; lagBytes: string | null }>`
    select coalesce(host(client_addr), application_name, '') as client, coalesce(state, '未知') as state,
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::text as lag_bytes
    from pg_stat_replication where not pg_is_in_recovery() limit 20`.execute(ctx.db)
  const oldest = await sql<{ seconds: number; state: string; statement: string }>`
    select extract(epoch from now() - xact_start)::float8 as seconds, coalesce(state, '未知') as state,
      query as statement
    from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
      and backend_type = 'client backend' order by xact_start limit 1`.execute(ctx.db)
  const [first] = head.rows
  const [old] = oldest.rows
  return {
    version: first?.version ?? '',
    size: Number(first?.size ?? 0),
    kind: ctx.config.databaseUrl === undefined ? 'embedded' : 'external',
    connections: connections.rows,
    maxConnections: first?.most ?? 0,
    tables: tables.rows.map((row) => ({
      name: row.name,
      rows: row.rows,
      bytes: Number(row.bytes),
      deadRows: row.deadRows,
      lastVacuum: row.lastVacuum?.toISOString() ?? null,
    })),
    // The statements of others may hold values.
    locks: locks.rows.map((row) => ({ ...row, statement: plainStatement(row.statement) })),
    replication:
      replication.rows.length === 0
        ? null
        : replication.rows.map((row) => ({
            client: row.client,
            state: row.state,
            lagBytes: row.lagBytes === null ? null : Number(row.lagBytes),
          })),
    oldestTransaction: old === undefined ? null : { ...old, statement: plainStatement(old.statement) },
    cacheHitRate: first?.hit ?? null,
  }
}
