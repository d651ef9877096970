import { json, text } from 'node:stream/consumers'
import { FILES_MARK } from '../files/store/check-store.ts'
import { type ArchiveEntry, BackupError, type BackupKeys, readArchive } from './archive.ts'
import { type BackupFooter, type BackupHeader, FORMAT_VERSION, footerSchema, headerSchema } from './shape.ts'

/** What is read whole: the description of a backup, its end, a key or an anchor. In bytes. */
const MOST_WHOLE_BYTES = 2 ** 26

/** A backup that was read from its first byte to its last and holds what it says. */
export interface CheckedBackup {
  readonly header: BackupHeader
  readonly footer: BackupFooter
  /** Bytes of all entries, unpacked. */
  readonly bytes: number
  /** The mark of the S3-compatible place that held its files (`files/store/check-store.ts`); null for a disk. */
  readonly filesMark: string | null
}

/**
 * Reads a backup from end to end and compares it with what it says of itself: entries in their order, bytes of every
 * table, the digest over all. Nothing is written. Throws `BackupError` with the reason for a file that is foreign, cut,
 * damaged, of a later format, or does not open with `keys`.
 */
export async function checkBackup(
  file: string,
  keys: BackupKeys,
  signal?: AbortSignal,
): Promise<CheckedBackup> {
  let header: BackupHeader | undefined
  let footer: BackupFooter | undefined
  let bytes = 0
  let files = 0
  let filesMark: string | null = null
  const ofTable = new Map<string, number>()
  for await (const entry of readArchive(file, keys)) {
    signal?.throwIfAborted()
    if (footer !== undefined) throw foreign()
    bytes += entry.size
    if (header === undefined) header = await headerOf(entry)
    else if (entry.name === 'footer.json') {
      const digest = entry.digest()
      footer = await read(entry, footerSchema)
      if (footer.digest !== digest) throw foreign()
    } else {
      const table = tableOf(entry.name)
      if (table !== null) ofTable.set(table, (ofTable.get(table) ?? 0) + entry.size)
      if (table === 'installation_key') filesMark = (await markOf(entry, header)) ?? filesMark
      if (fileOf(entry.name) !== null) files += 1
      if (keyOf(entry.name) !== null && entry.size > MOST_WHOLE_BYTES) throw foreign()
    }
  }
  if (header === undefined) throw foreign()
  if (new Set(header.tables.map(({ name }) => name)).size !== header.tables.length) throw foreign()
  if (footer === undefined) throw new BackupError('备份文件不完整：没有结尾。请重新复制，或改用另一份备份。')
  for (const { name, bytes: wanted } of footer.tables)
    if ((ofTable.get(name) ?? 0) !== wanted) throw foreign()
  if (files !== footer.files.count || footer.tables.length !== header.tables.length) throw foreign()
  return { header, footer, bytes, filesMark }
}

async function headerOf(entry: ArchiveEntry): Promise<BackupHeader> {
  if (entry.name !== 'header.json') throw foreign()
  const header = await read(entry, headerSchema)
  if (header.formatVersion > FORMAT_VERSION)
    throw new BackupError(
      `这份备份由更新的锁安（${header.appVersion}）制作，本程序读不了。请用该版本或更新的版本恢复。`,
    )
  return header
}

/** From rows in the text form of COPY. The mark and its name hold nothing that is written otherwise there. */
async function markOf(entry: ArchiveEntry, { tables }: BackupHeader): Promise<string | null> {
  if (entry.size > MOST_WHOLE_BYTES) throw foreign()
  const columns = tables.find(({ name }) => name === 'installation_key')?.columns ?? []
  const [named, valued] = [columns.indexOf('name'), columns.indexOf('value')]
  const rows = (await text(entry.content)).split('\n').map((line) => line.split('\t'))
  return rows.find((row) => row[named] === FILES_MARK)?.[valued] ?? null
}

async function read<T>(
  entry: ArchiveEntry,
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
): Promise<T> {
  if (entry.size > MOST_WHOLE_BYTES) throw foreign()
  const parsed = schema.safeParse(await jsonOf(entry))
  if (!parsed.success) throw foreign()
  return parsed.data
}

async function jsonOf(entry: ArchiveEntry): Promise<unknown> {
  try {
    return await json(entry.content)
  } catch (error) {
    if (error instanceof SyntaxError) throw foreign()
    throw error
  }
}

/** `tables/sys_user/000001` → `sys_user`. */
export const tableOf = (entry: string): string | null => /^tables\/([^/]+)\/\d{6}$/.exec(entry)?.[1] ?? null

/** `files/0/2026-01/abc.png` → tenant and stored path; null for everything else, also for paths that lead elsewhere. */
export function fileOf(entry: string): { readonly tenantId: number; readonly path: string } | null {
  const [, tenant, stored] = /^files\/(\d+)\/(.+)$/.exec(entry) ?? []
  if (tenant === undefined || stored === undefined || stored.split('/').includes('..')) return null
  return { tenantId: Number(tenant), path: stored }
}

/** Keys and anchors lie below these two folders, and nowhere else. */
export function keyOf(entry: string): string | null {
  const leads = entry.split('/').some((part) => part === '.' || part === '..')
  return /^(keys|anchors)\/[\w.-]+(\/[\w.-]+)*$/.test(entry) && !leads ? entry : null
}

const foreign = (): BackupError =>
  new BackupError('备份文件已损坏，或不是锁安的备份。请重新复制，或改用另一份备份。')
