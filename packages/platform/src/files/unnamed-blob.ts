import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { BlobName } from './store/blob-store.ts'

/**
 * Removes a content that only `unnamed_blob` knows: now, or, when the store is away, at night. It counts for nobody's quota
 * any more.
 */
export async function dropUnnamed(ctx: Context, blob: BlobName): Promise<void> {
  try {
    await sql`update unnamed_blob set user_id = null, size = 0, remove_time = ${new Date(ctx.clock.now())}
      where path = ${blob.path}`.execute(ctx.db)
    await ctx.blobs.delete(blob)
    await sql`delete from unnamed_blob where path = ${blob.path}`.execute(ctx.db)
  } catch (error) {
    // The caller has something to say that weighs more.
    ctx.log.warn({ err: error, path: blob.path }, 'a content that nothing names is removed at night')
  }
}
