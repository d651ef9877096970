import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../context.ts'
import { type BlobStore, readWhole } from './store/blob-store.ts'

/** An uploaded file as its row remembers it. */
export interface StoredFile {
  readonly path: string
  readonly tenantId: number
  readonly userId: string
  readonly mediaType: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 of the content, lower-case hex. */
  readonly sha256: string
  /** Epoch ms of the upload, by the server's clock. */
  readonly uploadedAt: number
}

/**
 * The uploaded file that a client names: by its stored path, or by `sha256:<hex>` where the terminal knew only the
 * content (the newest upload with it counts). Null when nothing of that name was ever uploaded to this tenant.
 */
export async function findStored(tx: Tx, tenantId: number, name: string): Promise<StoredFile | null> {
  const digest = /^sha256:([0-9a-f]{64})$/.exec(name)?.[1] ?? null
  const { rows } = await sql<Omit<StoredFile, 'uploadedAt' | 'size'> & { size: string; createTime: Date }>`
    select path, tenant_id, user_id, media_type, size, sha256, create_time from stored_file
    where tenant_id = ${tenantId} and ${digest === null ? sql`path = ${name}` : sql`sha256 = ${digest}`}
    order by create_time desc limit 1`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { createTime, size, ...file } = row
  return { ...file, size: Number(size), uploadedAt: createTime.getTime() }
}

/** The content, when it still lies in the store and is what was uploaded; null otherwise. */
export async function readUnchanged(blobs: BlobStore, file: StoredFile): Promise<Buffer | null> {
  const content = await readWhole(blobs, file)
  if (content === null) return null
  return createHash('sha256').update(content).digest('hex') === file.sha256 ? content : null
}
