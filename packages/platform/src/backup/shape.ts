import type { PoolClient } from 'pg'
import { z } from 'zod'

/** Names the kind of file; the number rises when an older reader could not read it. */
export const FORMAT = 'suoan-backup'
export const FORMAT_VERSION = 1

/** First entry: what is needed to make room for the rows. */
export const headerSchema = z.object({
  format: z.literal(FORMAT),
  formatVersion: z.number(),
  appVersion: z.string(),
  /** ISO moment of the snapshot, by the clock of the database. */
  madeAt: z.string(),
  postgres: z.string(),
  /** Steps of the schema that the rows belong to, in their order. */
  migrations: z.array(z.string()),
  /** A table stands behind those that its foreign keys point to. Columns are those that are stored, not computed. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Tables that are divided by time: the months that have a part of their own. */
  partitions: z.array(z.object({ parent: z.string(), name: z.string(), bound: z.string() })),
})
export type BackupHeader = z.output<typeof headerSchema>

/** Last entry: what must have come before it. */
export const footerSchema = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), bytes: z.number() })),
  sequences: z.array(z.object({ table: z.string(), column: z.string(), value: z.string() })),
  files: z.object({ count: z.number(), bytes: z.number(), lost: z.array(z.string()) }),
  keys: z.array(z.string()),
  /** Over every entry before this one. */
  digest: z.string(),
})
export type BackupFooter = z.output<typeof footerSchema>

/** Kept by the migrator itself. */
const OF_MIGRATOR = ['schema_migration', 'schema_migration_lock']

/** What a database holds, read inside the caller's snapshot. `name`s are safe only through `quoted`. */
export async function readShape(
  client: PoolClient,
): Promise<Pick<BackupHeader, 'madeAt' | 'postgres' | 'migrations' | 'tables' | 'partitions'>> {
  const { rows: facts } = await client.query<{ made_at: Date; postgres: string }>(
    `select now() as made_at, current_setting('server_version') as postgres`,
  )
  const { rows: steps } = await client.query<{ name: string }>(
    'select name from schema_migration order by name',
  )
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1) group by c.relname order by c.relname`,
    [OF_MIGRATOR],
  )
  const { rows: links } = await client.query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  )
  const { rows: partitions } = await client.query<BackupHeader['partitions'][number]>(
    `select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  const [fact] = facts
  return {
    madeAt: (fact?.made_at ?? new Date(0)).toISOString(),
    postgres: fact?.postgres ?? '',
    migrations: steps.map(({ name }) => name),
    tables: parentsFirst(tables, links),
    partitions,
  }
}

/** Tables in an order in which every foreign key finds its row. Circles keep the order of names: none exists today. */
function parentsFirst<T extends { readonly name: string }>(
  tables: readonly T[],
  links: readonly { child: string; parent: string }[],
): T[] {
  const done = new Set<string>()
  const ordered: T[] = []
  let rest = tables
  while (rest.length > 0) {
    const ready = rest.filter(({ name }) =>
      links.every(({ child, parent }) => child !== name || done.has(parent)),
    )
    const next = ready.length > 0 ? ready : rest
    for (const table of next) done.add(table.name)
    ordered.push(...next)
    rest = rest.filter(({ name }) => !done.has(name))
  }
  return ordered
}

/** The columns whose numbers the database gives, with the number given last; null where none was given. */
export async function readSequences(client: PoolClient): Promise<BackupFooter['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; value: string }>(
    `select t.relname as table, a.attname as column, s.last_value::text as value
     from pg_depend d join pg_class q on q.oid = d.objid and q.relkind = 'S'
       join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
       join pg_sequences s on s.schemaname = 'public' and s.sequencename = q.relname
     where d.deptype in ('a', 'i') and t.relnamespace = 'public'::regnamespace and s.last_value is not null
     order by 1, 2`,
  )
  return rows
}
