import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import { migrate, type NamedMigration } from '../db/migrate.ts'
import { kyselyOver } from '../db/open.ts'
import type { BlobStore } from '../files/store/blob-store.ts'
import { BackupError, type BackupKeys, readArchive } from './archive.ts'
import { type CheckedBackup, fileOf, keyOf, tableOf } from './check-backup.ts'
import type { BackupHeader } from './shape.ts'

/** Where a backup is unpacked: all of it is empty before. */
export interface RestoreTarget {
  /** As the owner of the tables that will be made, without a limit for statements. */
  readonly owner: Pool
  readonly blobs: BlobStore
  /** Gets `keys/` and `anchors/`. */
  readonly dataDir: string
  readonly migrations: readonly NamedMigration[]
  /** Inside the same transaction: before the rows come, and after them. */
  readonly beforeRows: (client: PoolClient, header: BackupHeader) => Promise<void>
  readonly afterRows: (client: PoolClient, header: BackupHeader) => Promise<void>
}

/**
 * Unpacks a checked backup into an empty database, store and folder: the schema as it was when the backup was made, all
 * rows in one transaction with the triggers off (they stand for what people do, not for what was already done), then files
 * and keys. The caller migrates on from there. Throws `BackupError` when the database is not empty or the backup belongs
 * to a later schema; the database is then as it was.
 */
export async function loadBackup(
  file: string,
  keys: BackupKeys,
  { header, footer }: Pick<CheckedBackup, 'header' | 'footer'>,
  target: RestoreTarget,
  progress: (done: number, all: number) => void,
): Promise<void> {
  await mustBeEmpty(target.owner)
  const steps = stepsOf(header, target.migrations)
  await migrate(kyselyOver(target.owner), steps)
  const client = await target.owner.connect()
  let isBroken = true
  try {
    await client.query('begin')
    const tables = await ownTables(client)
    await mustHaveColumns(client, header)
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
    await client.query(`truncate ${tables.join(', ')}`)
    await target.beforeRows(client, header)
    await loadEntries(file, keys, { header, footer }, client, target, progress)
    for (const { table, column, value } of footer.sequences)
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [
        `public.${client.escapeIdentifier(table)}`,
        column,
        value,
      ])
    await target.afterRows(client, header)
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    await client.query('commit')
    await client.query('analyze')
    isBroken = false
  } catch (error) {
    // What the database says of rows and numbers that do not fit; everything is rolled back.
    if (!(error instanceof DatabaseError)) throw error
    throw new BackupError(
      '备份里的数据与它自己的数据库结构不符，没有恢复，现有数据没有改动。请改用另一份备份。',
      { cause: error },
    )
  } finally {
    client.release(isBroken)
  }
}

/** The steps that had been taken when the backup was made, in the order of ours. */
function stepsOf(header: BackupHeader, migrations: readonly NamedMigration[]): NamedMigration[] {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = header.migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new BackupError(
      `这份备份的数据库结构（${header.migrations.at(-1)}，锁安 ${header.appVersion}）比本程序认识的（${migrations.at(-1)?.name}）新。请用制作它的版本或更新的版本恢复。`,
    )
  const taken = new Set(header.migrations)
  return migrations.filter(({ name }) => taken.has(name))
}

async function mustBeEmpty(owner: Pool): Promise<void> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')`,
  )
  if ((rows[0]?.n ?? 0) > 0)
    throw new BackupError(
      '要恢复到的数据库里已有数据，没有改动它。请新建一个空数据库，把 DATABASE_URL（和 DATABASE_OWNER_URL）指向它，再恢复。',
    )
}

/** Every table and every part of one (their triggers are not all inherited), but for the migrator's; as SQL. */
async function ownTables(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'schema\\_migration%'`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Tables and columns are those of the steps, no more and no fewer: a hand that changed a step after its release would lose
 * columns in silence, one that took a table out of a backup all of its rows.
 */
async function mustHaveColumns(client: PoolClient, header: BackupHeader): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text) as columns from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not like 'schema\\_migration%' group by c.relname`,
  )
  const ours = new Map(rows.map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of header.tables) {
    const missing = columns.filter((column) => ours.get(name)?.has(column) !== true)
    if (missing.length > 0)
      throw new BackupError(
        `备份里的表 ${name} 有本程序没有的列（${missing.join('、')}），没有恢复。请用制作备份的版本恢复。`,
      )
  }
  const theirs = new Map(header.tables.map(({ name, columns }) => [name, columns]))
  for (const [name, columns] of ours) {
    const lacks = theirs.get(name)
    if (lacks !== undefined && columns.size === lacks.length) continue
    throw new BackupError(
      `备份里缺少表 ${name}${lacks === undefined ? '' : ' 的列'}，没有恢复。请改用另一份备份，或用制作备份的版本恢复。`,
    )
  }
}

async function loadEntries(
  file: string,
  keys: BackupKeys,
  { header, footer }: Pick<CheckedBackup, 'header' | 'footer'>,
  client: PoolClient,
  target: RestoreTarget,
  progress: (done: number, all: number) => void,
): Promise<void> {
  const columnsOf = new Map(header.tables.map(({ name, columns }) => [name, columns]))
  const all = footer.tables.reduce((sum, { bytes }) => sum + bytes, 0) + footer.files.bytes
  let done = 0
  let open: { table: string; sink: CopyStreamQuery } | null = null
  const close = async (): Promise<void> => {
    if (open === null) return
    const { sink } = open
    open = null
    sink.end()
    await finished(sink)
  }
  for await (const { name, size, content } of readArchive(file, keys)) {
    const table = tableOf(name)
    const stored = fileOf(name)
    if (open !== null && open.table !== table) await close()
    if (table !== null) {
      const columns = columnsOf.get(table)
      if (columns === undefined)
        throw new BackupError('备份文件里有说明之外的表，没有恢复。请改用另一份备份。')
      if (open === null) {
        open = { table, sink: client.query(copyInto(client, table, columns)) }
        // Said by whoever feeds or ends it.
        open.sink.on('error', () => {})
      }
      await feed(content, open.sink)
    } else if (stored !== null) await target.blobs.put(stored, content)
    else if (keyOf(name) !== null) await writeKey(path.join(target.dataDir, name), await buffer(content))
    done += size
    progress(done, all)
  }
  await close()
}

/**
 * Gives the sink what one entry holds, as fast as it takes it; the next entry of the table goes into the same one. (A pipeline
 * that leaves its end open leaves its listeners there, too.) Throws what the database refused.
 */
async function feed(content: Readable, sink: CopyStreamQuery): Promise<void> {
  for await (const part of content) {
    if (sink.errored) throw sink.errored
    if (!sink.write(part)) await once(sink, 'drain')
  }
}

const copyInto = (client: PoolClient, table: string, columns: readonly string[]): CopyStreamQuery =>
  from(
    `copy public.${client.escapeIdentifier(table)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')}) from stdin`,
  )

async function writeKey(file: string, content: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await chmod(path.dirname(file), 0o700)
  await writeFile(file, content, { mode: 0o600 })
}
