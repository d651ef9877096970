import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { migrate, type NamedMigration } from './migrate.ts'
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
): Promise<Prepared> {
  if (database.ownerUrl === null) return { steps: await migrate(database.db, migrations), isSeparate: false }
  const { rows } = await database.pool.query<{ role: string }>('select current_user as role')
  const role = rows[0]?.role ?? ''
  // A migration may rebuild a large table: it has all the time it needs.
  const owner = createPool(database.ownerUrl, 2, 0, log)
  try {
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
