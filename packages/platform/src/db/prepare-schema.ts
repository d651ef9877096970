import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { migrate, MigrationError, type NamedMigration } from './migrate.ts'
import { createPool, kyselyOver, type OpenDatabase } from './open.ts'

/** What was done, and whether the application's role owns nothing of it. */
export interface Prepared {
  /** Names of the steps of the schema that were taken. */
  readonly steps: readonly string[]
  /** False where application and owner are one role: then triggers alone guard the evidence. */
  readonly isSeparate: boolean
}

/**
 * Brings the schema up to date as its owner and gives the application's role what it needs: rows of every table, no
 * structure, and of the `appended` tables (the evidence) only reading and adding. Without an owner of its own (`ownerUrl` null) the application
 * migrates by itself and owns what it made.
 */
export async function prepareSchema(
  database: Pick<OpenDatabase, 'db' | 'pool' | 'ownerUrl'>,
  migrations: readonly NamedMigration[],
  /** Tables that the application reads and adds to, and nothing else. */
  appended: readonly string[],
  log: Logger,
  /** Told before the first step of an upgrade, with the newest step taken and the newest to come; what it throws ends it. */
  beforeUpgrade: (from: string, to: string) => Promise<void> = async () => {},
): Promise<Prepared> {
  const judge = async (pool: Pool): Promise<void> => {
    const { from, to } = await judgeSchema(pool, migrations)
    if (from !== null && to !== null) await beforeUpgrade(from, to)
  }
  if (database.ownerUrl === null) {
    await judge(database.pool)
    return { steps: await migrate(database.db, migrations), isSeparate: false }
  }
  const { rows } = await database.pool.query<{ role: string }>('select current_user as role')
  const role = rows[0]?.role ?? ''
  // A migration may rebuild a large table: it has all the time it needs.
  const owner = createPool(database.ownerUrl, 2, 0, log)
  try {
    // The application may read nothing yet in a database that was just restored.
    await judge(owner)
    const steps = await migrate(kyselyOver(owner), migrations)
    await grantApplication(owner, role, appended)
    const { rows: owned } = await owner.query<{ n: string }>(
      `select count(*) as n from pg_class c join pg_roles r on r.oid = c.relowner
      where r.rolname = $1 and c.relnamespace = 'public'::regnamespace and c.relname = any($2)`,
      [role, appended],
    )
    return {
      steps,
      isSeparate: Number(owned[0]?.n ?? 0) === 0 && !(await isAllPowerful(owner, role, appended)),
    }
  } finally {
    await owner.end()
  }
}

/**
 * Lets the planner know what was just written into many tables, as their owner. Its own cleaning comes by after a minute only,
 * if at all: until then a sign-in read every permission once for each of the others (300 ms instead of 3).
 */
export async function refreshStatistics(
  database: Pick<OpenDatabase, 'pool' | 'ownerUrl'>,
  log: Logger,
): Promise<void> {
  if (database.ownerUrl === null) return void (await database.pool.query('analyze'))
  const owner = createPool(database.ownerUrl, 1, 0, log)
  try {
    await owner.query('analyze')
  } finally {
    await owner.end()
  }
}

/**
 * Where the schema stands: the newest step taken (null in an empty database) and the newest that is missing (null when none
 * is). Throws `MigrationError` when the database has steps that this program does not know: it must not write there.
 */
async function judgeSchema(
  pool: Pool,
  migrations: readonly NamedMigration[],
): Promise<{ from: string | null; to: string | null }> {
  const { rows: found } = await pool.query<{ is: boolean }>(
    `select to_regclass('schema_migration') is not null as is`,
  )
  if (found[0]?.is !== true) return { from: null, to: null }
  const { rows } = await pool.query<{ name: string }>('select name from schema_migration order by name')
  const taken = new Set(rows.map(({ name }) => name))
  const known = new Set(migrations.map(({ name }) => name))
  const newer = rows.findLast(({ name }) => !known.has(name))
  if (newer !== undefined) {
    const { rows: keys } = await pool.query<{ value: string }>(
      'select value from installation_key where name = $1',
      [APP_VERSION_KEY],
    )
    throw new MigrationError(
      `数据库已由更新的锁安${keys[0] === undefined ? '' : `（${keys[0].value}）`}升级到 ${newer.name}，本程序只认识到 ${migrations.at(-1)?.name}，没有改动它。请用更新的程序启动，或先恢复升级前的备份（backups 目录里的 upgrade-…）。`,
    )
  }
  return {
    from: rows.at(-1)?.name ?? null,
    to: migrations.findLast(({ name }) => !taken.has(name))?.name ?? null,
  }
}

/** By this name the database keeps the version of the program that opened it last. */
const APP_VERSION_KEY = 'app_version'

/** Notes the version of the program, which an older one names when it refuses. */
export async function noteVersion(pool: Pool, version: string): Promise<void> {
  await pool.query(
    'insert into installation_key (name, value) values ($1, $2) on conflict (name) do update set value = $2',
    [APP_VERSION_KEY, version],
  )
}

/** A superuser passes every grant by. */
async function isAllPowerful(owner: Pool, role: string, appended: readonly string[]): Promise<boolean> {
  const { rows } = await owner.query<{ super: boolean }>(
    `select rolsuper or pg_has_role($1, tableowner, 'member') as super
    from pg_roles, (select tableowner from pg_tables where schemaname = 'public' and tablename = any($2) limit 1) t
    where rolname = $1`,
    [role, appended],
  )
  return rows[0]?.super !== false
}

/** Said anew at each start: a migration may have brought tables. One transaction, so that no moment is without rights. */
async function grantApplication(owner: Pool, role: string, appended: readonly string[]): Promise<void> {
  const client = await owner.connect()
  try {
    const to = client.escapeIdentifier(role)
    const { rows } = await client.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (c.relname = any($1) or exists (select from pg_inherits i join pg_class p on p.oid = i.inhparent
          where i.inhrelid = c.oid and p.relname = any($1)))`,
      [appended],
    )
    const evidence = rows.map(({ name }) => name).join(', ')
    await client.query('begin')
    await client.query(`grant usage on schema public to ${to}`)
    await client.query(`grant select, insert, update, delete on all tables in schema public to ${to}`)
    await client.query(`grant usage, select on all sequences in schema public to ${to}`)
    await client.query(`revoke insert, update, delete on schema_migration, schema_migration_lock from ${to}`)
    if (evidence !== '') await client.query(`revoke update, delete, truncate on ${evidence} from ${to}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
