import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { Config } from '../../config.ts'
import { type BlobStore, readWhole } from './blob-store.ts'
import { FileStoreError, freeStore, markInDatabase, markStore, mustTakeFiles } from './check-store.ts'
import { diskStore } from './disk-store.ts'
import { filesFolder } from './open-store.ts'
import { openS3, openS3Raw } from './s3-store.ts'

/** What one run has found. */
export interface Moved {
  readonly copied: number
  /** Were there before with the same size. */
  readonly there: number
  /** Not at the old place, or not with the content that was uploaded. */
  readonly lost: readonly string[]
}

/**
 * Copies every stored file, exports that are kept among them, from the disk into the bucket, or back, and says in the
 * database where they lie from now on. Each upload is compared with its digest. What is there already is left: a run that broke off goes on.
 * Nothing is removed at the old place. No server may run meanwhile.
 */
export async function moveFiles(
  db: Kysely<Database>,
  config: Pick<Config, 's3' | 'dataDir'>,
  to: 's3' | 'disk',
  progress: (text: string) => void,
): Promise<Moved> {
  if (config.s3 === undefined)
    throw new FileStoreError('请先设置 S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY 和 S3_SECRET_KEY。')
  if (to === 's3') await mustTakeFiles(config, await markInDatabase(db))
  const [disk, s3, raw] = [
    diskStore(filesFolder(config)),
    await openS3(config.s3),
    await openS3Raw(config.s3),
  ]
  try {
    const moved = await (to === 's3' ? copyAll(db, disk, s3, progress) : copyAll(db, s3, disk, progress))
    await (to === 's3' ? markStore(db, config.s3, raw) : freeStore(db, raw))
    return moved
  } finally {
    s3.close()
    raw.close()
  }
}

/** Copies what uploads and exports that are kept have stored (`moveFiles`). */
export async function copyAll(
  db: Kysely<Database>,
  from: BlobStore,
  to: BlobStore,
  progress: (text: string) => void,
): Promise<Moved> {
  const { rows } = await sql<Held>`
    select path, tenant_id, sha256, size from stored_file
    union all select path, tenant_id, null, bytes from export_job where status = 'done' and expire_time > now()
    order by path`.execute(db)
  let [copied, there] = [0, 0]
  const lost: string[] = []
  for (const row of rows) {
    if (String((await to.head(row))?.size) === row.size) there += 1
    else if (await copyOne(from, to, row)) copied += 1
    else lost.push(row.path)
    if ((copied + there + lost.length) % 500 === 0)
      progress(`文件 ${copied + there + lost.length} / ${rows.length}`)
  }
  return { copied, there, lost }
}

interface Held {
  readonly path: string
  readonly tenantId: number
  /** Null of an export: it may have hundreds of megabytes, and nobody but its owner relies on it. */
  readonly sha256: string | null
  readonly size: string
}

/** Whether the content was at the old place, whole. */
async function copyOne(from: BlobStore, to: BlobStore, { sha256, size, ...name }: Held): Promise<boolean> {
  if (sha256 === null) {
    if (String((await from.head(name))?.size) !== size) return false
    const content = await from.get(name)
    if (content === null) return false
    await to.put(name, content)
    return true
  }
  const content = await readWhole(from, name)
  if (content === null || createHash('sha256').update(content).digest('hex') !== sha256) return false
  await to.put(name, Readable.from([content]))
  return true
}
