import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { ThumbWidth } from '@suoan/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { mayReadFile, storedPath } from '../resource/file-rights.ts'
import { freshMs } from './fresh.ts'
import { fileKinds } from './kinds.ts'
import { filesFolder } from './store-upload.ts'
import { thumbnailOf } from './thumbnail.ts'

interface Asked {
  readonly actor: Actor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly path: string
  /** Asks for the small picture of this width instead, where the file is a picture. */
  readonly width?: ThumbWidth | undefined
}

/** The stored path that is asked for. Several are joined by commas: a trailing comma is the client's habit. */
export const wantedPath = (asked: string): string => asked.replace(/,+$/, '')

/**
 * Sends a stored file to whoever may read the row that holds it. Only paths that the table knows lead to the disk, so no
 * path of a client does (V17); a file that is not there and one that is not for the caller leave the reply unsent alike.
 */
export async function sendStored(
  ctx: Context,
  { actor, request, reply, path: asked, width }: Asked,
): Promise<void> {
  const wanted = wantedPath(asked)
  if (!storedPath.test(wanted)) return
  const row = await ctx.db
    .selectFrom('storedFile')
    .select(['originalName', 'mediaType', 'size', 'sha256', 'userId', 'createTime', 'isDiscarded'])
    .where('path', '=', wanted)
    .executeTakeFirst()
  if (!row) return
  const isFresh = ctx.clock.now() - row.createTime.getTime() < freshMs
  const isOwn = isFresh && !row.isDiscarded && row.userId === actor.userId
  if (!isOwn && !(await mayReadFile(ctx, actor, wanted))) return
  const whole = path.join(filesFolder(ctx), wanted)
  if (!(await stat(whole).catch(() => null))?.isFile()) return
  const isSmall = width !== undefined && row.mediaType.startsWith('image/')
  const small = isSmall ? await thumbnailOf(ctx, wanted, width) : null
  const file = small ?? whole
  const { size } = await stat(file)
  const isInline = fileKinds.some(({ mediaType, inline }) => mediaType === row.mediaType && inline === true)
  const tag = small === null ? `"${row.sha256}"` : `"${row.sha256}-${width}"`
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    // Pages of the same site: the client of the specification may stand on another port or name of it.
    .header('cross-origin-resource-policy', 'same-site')
    // Kept by the browser, and asked about each time: the next person at it has rights of his own.
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
  if (request.headers['if-none-match'] === tag) {
    await reply.code(304).send()
    return
  }
  reply
    .header('content-type', small === null ? row.mediaType : 'image/webp')
    .header('content-length', size)
    .header(
      'content-disposition',
      `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(row.originalName)}`,
    )
  await reply.send(createReadStream(file))
}

/** The error report of an import, for whoever imported; kept for a day. It quotes rows that were refused. */
export async function sendReport(
  ctx: Context,
  { actor, reply, path: fileName }: Omit<Asked, 'request'>,
): Promise<void> {
  const row = await ctx.db
    .selectFrom('sheetReport')
    .select('content')
    .where('fileName', '=', fileName)
    .where('userId', '=', actor.userId)
    .where('createTime', '>', new Date(ctx.clock.now() - 86_400_000))
    .executeTakeFirst()
  if (!row) return
  await reply
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(`\uFEFF${row.content}\r\n`)
}
