import { createReadStream } from 'node:fs'
import { uploadBytes } from '@suoan/contract'
import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'
import { fail } from '../fail.ts'
import { answered, type Answered, type Call } from '../http/route.ts'
import { newStoredPath } from '../resource/stored-path.ts'
import { freshMs } from './fresh.ts'
import { fileKinds, kindOf } from './kinds.ts'
import { isWhole, pixelsOf } from './pixels.ts'
import type { Spooled } from './spool.ts'
import { type BlobName, StoreAwayError } from './store/blob-store.ts'
import { takeFile } from './take-file.ts'
import { mostPixels } from './thumbnail.ts'
import { dropUnnamed } from './unnamed-blob.ts'

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
 * the quota of the day. No transaction is open while the content goes to the store (decision 0746).
 */
export async function receiveFile(
  ctx: Context,
  { actor, request }: Pick<Call<unknown>, 'actor' | 'request'>,
  hold?: (tx: Tx, file: ReceivedFile) => Promise<void>,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw fail('BAD_INPUT', { detail: '上传失败！请选择要上传的文件' })
  try {
    await using taken = await takeFile(ctx.config, request, uploadBytes / 1024 / 1024)
    if (!taken) throw fail('BAD_INPUT', { detail: '上传失败！请选择要上传的文件' })
    const { spooled, name } = taken
    const found = await judge(name, spooled)
    const received: ReceivedFile = {
      path: newStoredPath(ctx.clock.now(), found.extension),
      name: name.slice(-255),
    }
    const blob: BlobName = { tenantId: actor.tenantId, path: received.path }
    await announce(ctx, blob, actor.userId, spooled.size)
    try {
      await ctx.blobs.put(blob, createReadStream(spooled.file))
      await ctx.db.transaction().execute(async (tx) => {
        await confirm(tx, blob)
        await tx
          .insertInto('storedFile')
          .values({
            path: received.path,
            tenantId: actor.tenantId,
            originalName: received.name,
            mediaType: found.kind.mediaType,
            size: spooled.size,
            sha256: spooled.sha256,
            userId: actor.userId,
            createTime: new Date(ctx.clock.now()),
          })
          .execute()
        await hold?.(tx, received)
      })
    } catch (error) {
      await dropUnnamed(ctx, blob)
      throw error
    }
    return received
  } catch (error) {
    if (!(error instanceof StoreAwayError)) throw error
    ctx.log.error({ err: error }, 'a file could not be stored')
    if (!error.isFull) throw fail('FILES_AWAY', { what: '上传失败！' })
    throw fail('REFUSED', {
      detail: '上传失败！文件存储空间已满，请稍后重试；已填写的内容没有改变，如仍失败请联系管理员',
    })
  }
}

/** Throws for what is no file that is taken. */
async function judge(
  name: string,
  { file, size, head }: Spooled,
): Promise<NonNullable<ReturnType<typeof kindOf>>> {
  if (size === 0) throw fail('BAD_INPUT', { detail: '上传失败！文件是空的' })
  const found = kindOf(name, head)
  if (!found) {
    const allowed = fileKinds.flatMap(({ extensions }) => extensions)
    const named = allowed.find((extension) => name.toLowerCase().endsWith(`.${extension}`))
    throw fail('BAD_INPUT', {
      detail:
        named === undefined
          ? `上传失败！只能上传 ${allowed.join('、')} 文件，且内容要与扩展名相符`
          : `上传失败！文件里的内容不是 ${named}，内容要与扩展名相符，请换一个文件`,
    })
  }
  if (!found.kind.mediaType.startsWith('image/')) return found
  const pixels = await pixelsOf(file)
  if (pixels === null) throw brokenPicture()
  // A few kilobytes may unpack to gigabytes in the browser of everybody who opens a list with them.
  if (pixels > mostPixels)
    throw fail('BAD_INPUT', {
      detail: `上传失败！图片超过 ${mostPixels / 1_000_000} 百万像素，请缩小后再上传`,
    })
  if (!(await isWhole(file, mostPixels))) throw brokenPicture()
  return found
}

/** It would be kept as a picture that nobody can ever look at, in whole or in part, and prove nothing. */
const brokenPicture = () =>
  fail('BAD_INPUT', { detail: '上传失败！图片已损坏，无法打开，请重新拍摄或换一张图片上传' })

/**
 * Writes down what is going to be stored: what is never confirmed is removed at night. Nobody fills the store, on whose
 * disk the database may live too (security.md V16). One upload of a person at a time, so that many at once do not pass
 * together.
 */
async function announce(ctx: Context, blob: BlobName, userId: string, bytes: number): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`upload:${userId}`}, 0))`.execute(tx)
    const since = new Date(ctx.clock.now() - 86_400_000)
    const { rows } = await sql<{ bytes: number }>`select (
      coalesce((select sum(size) from stored_file where user_id = ${userId} and create_time > ${since}), 0)
      + coalesce((select sum(size) from unnamed_blob where user_id = ${userId}), 0))::float8 as bytes`.execute(
      tx,
    )
    const most = ctx.config.uploadDailyMb
    if ((rows[0]?.bytes ?? 0) + bytes > most * 1024 * 1024)
      throw fail('REFUSED', {
        detail: `上传失败！您在 24 小时内上传的文件已达 ${most} MB，请稍后再传，或联系管理员调高上限`,
      })
    await sql`insert into unnamed_blob (path, tenant_id, user_id, size, remove_time)
      values (${blob.path}, ${blob.tenantId}, ${userId}, ${bytes}, ${new Date(ctx.clock.now() + freshMs)})`.execute(
      tx,
    )
  })
}

/** From now on a row of `stored_file` names it. */
async function confirm(tx: Tx, { path }: BlobName): Promise<void> {
  const { numAffectedRows } = await sql`delete from unnamed_blob where path = ${path}`.execute(tx)
  // It lay there for a day: the night was faster.
  if (numAffectedRows !== 1n) throw new StoreAwayError(new Error('the upload took too long'))
}
