import { thumbWidths } from '@suoan/contract'
import { sql } from 'kysely'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Context, Tx } from '../context.ts'
import { engineOf } from '../resource/engine.ts'
import { isHeld } from '../resource/file-rights.ts'
import { freshMs } from './fresh.ts'
import { type BlobName, StoreAwayError } from './store/blob-store.ts'
import { thumbnailFile } from './thumbnail.ts'

/** Files looked at in one transaction. */
const BATCH = 1000

/**
 * Tables whose rows keep no file although its name may stand in them: calls that were made and addresses that were asked
 * for. Features name more of theirs (`FileReaders.keepNone`). Every other table is read whole for the name, whatever column
 * it may stand in: versions of rows, chains, capsules, texts with pictures in them.
 */
const keepsNothing: readonly string[] = ['stored_file', 'unnamed_blob', 'sys_log', 'access_ticket', 'job_run']

/**
 * Removes what was uploaded more than a day ago and is named by no row: a form that was never saved. A file that is named
 * once is kept for good, for the versions of its row name it. Gives how many were removed.
 */
export async function clearOrphans(ctx: Context, signal?: AbortSignal): Promise<number> {
  let removed = 0
  for (;;) {
    signal?.throwIfAborted()
    const some = await clearSome(ctx)
    removed += some.orphans.length
    if (some.looked < BATCH) break
  }
  await removeUnnamed(ctx)
  if (removed > 0) ctx.log.info({ removed }, 'files that no row names were removed')
  return removed
}

interface Loose {
  readonly path: string
  readonly tenantId: number
  readonly sha256: string
  readonly isDiscarded: boolean
}

async function clearSome(ctx: Context): Promise<{ looked: number; orphans: readonly string[] }> {
  return await ctx.db.transaction().execute(async (tx) => {
    // It reads whole tables: longer than any call may take.
    await sql`set local statement_timeout = '30min'`.execute(tx)
    const before = new Date(ctx.clock.now() - freshMs)
    // Whoever writes one of these into a row meanwhile waits, and is then refused (`refuseForeignFiles`).
    const { rows: loose } = await sql<Loose>`
      select path, tenant_id, sha256, is_discarded from stored_file where not is_held and create_time <= ${before}
      order by create_time limit ${BATCH} for update skip locked`.execute(tx)
    const unasked: Loose[] = []
    for (const file of loose) if (!(await isHeld(ctx, file.path, file.tenantId))) unasked.push(file)
    const doubtful = unasked.filter((file) => !file.isDiscarded)
    const named = doubtful.length === 0 ? new Set<string>() : await namesIn(ctx, tx, doubtful)
    const orphans = unasked.filter(
      (file) => file.isDiscarded || (!named.has(nameOf(file.path)) && !named.has(`sha256:${file.sha256}`)),
    )
    const gone = orphans.map((file) => file.path)
    const kept = loose.map((file) => file.path).filter((each) => !gone.includes(each))
    await sql`update stored_file set is_held = true where path = any(${kept}::text[])`.execute(tx)
    // Known until the store has removed it, whatever comes in between.
    await sql`with gone as (delete from stored_file where path = any(${gone}::text[]) returning path, tenant_id)
      insert into unnamed_blob (path, tenant_id, remove_time)
      select path, tenant_id, ${new Date(ctx.clock.now())} from gone`.execute(tx)
    return { looked: loose.length, orphans: gone }
  })
}

/** The last part of a path is random and says which file it is, however the address before it was written. */
const nameOf = (stored: string): string => path.basename(stored)

/** Which of the files some row of some table names, by its name or (an offline operation) by its content. */
async function namesIn(ctx: Context, tx: Tx, files: readonly Loose[]): Promise<Set<string>> {
  const wanted = files.flatMap((file) => [nameOf(file.path), `sha256:${file.sha256}`])
  const unread = [...keepsNothing, ...engineOf(ctx).fileReaders.keepingNone]
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all(${unread}::text[])`.execute(
    tx,
  )
  const named = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ found: string }>`
      select distinct m.found[1] as found
      from ${sql.table(name)} t, regexp_matches(t::text, ${`([0-9a-f]{32}\\.[a-z0-9]{1,8}|sha256:[0-9a-f]{64})`}, 'g') m(found)
      where m.found[1] = any(${wanted}::text[])`.execute(tx)
    for (const { found } of rows) named.add(found)
  }
  return named
}

/**
 * The row that held a file was thrown away with it: the file goes at night unless another row holds it. What only tells
 * of it, such as the log of the deleted row, does not keep it.
 */
export async function discardFile(tx: Tx, tenantId: number, stored: string): Promise<void> {
  await sql`update stored_file set is_held = false, is_discarded = true
    where path = ${stored} and tenant_id = ${tenantId}`.execute(tx)
}

/**
 * Removes from the store what no row names: of orphans, of uploads that broke off, of a server that was killed. A store
 * that is away is asked again the next night.
 */
async function removeUnnamed(ctx: Context): Promise<void> {
  const { rows } = await sql<BlobName>`select path, tenant_id from unnamed_blob
    where remove_time <= ${new Date(ctx.clock.now())} order by remove_time`.execute(ctx.db)
  for (const blob of rows) {
    try {
      await ctx.blobs.delete(blob)
    } catch (error) {
      if (!(error instanceof StoreAwayError)) throw error
      ctx.log.warn(
        { err: error, left: rows.length },
        'the file store is away: what is left is removed next night',
      )
      return
    }
    for (const width of thumbWidths) await rm(thumbnailFile(ctx, blob.path, width), { force: true })
    await sql`delete from unnamed_blob where path = ${blob.path}`.execute(ctx.db)
  }
}

/** 清理孤立文件, every night. */
export function declareOrphanFiles(ctx: Context): void {
  ctx.jobs.declare({
    name: 'jobs.OrphanFiles',
    title: '清理孤立文件',
    description:
      '删除上传超过一天、没有任何记录引用的文件，以及被丢弃记录留下的文件；被引用过的文件永久保留。',
    parameters: z.object({}),
    timeoutSeconds: 2 * 3600,
    minIntervalSeconds: 600,
    // Half past three in the plant, when nobody uploads and the nightly checks are over.
    schedule: { cron: '0 30 3 * * ? *' },
    run: async ({ ctx: judged, signal }) => `删除了 ${await clearOrphans(judged, signal)} 个孤立文件`,
  })
}
