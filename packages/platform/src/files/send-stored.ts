import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { ThumbWidth } from '@suoan/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { mayReadFile } from '../resource/file-rights.ts'
import { REPORT_MS } from '../resource/import-report.ts'
import { sheetMediaType } from '../resource/sheet-writer.ts'
import { storedPath } from '../resource/stored-path.ts'
import { rangeOf } from './byte-range.ts'
import { freshMs } from './fresh.ts'
import { fileKinds } from './kinds.ts'
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
    .select([
      'originalName',
      'mediaType',
      'size',
      'sha256',
      'userId',
      'tenantId',
      'createTime',
      'isDiscarded',
    ])
    .where('path', '=', wanted)
    .executeTakeFirst()
  if (!row) return
  const isFresh = ctx.clock.now() - row.createTime.getTime() < freshMs
  const isOwn = isFresh && !row.isDiscarded && row.userId === actor.userId
  if (!isOwn && !(await mayReadFile(ctx, actor, wanted))) return
  const blob = { tenantId: row.tenantId, path: wanted }
  const isSmall = width !== undefined && row.mediaType.startsWith('image/')
  const small = isSmall ? await thumbnailOf(ctx, blob, width) : null
  const isInline = fileKinds.some(({ mediaType, inline }) => mediaType === row.mediaType && inline === true)
  const tag = small === null ? `"${row.sha256}"` : `"${row.sha256}-${width}"`
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    // Pages of the same site: the client of the specification may stand on another port or name of it.
    .header('cross-origin-resource-policy', 'same-site')
    // Kept by the browser, and asked about each time: the next person at it has rights of his own.
    .header('cache-control', 'private, no-cache')
    .header('etag', tag)
    .header('accept-ranges', small === null ? 'bytes' : 'none')
  if (request.headers['if-none-match'] === tag) {
    await reply.code(304).send()
    return
  }
  const size = Number(row.size)
  // A part of what the browser has of another content would make a broken file of both.
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === tag
  const range = small === null && isSame ? rangeOf(request.headers.range, size) : null
  if (range === 'none') {
    await reply.code(416).header('content-range', `bytes */${size}`).send()
    return
  }
  const content = small === null ? await ctx.blobs.get(blob, range ?? undefined) : createReadStream(small)
  if (content === null) return
  if (range !== null) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${size}`)
  const whole = small === null ? size : (await stat(small)).size
  await reply
    .header('content-type', small === null ? row.mediaType : 'image/webp')
    .header('content-length', range === null ? whole : range.to - range.from + 1)
    .header(
      'content-disposition',
      `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(row.originalName)}`,
    )
    .send(content)
}

/** The name under which a report is kept, whichever of its two forms is asked for. */
export const reportKey = (fileName: string): string => fileName.replace(/\.xlsx$/, '.txt')

/** The error report of an import, as a text or as a workbook, for whoever imported; kept for a day. It quotes rows that were refused. */
export async function sendReport(
  ctx: Context,
  { actor, reply, path: fileName }: Omit<Asked, 'request'>,
): Promise<void> {
  const row = await ctx.db
    .selectFrom('sheetReport')
    .select(['content', 'book'])
    .where('fileName', '=', reportKey(fileName))
    .where('userId', '=', actor.userId)
    .where('createTime', '>', new Date(ctx.clock.now() - REPORT_MS))
    .executeTakeFirst()
  if (!row) return
  const isBook = fileName.endsWith('.xlsx')
  if (isBook && row.book === null) return
  await reply
    .header('content-type', isBook ? sheetMediaType.xlsx : 'text/plain; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(isBook ? row.book : `\uFEFF${row.content}\r\n`)
}
