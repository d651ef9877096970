import { shanghaiTime } from '@suoan/kit/shanghai'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'
import { fail } from '../fail.ts'
import { answered, type Answered, type Call } from '../http/route.ts'
import { fileKinds, kindOf } from './kinds.ts'

/** Where files lie; below it a folder for each day. */
export function filesFolder(ctx: Context): string {
  return path.join(ctx.config.dataDir, 'files')
}

/** `/sys/common/upload`: the stored path is the message (4-api.md §6.1). */
export async function storeUpload(ctx: Context, call: Call<unknown>): Promise<Answered<null>> {
  return answered(null, (await receiveFile(ctx, call)).path, 0)
}

/** A file that has been stored just now. */
export interface ReceivedFile {
  readonly path: string
  /** What the client calls it. */
  readonly name: string
}

/**
 * Stores the file of a call. The name is random, the folder the day; what the client calls the file is only remembered.
 * `hold` writes the row that holds it, in the same transaction. Refuses what is no file, no kind that is taken, or beyond
 * the quota of the day.
 */
export async function receiveFile(
  ctx: Context,
  { actor, request }: Pick<Call<unknown>, 'actor' | 'request'>,
  hold?: (tx: Tx, file: ReceivedFile) => Promise<void>,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw fail('BAD_INPUT', { detail: '上传失败！请选择要上传的文件' })
  const part = await request.file()
  if (!part) throw fail('BAD_INPUT', { detail: '上传失败！请选择要上传的文件' })
  const content = await part.toBuffer()
  if (content.length === 0) throw fail('BAD_INPUT', { detail: '上传失败！文件是空的' })
  const found = kindOf(part.filename, content)
  if (!found) {
    const allowed = fileKinds.flatMap(({ extensions }) => extensions).join('、')
    throw fail('BAD_INPUT', { detail: `上传失败！只能上传 ${allowed} 文件，且内容要与扩展名相符` })
  }
  const day = shanghaiTime(ctx.clock.now()).slice(0, 10).replaceAll('-', '')
  const received: ReceivedFile = {
    path: `${day}/${randomBytes(16).toString('hex')}.${found.extension}`,
    name: part.filename.slice(-255),
  }
  const file = path.join(filesFolder(ctx), received.path)
  await ctx.db.transaction().execute(async (tx) => {
    await refuseBeyondQuota(tx, ctx, actor.userId, content.length)
    await keep(ctx, file, content)
    await tx
      .insertInto('storedFile')
      .values({
        path: received.path,
        tenantId: actor.tenantId,
        originalName: received.name,
        mediaType: found.kind.mediaType,
        size: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        userId: actor.userId,
        createTime: new Date(ctx.clock.now()),
      })
      .execute()
    await hold?.(tx, received)
  })
  return received
}

/**
 * Nobody fills the disk, on which the database may live too (security.md V16). One upload of a person at a time, so that
 * many at once do not pass together.
 */
async function refuseBeyondQuota(tx: Tx, ctx: Context, userId: string, bytes: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${userId}`}, 0))`.execute(tx)
  const since = new Date(ctx.clock.now() - 86_400_000)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::float8 as bytes from stored_file
    where user_id = ${userId} and create_time > ${since}`.execute(tx)
  const most = ctx.config.uploadDailyMb
  if ((rows[0]?.bytes ?? 0) + bytes > most * 1024 * 1024)
    throw fail('REFUSED', {
      detail: `上传失败！您在 24 小时内上传的文件已达 ${most} MB，请稍后再传，或联系管理员调高上限`,
    })
}

/** Nothing is left of a file that could not be written whole: no row will ever name it. */
async function keep(ctx: Context, file: string, content: Buffer): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    ctx.log.error({ err: error }, 'a file could not be stored')
    await rm(file, { force: true }).catch(() => {})
    const isFull =
      error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    const why = isFull ? '文件存储空间已满' : '文件存储暂时不可用'
    throw fail('REFUSED', {
      detail: `上传失败！${why}，请稍后重试；已填写的内容没有改变，如仍失败请联系管理员`,
    })
  }
}
