import { exportKeepDays, type ExportJob, type ExportJobStatus } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { fail, failUnseen } from '../fail.ts'
import { dropUnnamed } from '../files/unnamed-blob.ts'
import { recordAudit, type Origin } from '../resource/audit.ts'
import type { RowRecord } from '../db/compile.ts'
import { planExport } from '../resource/export-plan.ts'
import type { MountedResource } from '../resource/mounted-resource.ts'

/** How long the row of a job is shown, ms; its file goes earlier. */
const SHOWN_MS = 30 * 86_400_000
/** Files of one person that are kept at once: each may be a hundred megabytes. */
const MOST_KEPT = 5
/** Jobs that wait, of all people: whoever orders one more would wait for hours. */
const MOST_WAITING = 50
/** Parameters of a list are short; an advanced query with thousands of conditions is no list. */
const MOST_INPUT = 100_000

/** Parameters of a call that are not of the list. */
const notOfTheList: ReadonlySet<string> = new Set(['_t', 'token', 'pageNo', 'pageSize', 'rowsExpected'])

interface Ordered {
  readonly mounted: MountedResource
  readonly actor: Actor
  readonly input: RowRecord
  readonly rowsExpected: number | null
  readonly origin: Origin
}

/**
 * Orders an export: it is judged now as `exportXls` would be, so that a mistake is told at once, and once more when it is
 * made. Refuses a second one of the same person while the first is under way.
 */
export async function orderExport({
  mounted,
  actor,
  input: given,
  rowsExpected,
  origin,
}: Ordered): Promise<string> {
  const { ctx, resource } = mounted
  const input = Object.fromEntries(Object.entries(given).filter(([name]) => !notOfTheList.has(name)))
  const text = JSON.stringify(input)
  if (text.length > MOST_INPUT)
    throw fail('BAD_INPUT', { detail: '查询条件过长，无法在后台导出，请减少所选记录或条件' })
  await planExport(mounted, actor, input)
  const id = newId()
  const now = ctx.clock.now()
  await inTransaction(ctx, async (tx) => {
    await refuseTooMany(tx, actor, now)
    await sql`delete from export_job where status not in ('waiting', 'running')
      and create_time < ${new Date(now - SHOWN_MS)}`.execute(tx)
    await sql`insert into export_job (id, tenant_id, user_id, resource, title, org_code, input, status, rows_expected, create_time)
      values (${id}, ${actor.tenantId}, ${actor.userId}, ${resource.name}, ${resource.title}, ${actor.orgCode},
        ${text}::jsonb, 'waiting', ${rowsExpected}, ${new Date(now)})`.execute(tx)
    await recordAudit(tx, { actor, content: `${resource.title}：后台导出`, operateType: 6, origin, now })
  })
  return id
}

async function refuseTooMany(tx: Tx, { userId }: Actor, now: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export:${userId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ own: string | null; kept: number; waiting: number }>`select
    (select title from export_job where user_id = ${userId} and status in ('waiting', 'running')
      and not is_cancelled) as own,
    (select count(*)::int from export_job where user_id = ${userId} and status = 'done'
      and expire_time > ${new Date(now)}) as kept,
    (select count(*)::int from export_job where status = 'waiting') as waiting`.execute(tx)
  const { own = null, kept = 0, waiting = 0 } = rows[0] ?? {}
  if (own !== null)
    throw fail('REFUSED', { detail: `您的“${own}”正在后台导出，请等它完成，或在“我的导出”中取消后再导出` })
  if (kept >= MOST_KEPT)
    throw fail('REFUSED', {
      detail: `您已有 ${kept} 个导出文件，请先在“我的导出”中删除不再需要的文件，再导出`,
    })
  if (waiting >= MOST_WAITING) throw fail('REFUSED', { detail: '排队等待后台导出的任务太多，请稍后再导出' })
}

interface JobRow {
  readonly id: string
  readonly title: string
  readonly status: ExportJobStatus
  readonly isCancelled: boolean
  readonly rowsDone: string
  readonly rowsExpected: string | null
  readonly bytes: string | null
  readonly reason: string | null
  readonly createTime: Date
  readonly endTime: Date | null
  readonly expireTime: Date | null
}

/** The newest of one's own. A file that is kept no longer has no address. */
export async function ownJobs(ctx: Context, { userId, tenantId }: Actor): Promise<ExportJob[]> {
  const { rows } =
    await sql<JobRow>`select id, title, status, is_cancelled, rows_done, rows_expected, bytes, reason,
      create_time, end_time, expire_time
    from export_job where user_id = ${userId} and tenant_id = ${tenantId}
    order by create_time desc, id desc limit 50`.execute(ctx.db)
  return rows.map(({ isCancelled, ...row }) => {
    const isThere =
      row.status === 'done' && row.expireTime !== null && row.expireTime.getTime() > ctx.clock.now()
    return {
      ...row,
      // It ends within a second or two; one that its server gave back, when it is taken again.
      status:
        isCancelled && (row.status === 'running' || row.status === 'waiting') ? 'cancelled' : row.status,
      rowsDone: Number(row.rowsDone),
      rowsExpected: row.rowsExpected === null ? null : Number(row.rowsExpected),
      bytes: row.bytes === null ? null : Number(row.bytes),
      createTime: shanghaiTime(row.createTime.getTime()),
      endTime: row.endTime && shanghaiTime(row.endTime.getTime()),
      expireTime: row.expireTime && shanghaiTime(row.expireTime.getTime()),
      fileUrl: isThere ? `/sys/common/static/exports/${row.id}.xlsx` : null,
    }
  })
}

/** Ends one of one's own that waits or runs; what has ended already stays as it is. */
export async function cancelJob(ctx: Context, { userId }: Actor, id: string): Promise<void> {
  const { rows } = await sql`update export_job set is_cancelled = true,
      status = case status when 'waiting' then 'cancelled' else status end,
      end_time = case status when 'waiting' then ${new Date(ctx.clock.now())} else end_time end
    where id = ${id} and user_id = ${userId} and status in ('waiting', 'running') returning id`.execute(
    ctx.db,
  )
  if (rows.length === 0) throw failUnseen([['export_job', 'id']], [id])
}

/** What was ordered then, for a second order. */
export async function inputOfJob(
  ctx: Context,
  { userId, tenantId }: Actor,
  id: string,
): Promise<{ readonly resource: string; readonly input: RowRecord; readonly rowsExpected: number | null }> {
  const { rows } = await sql<{ resource: string; input: RowRecord; rowsExpected: string | null }>`
    select resource, input, rows_expected from export_job
    where id = ${id} and user_id = ${userId} and tenant_id = ${tenantId}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw failUnseen([['export_job', 'id']], [id])
  return { ...row, rowsExpected: row.rowsExpected === null ? null : Number(row.rowsExpected) }
}

/** Forgets one of one's own that has ended or was cancelled, with its file. */
export async function removeJob(ctx: Context, { userId }: Actor, id: string): Promise<void> {
  const { rows } = await sql<{ path: string | null; tenantId: number; status: ExportJobStatus }>`
    delete from export_job
    where id = ${id} and user_id = ${userId} and (status not in ('waiting', 'running') or is_cancelled)
    returning path, tenant_id, status`.execute(ctx.db)
  const [row] = rows
  if (!row) throw failUnseen([['export_job', 'id']], [id])
  // Whoever still writes the file of one that was cancelled drops it himself when he misses the row.
  if (row.path !== null && row.status !== 'running')
    await dropUnnamed(ctx, { tenantId: row.tenantId, path: row.path })
}

/** Until when a file is kept that is ready now, epoch ms. */
export const keptUntil = (now: number): number => now + exportKeepDays * 86_400_000
