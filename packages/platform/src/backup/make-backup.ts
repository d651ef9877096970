import { mkdir, readFile, readdir, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { to } from 'pg-copy-streams'
import type { BlobStore } from '../files/store/blob-store.ts'
import { type ArchiveWriter, BackupError, type BackupLock, writeArchive } from './archive.ts'
import { removeLeftHalves } from './backup-folder.ts'
import { type BackupFooter, FORMAT, FORMAT_VERSION, readSequences, readShape } from './shape.ts'

/** Rows of a table are written in parts: the size of an entry must be known before it begins. In bytes. */
const PART_BYTES = 4 * 2 ** 20
/** A backup never takes the last room of a disk that the database needs. In bytes. */
export const SPARE_BYTES = 256 * 2 ** 20

/** What a backup is made from. */
export interface BackupSource {
  readonly pool: Pool
  readonly blobs: BlobStore
  readonly dataDir: string
  /** Files of keys that configuration keeps outside of DATA_DIR/keys, by the name they have there. */
  readonly keysElsewhere: Readonly<Record<string, string>>
  readonly appVersion: string
}

/** How far it is; told now and then. */
export interface BackupProgress {
  readonly step: 'rows' | 'files'
  readonly done: number
  readonly all: number
}

/** What was written. Rows and bytes are counts of what lies in the file. */
export interface BackupResult {
  readonly madeAt: string
  readonly migration: string
  readonly tables: number
  readonly rows: number
  readonly files: number
  /** Uploaded files that were not where they belong, or not what was uploaded: missing in the backup too. */
  readonly lost: readonly string[]
}

/**
 * Writes the whole state of an installation to `file` while it runs: all rows in one snapshot of the database, the
 * contents of uploaded files, keys and exported anchors. Memory is bounded. Throws `BackupError` for what the operator can
 * mend; `signal` ends it, and nothing of the file stays.
 */
export async function makeBackup(
  source: BackupSource,
  file: string,
  options: {
    readonly lock: BackupLock | null
    readonly signal?: AbortSignal
    readonly progress?: (progress: BackupProgress) => void
  },
): Promise<BackupResult> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeLeftHalves(folder, Date.now())
  await mustHaveRoom(source.pool, folder)
  const client = await source.pool.connect()
  try {
    // A long look, beside others; it writes nothing.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('begin isolation level repeatable read read only')
    const shape = await readShape(client)
    let result: BackupResult | undefined
    await writeArchive(file, options.lock, async (writer) => {
      const step = async (): Promise<void> => {
        options.signal?.throwIfAborted()
        await mustHaveSpare(folder)
      }
      await writer.add(
        'header.json',
        json({ format: FORMAT, formatVersion: FORMAT_VERSION, appVersion: source.appVersion, ...shape }),
      )
      const tables: BackupFooter['tables'] = []
      for (const [index, { name, columns }] of shape.tables.entries()) {
        await step()
        options.progress?.({ step: 'rows', done: index, all: shape.tables.length })
        tables.push({ name, ...(await addTable(writer, client, name, columns, step)) })
      }
      const files = await addFiles(writer, client, source.blobs, async (done, all) => {
        await step()
        options.progress?.({ step: 'files', done, all })
      })
      const keys = await addKeys(writer, source)
      const sequences = await readSequences(client)
      await writer.add('footer.json', json({ tables, sequences, files, keys, digest: writer.digest() }))
      result = {
        madeAt: shape.madeAt,
        migration: shape.migrations.at(-1) ?? '',
        tables: tables.length,
        rows: tables.reduce((sum, table) => sum + table.rows, 0),
        files: files.count,
        lost: files.lost,
      }
    })
    await client.query('commit')
    if (result === undefined) throw new Error('the archive was closed before it was filled')
    return result
  } catch (error) {
    throw diskIsFull(error) ? fullError(folder, error) : error
  } finally {
    // Its settings are this backup's alone.
    client.release(true)
  }
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

/** The rows of a table in the text form of COPY, in parts of `PART_BYTES`. */
async function addTable(
  writer: ArchiveWriter,
  client: PoolClient,
  name: string,
  columns: readonly string[],
  beforePart: () => Promise<void>,
): Promise<{ rows: number; bytes: number }> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  // A divided table is read as one; a table without columns cannot be.
  const answer = client.query(
    to(`copy (select ${list} from public.${client.escapeIdentifier(name)}) to stdout`),
  )
  let [bytes, part, held] = [0, 0, 0]
  let chunks: Buffer[] = []
  const flush = async (): Promise<void> => {
    await beforePart()
    part += 1
    await writer.add(`tables/${name}/${String(part).padStart(6, '0')}`, Buffer.concat(chunks))
    chunks = []
    held = 0
  }
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    held += chunk.length
    bytes += chunk.length
    if (held >= PART_BYTES) await flush()
  }
  if (held > 0) await flush()
  return { rows: answer.rowCount, bytes }
}

interface StoredRow {
  readonly path: string
  readonly tenant_id: number
  readonly sha256: string
  readonly size: string
}

/** Contents of uploaded files. Exports and other files that nobody keeps for long have no row here and are left out. */
async function addFiles(
  writer: ArchiveWriter,
  client: PoolClient,
  blobs: BlobStore,
  beforeEach: (done: number, all: number) => Promise<void>,
): Promise<BackupFooter['files']> {
  const { rows } = await client.query<StoredRow>(
    'select path, tenant_id, sha256, size from stored_file order by path',
  )
  let [count, bytes] = [0, 0]
  const lost: string[] = []
  for (const [index, row] of rows.entries()) {
    await beforeEach(index, rows.length)
    const name = { tenantId: row.tenant_id, path: row.path }
    const size = Number(row.size)
    const content = (await blobs.head(name))?.size === size ? await blobs.get(name) : null
    if (content === null) {
      lost.push(row.path)
      continue
    }
    const sha256 = await writer.addStream(`files/${row.tenant_id}/${row.path}`, size, content)
    // It stays in the backup: its digest tells whoever restores that it is not what was uploaded.
    if (sha256 !== row.sha256) lost.push(row.path)
    count += 1
    bytes += size
  }
  return { count, bytes, lost }
}

/** Keys and exported anchors: small files below DATA_DIR, and those that configuration keeps elsewhere. */
async function addKeys(writer: ArchiveWriter, { dataDir, keysElsewhere }: BackupSource): Promise<string[]> {
  const added: string[] = []
  const add = async (name: string, file: string): Promise<void> => {
    await writer.add(name, await readFile(file))
    added.push(name)
  }
  for (const [name, file] of Object.entries(keysElsewhere)) await add(`keys/${name}`, file)
  for (const folder of ['keys', 'anchors'])
    for (const entry of await entriesOf(path.join(dataDir, folder)))
      if (!added.includes(`${folder}/${entry}`))
        await add(`${folder}/${entry}`, path.join(dataDir, folder, entry))
  return added
}

/** Files below a folder, as paths with `/` relative to it; none where it is not there. */
async function entriesOf(folder: string): Promise<string[]> {
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true })
    return found
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
      )
      .toSorted()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Compressed rows take about a fifth; asked before the first byte, so that the answer comes at once. */
async function mustHaveRoom(pool: Pool, folder: string): Promise<void> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select (select coalesce(sum(pg_table_size(c.oid)), 0) from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r') / 5
      + (select coalesce(sum(size), 0) from stored_file) as bytes`,
  )
  const needed = Number(rows[0]?.bytes ?? 0) + SPARE_BYTES
  const free = await freeBytes(folder)
  if (free < needed)
    throw new BackupError(
      `备份目录 ${folder} 所在的磁盘只剩 ${megabytes(free)} MB，估计需要 ${megabytes(needed)} MB。请清理磁盘，或用 BACKUP_DIR 指定别的目录。`,
    )
}

async function mustHaveSpare(folder: string): Promise<void> {
  if ((await freeBytes(folder)) < SPARE_BYTES / 2) throw fullError(folder)
}

/** Bytes that an ordinary user may still write below `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20)

const diskIsFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

const fullError = (folder: string, cause?: unknown): BackupError =>
  new BackupError(`磁盘已满，备份没有完成，也没有留下半份文件。请清理 ${folder} 所在的磁盘后再试一次。`, {
    cause,
  })
