import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { fileKinds } from './kinds.ts'
import { filesFolder } from './store-upload.ts'

/** Sends a stored file; only paths that the table knows lead to the disk, so no path of a client does (V17). */
export async function sendStored(ctx: Context, reply: FastifyReply, asked: string): Promise<void> {
  // Several paths joined by commas: a trailing comma is the client's habit.
  const wanted = asked.replace(/,+$/, '')
  if (!/^\d{8}\/[0-9a-f]{32}\.[a-z0-9]{1,8}$/.test(wanted)) return
  const row = await ctx.db
    .selectFrom('storedFile')
    .select(['originalName', 'mediaType', 'size'])
    .where('path', '=', wanted)
    .executeTakeFirst()
  if (!row) return
  const file = path.join(filesFolder(ctx), wanted)
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) return
  const isInline = fileKinds.some(({ mediaType, inline }) => mediaType === row.mediaType && inline === true)
  reply
    .header('content-type', row.mediaType)
    .header('content-length', found.size)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'private, max-age=86400')
    .header(
      'content-disposition',
      `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(row.originalName)}`,
    )
  await reply.send(createReadStream(file))
}

/** The error report of an import; kept for a day. */
export async function sendReport(ctx: Context, reply: FastifyReply, fileName: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('sheetReport')
    .select('content')
    .where('fileName', '=', fileName)
    .where('createTime', '>', new Date(ctx.clock.now() - 86_400_000))
    .executeTakeFirst()
  if (!row) return
  await reply
    .header('content-type', 'text/plain; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(`\uFEFF${row.content}\r\n`)
}
