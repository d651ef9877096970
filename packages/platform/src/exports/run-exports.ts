import { mostExportRows } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor, Context } from '../context.ts'
import { belongsTo } from '../db/belongs-to.ts'
import { LEASE_SECONDS } from '../db/lease.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError, fail } from '../fail.ts'
import { dropUnnamed } from '../files/unnamed-blob.ts'
import { StoreAwayError, type BlobName } from '../files/store/blob-store.ts'
import { loadPerson } from '../http/load-person.ts'
import { notifyUsers } from '../notices/notify-users.ts'
import type { RowRecord } from '../db/compile.ts'
import { engineOf } from '../resource/engine.ts'
import { takeJobPlace } from '../resource/export-places.ts'
import { exportedCells, planExport, rightsOf } from '../resource/export-plan.ts'
import { streamSheet } from '../resource/sheet-writer.ts'
import { newStoredPath } from '../resource/stored-path.ts'
import type { SheetCell } from '../resource/sheet.ts'
import { keptUntil } from './export-jobs.ts'

/** How often a running job says how far it is, and asks whether it is still wanted. */
const TOUCH_MS = 1_000
/** A job whose server died is made anew this often; then its owner decides, for it may be what killed the server. */
const MOST_ATTEMPTS = 2
/** The note of a content that is being made, ms: longer than any job takes. */
const MAKING_MS = 86_400_000

interface Job {
  readonly id: string
  readonly tenantId: number
  readonly userId: string
  readonly resource: string
  readonly title: string
  readonly orgCode: string
  readonly input: RowRecord
  readonly leaseId: string
}

/** Why a job is not made to its end. */
type Ending = 'cancelled' | 'person' | 'lost' | 'stopped'

class Ended extends Error {
  override readonly name = 'ExportEnded'
  readonly ending: Ending
  constructor(ending: Ending) {
    super(`the export was ended: ${ending}`)
    this.ending = ending
  }
}

/** Makes what was ordered, one at a time on this node. */
export interface ExportRunner {
  /** Takes the next job where none is under way, and gives back those of nodes that died. Does not wait for the job. */
  look(): Promise<void>
  /** Everything that waits has been made. */
  settle(): Promise<void>
  /** Takes nothing new; the job under way is left to the next start. */
  stop(): Promise<void>
}

export function createExportRunner(ctx: Context): ExportRunner {
  let running: Promise<void> | null = null
  let isStopped = false
  const stopping = new AbortController()
  const look = async (): Promise<void> => {
    await giveBackLost(ctx)
    if (running !== null || isStopped) return
    const leave = takeJobPlace(ctx.config.databaseExportPoolSize)
    if (leave === null) return
    const job = await claim(ctx).catch((error: unknown) => {
      leave()
      throw error
    })
    if (job === undefined) return leave()
    running = runJob(ctx, job, stopping.signal)
      // Its end could not be noted: the lease runs out, and it is made anew.
      .catch((error: unknown) =>
        ctx.log.error({ err: error, job: job.id }, 'the end of an export was not noted'),
      )
      .finally(() => {
        leave()
        running = null
      })
  }
  return {
    look,
    async settle() {
      do {
        await look()
        await running
      } while (running !== null || (await isWaiting(ctx)))
    },
    async stop() {
      isStopped = true
      stopping.abort()
      await running
    },
  }
}

async function isWaiting(ctx: Context): Promise<boolean> {
  const { rows } = await sql`select 1 from export_job where status = 'waiting' limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** The oldest that waits, held by a lease of its own. */
async function claim(ctx: Context): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    update export_job set status = 'running', attempts = attempts + 1, rows_done = 0, lease_id = ${newId()},
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), begin_time = ${new Date(ctx.clock.now())}
    where id = (select id from export_job where status = 'waiting' order by create_time, id limit 1
      for update skip locked)
    returning id, tenant_id, user_id, resource, title, org_code, input, lease_id`.execute(ctx.db)
  return rows[0]
}

/** Jobs whose node gave no word for the time of a lease wait again; after several attempts their owners are told. */
async function giveBackLost(ctx: Context): Promise<void> {
  const { rows: lost } = await sql<{
    id: string
    tenantId: number
    userId: string
    title: string
    path: string | null
    status: string
  }>`
    with lost as (select id, path from export_job where status = 'running' and lease_until < now() for update skip locked)
    update export_job j set lease_id = null, lease_until = null, path = null,
      status = case when attempts < ${MOST_ATTEMPTS} and not is_cancelled then 'waiting'
        when is_cancelled then 'cancelled' else 'interrupted' end,
      reason = case when attempts < ${MOST_ATTEMPTS} or is_cancelled then null
        else '服务器在导出过程中停止，文件没有生成' end,
      end_time = case when attempts < ${MOST_ATTEMPTS} and not is_cancelled then null
        else ${new Date(ctx.clock.now())}::timestamptz end
    from lost where j.id = lost.id
    returning j.id, j.tenant_id, j.user_id, j.title, lost.path, j.status`.execute(ctx.db)
  for (const { path, tenantId, userId, title, id, status } of lost) {
    ctx.log.warn({ job: id, status }, 'the node of an export has gone away')
    if (path !== null) await dropUnnamed(ctx, { tenantId, path })
    if (status === 'interrupted')
      await tell(
        ctx,
        { id, tenantId, userId, title },
        '导出中断',
        '服务器在导出过程中停止，请在“我的导出”中重新导出。',
      )
  }
}

/** Whether the person of `u` may still work in the tenant. */
const inForce = (ctx: Context, tenantId: number): RawBuilder<SqlBool> => {
  const now = new Date(ctx.clock.now())
  return sql<SqlBool>`coalesce(u.del_flag, 0) = 0 and coalesce(u.status, 1) <> 2 and ${belongsTo('u', tenantId)}
    and (${tenantId} = 0 or exists (select from sys_tenant t where t.id = ${tenantId} and t.status = 1
      and coalesce(t.del_flag, 0) = 0 and (t.begin_date is null or t.begin_date <= ${now})
      and (t.end_date is null or t.end_date >= ${now})))`
}

/** Says how far a job is and keeps its lease; why it must end, null while it may go on. */
async function touch(
  ctx: Context,
  { id, leaseId, userId, tenantId }: Job,
  done: number,
): Promise<Ending | null> {
  const { rows } = await sql<{ isCancelled: boolean; isInForce: boolean }>`
    update export_job set rows_done = ${done}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and lease_id = ${leaseId} and status = 'running'
    returning is_cancelled,
      exists (select from sys_user u where u.id = ${userId} and ${inForce(ctx, tenantId)}) as is_in_force`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) return 'lost'
  return row.isCancelled ? 'cancelled' : row.isInForce ? null : 'person'
}

async function runJob(ctx: Context, job: Job, stopping: AbortSignal): Promise<void> {
  const blob: BlobName = { tenantId: job.tenantId, path: newStoredPath(ctx.clock.now(), 'xlsx') }
  try {
    const made = await makeFile(ctx, job, blob, stopping)
    await finish(ctx, job, blob, made)
  } catch (error) {
    await dropUnnamed(ctx, blob)
    await giveUp(ctx, job, error)
  }
}

interface Made {
  readonly rows: number
  readonly bytes: number
  readonly rights: string
}

/** Writes the rows into the file store while they are read; memory holds a block of them. Throws `Ended`. */
async function makeFile(ctx: Context, job: Job, blob: BlobName, stopping: AbortSignal): Promise<Made> {
  const ending = await touch(ctx, job, 0)
  if (ending !== null) throw new Ended(ending)
  const mounted = engineOf(ctx).mounted.get(job.resource)
  if (!mounted) throw new Error(`an export of ${job.resource}, which is not mounted`)
  const actor = asOrdered(await loadPerson(ctx, job.tenantId, job.userId), job.orgCode)
  const plan = await planExport(mounted, actor, job.input)
  const rights = await rightsOf(mounted, actor, ctx.clock.now())
  await announce(ctx, job, blob)

  const gone = new AbortController()
  let rows = 0
  const counted = async function* (): AsyncGenerator<SheetCell[][]> {
    for await (const block of exportedCells(mounted, plan, gone.signal)) {
      rows += block.length
      if (rows > mostExportRows) throw fail('REFUSED', { detail: tooMany })
      yield block
    }
  }
  const content = streamSheet('xlsx', plan.sheet, counted())
  // It may break before the store listens; why is read from it afterwards.
  content.on('error', () => {})
  const end = (why: Ending): void => {
    content.destroy(new Ended(why))
    gone.abort()
  }
  const stop = (): void => end('stopped')
  stopping.addEventListener('abort', stop, { once: true })
  const touching = setInterval(() => {
    touch(ctx, job, rows)
      .then((why) => why !== null && end(why))
      // The next one tries again; the lease holds for many.
      .catch((error: unknown) =>
        ctx.log.warn({ err: error, job: job.id }, 'an export could not say how far it is'),
      )
  }, TOUCH_MS)
  try {
    await ctx.blobs.put(blob, content)
  } catch (error) {
    throw content.errored instanceof Ended || content.errored instanceof AppError ? content.errored : error
  } finally {
    clearInterval(touching)
    stopping.removeEventListener('abort', stop)
    gone.abort()
  }
  return { rows, rights, bytes: (await ctx.blobs.head(blob))?.size ?? 0 }
}

const tooMany = `记录超过 ${mostExportRows.toLocaleString('en')} 条，超过一次导出的上限，请先用查询条件缩小范围再导出`

/** A person as he ordered: in the department that he had chosen, where he is still of it. */
export const asOrdered = (actor: Actor, orgCode: string): Actor => ({
  ...actor,
  orgCode: actor.orgCodes.includes(orgCode) ? orgCode : actor.orgCode,
})

/** Written down before it is stored (decision 0746), so that nothing of a killed server stays in the store. */
async function announce(ctx: Context, { id, leaseId }: Job, blob: BlobName): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await sql`insert into unnamed_blob (path, tenant_id, remove_time)
      values (${blob.path}, ${blob.tenantId}, ${new Date(ctx.clock.now() + MAKING_MS)})`.execute(tx)
    await sql`update export_job set path = ${blob.path} where id = ${id} and lease_id = ${leaseId}`.execute(
      tx,
    )
  })
}

/** The file is there: its owner is told, and the night after its time removes it. Throws `Ended` where it is not wanted. */
async function finish(ctx: Context, job: Job, blob: BlobName, { rows, bytes, rights }: Made): Promise<void> {
  const now = ctx.clock.now()
  const until = keptUntil(now)
  await inTransaction(ctx, async (tx, emit) => {
    const { rows: done } =
      await sql`update export_job set status = 'done', rows_done = ${rows}, bytes = ${bytes},
        rights = ${rights}, end_time = ${new Date(now)}, expire_time = ${new Date(until)},
        lease_id = null, lease_until = null
      where id = ${job.id} and lease_id = ${job.leaseId} and status = 'running' and not is_cancelled
      returning id`.execute(tx)
    if (done.length === 0) throw new Ended('cancelled')
    await sql`update unnamed_blob set remove_time = ${new Date(until)} where path = ${blob.path}`.execute(tx)
    await notifyUsers(tx, emit, {
      tenantId: job.tenantId,
      userIds: [job.userId],
      title: `导出完成：${job.title}`,
      text: `“${job.title}”共 ${rows.toLocaleString('en')} 条已导出。\n文件保留到 ${shanghaiTime(until).slice(0, 16)}，请在“我的导出”中下载。`,
      ...noticeOf(job.id, now),
    })
  })
}

const noticeOf = (id: string, now: number) =>
  ({
    level: 1,
    open: { type: 'url', page: '/account/exports' },
    about: { type: 'exportJob', id },
    now,
  }) as const

type Told = Pick<Job, 'id' | 'tenantId' | 'userId' | 'title'>

async function tell(
  ctx: Context,
  { id, tenantId, userId, title }: Told,
  word: string,
  text: string,
): Promise<void> {
  await inTransaction(ctx, async (tx, emit) => {
    const notice = { title: `${word}：${title}`, text, ...noticeOf(id, ctx.clock.now()) }
    await notifyUsers(tx, emit, { tenantId, userIds: [userId], ...notice })
  })
}

/** Notes why there is no file, and tells its owner, unless it was he who wanted none. */
async function giveUp(ctx: Context, job: Job, error: unknown): Promise<void> {
  const now = new Date(ctx.clock.now())
  const own = sql`id = ${job.id} and lease_id = ${job.leaseId} and status = 'running'`
  const ending = error instanceof Ended ? error.ending : null
  if (ending === 'lost') return
  if (ending === 'stopped') {
    await sql`update export_job set status = 'waiting', attempts = attempts - 1, path = null, lease_id = null,
      lease_until = null where ${own}`.execute(ctx.db)
    return
  }
  if (ending === 'cancelled') {
    await sql`update export_job set status = 'cancelled', path = null, end_time = ${now}, lease_id = null
      where ${own}`.execute(ctx.db)
    return
  }
  const reason = ending === 'person' ? '账号已停用或不在该租户，导出已取消' : reasonOf(ctx, job, error)
  await sql`update export_job set status = ${ending === 'person' ? 'cancelled' : 'failed'}, path = null,
    reason = ${reason.slice(0, 500)}, end_time = ${now}, lease_id = null where ${own}`.execute(ctx.db)
  if (ending === null) await tell(ctx, job, '导出失败', `${reason}。`)
}

function reasonOf(ctx: Context, { id, resource }: Job, error: unknown): string {
  if (error instanceof AppError) return error.message
  ctx.log.error({ err: error, job: id, resource }, 'an export failed')
  if (error instanceof StoreAwayError)
    return error.isFull
      ? '文件存储空间已满，请联系管理员清理后重新导出'
      : '文件存储暂时无法访问，请稍后在“我的导出”中重新导出'
  return '导出时出错，请在“我的导出”中重新导出；如仍失败请联系管理员'
}
