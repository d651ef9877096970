import type { Readable } from 'node:stream'

/** Which content: its stored path (`day/random.ext`) and the tenant it belongs to. */
export interface BlobName {
  readonly tenantId: number
  readonly path: string
}

/** Part of a content, both ends included, in bytes. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

/**
 * Where the contents of uploaded files lie: the local disk, or S3-compatible storage. It knows nothing of rows and
 * rights. Every call throws `StoreAwayError` when the store cannot be asked now, and may be repeated.
 */
export interface BlobStore {
  readonly kind: 'disk' | 's3'
  /** Stores what `content` gives until it ends; nothing of it is left when it breaks off. Memory is bounded. */
  put(name: BlobName, content: Readable): Promise<void>
  /** The content, or a part of it; null when it is not there. */
  get(name: BlobName, range?: ByteRange): Promise<Readable | null>
  /** Its size in bytes, null when it is not there. */
  head(name: BlobName): Promise<{ readonly size: number } | null>
  /** What is not there is deleted already. Of an unfinished `put` nothing stays either. */
  delete(name: BlobName): Promise<void>
  /** The stored paths of one tenant, in no order; the disk does not tell tenants apart and gives all. */
  list(tenantId: number): AsyncIterable<string>
  close(): void
}

/** The store does not answer, or answers that it cannot now. Whoever asked may ask again; the cause is for the log. */
export class StoreAwayError extends Error {
  override readonly name = 'StoreAwayError'
  /** There is no room left: asking again does not help by itself. */
  readonly isFull: boolean

  constructor(cause: unknown, isFull = false) {
    super('the file store does not answer', { cause })
    this.isFull = isFull
  }
}

/** A whole content in memory: pictures that are decoded and evidence that is packed, none above `uploadBytes`. */
export async function readWhole(store: BlobStore, name: BlobName): Promise<Buffer | null> {
  const stream = await store.get(name)
  if (stream === null) return null
  const parts: Buffer[] = []
  try {
    for await (const part of stream) parts.push(Buffer.from(part))
  } catch (error) {
    throw error instanceof StoreAwayError ? error : new StoreAwayError(error)
  }
  return Buffer.concat(parts)
}
