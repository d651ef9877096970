import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import type { ThumbWidth } from '@suoan/contract'
import type { Context } from '../context.ts'
import { decodeInTurn } from './decoding.ts'
import { type BlobName, type BlobStore, readWhole, StoreAwayError } from './store/blob-store.ts'

/** Pixels beyond which a picture is not decoded: more than any telephone takes. */
export const mostPixels = 220_000_000

/** What is being made, by its file: whoever asks for it meanwhile waits for the same one. */
const making = new Map<string, Promise<string | null>>()

/**
 * The small picture of a stored one, as a file of WebP, made at the first call and kept in DATA_DIR; null where the file
 * cannot be decoded. Whether the caller may see the picture is asked before (decision 0716).
 */
export async function thumbnailOf(ctx: Context, stored: BlobName, width: ThumbWidth): Promise<string | null> {
  const kept = thumbnailFile(ctx, stored.path, width)
  const found = await stat(kept).catch(() => null)
  if (found?.isFile()) return kept
  const known = making.get(kept)
  if (known) return known
  const made = decodeInTurn(() => make(ctx.blobs, stored, kept, width)).finally(() => making.delete(kept))
  making.set(kept, made)
  return made
}

/** Where the small picture of a stored one lies. */
export const thumbnailFile = (ctx: Context, stored: string, width: ThumbWidth): string =>
  path.join(ctx.config.dataDir, 'thumbnails', String(width), `${stored}.webp`)

async function make(blobs: BlobStore, from: BlobName, to: string, width: number): Promise<string | null> {
  const half = `${to}.${randomBytes(6).toString('hex')}`
  try {
    const content = await readWhole(blobs, from)
    if (content === null) return null
    // Loaded for the first picture: the start does not pay its 28 MB.
    const { default: sharp } = await import('sharp')
    await mkdir(path.dirname(to), { recursive: true })
    await sharp(content, { limitInputPixels: mostPixels })
      // As the camera was held.
      .rotate()
      .resize({ width, height: width, fit: 'cover', withoutEnlargement: true })
      .webp({ quality: 75 })
      .toFile(half)
    await rename(half, to)
    return to
  } catch (error) {
    await rm(half, { force: true }).catch(() => {})
    if (error instanceof StoreAwayError) throw error
    // The decoder tells by plain errors alone that a file is no picture, and a full disk is no reason to show nothing.
    if (error instanceof Error) return null
    throw error
  }
}
