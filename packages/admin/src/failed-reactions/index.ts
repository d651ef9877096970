import { reactionEndpoints as calls, type FailedReactionRow, type Page } from '@suoan/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import type { Feature } from '@suoan/platform/http/route'

/** 失败的处理: reactions that have failed, and another try by hand. */
export const failedReactions: Feature = ({ ctx, bind }) => {
  bind(calls.failed, ({ input, actor }) => listFailed(ctx, actor, input.pageNo, input.pageSize))
  bind(calls.retry, async ({ input, actor }) => {
    const held = await sql<{ consumer: string }>`
      select r.consumer from reaction r where r.id = ${input.id} and ${ofActor(actor)}`.execute(ctx.db)
    const consumer = held.rows[0]?.consumer
    if (consumer !== undefined && !ctx.reactions.consumers.has(consumer))
      throw fail('REFUSED', { detail: '本版程序已没有这项处理，重试不会执行；请联系管理员升级或清理' })
    const { rows } = await sql`update reaction r set next_time = now()
      where r.id = ${input.id} and ${ofActor(actor)} returning id`.execute(ctx.db)
    if (rows.length === 0) throw fail('REFUSED', { detail: '该处理已经完成，请刷新列表' })
    ctx.reactions.wake()
    return null
  })
}

/** Failed ones of the caller's tenant; the platform sees all. */
const ofActor = ({ tenantId }: Actor): RawBuilder<boolean> =>
  sql`r.last_error is not null and (${tenantId} = 0 or r.tenant_id = ${tenantId})`

async function listFailed(
  ctx: Context,
  actor: Actor,
  pageNo: number,
  pageSize: number,
): Promise<Page<FailedReactionRow>> {
  const { rows } = await sql<Omit<FailedReactionRow, 'title'> & { consumer: string }>`
    select r.id, r.consumer, r.attempts, r.first_error, r.last_error,
      coalesce((select l.lock_name from lo_lock l where l.id = r.subject),
        (select w.work_no from lo_work w where w.id = r.subject), r.subject) as subject,
      left(r.created_at::text, 19) as created_at, left(r.first_failed_at::text, 19) as first_failed_at,
      left(r.next_time::text, 19) as next_time,
      (select count(*)::int from reaction later where later.consumer = r.consumer and later.subject = r.subject
        and later.id > r.id) as behind
    from reaction r where ${ofActor(actor)}
    order by r.attempts desc, r.id limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  // By itself: a page past the end has no row that could carry it.
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from reaction r where ${ofActor(actor)}`.execute(ctx.db)
  const total = counted.rows[0]?.total ?? 0
  return {
    records: rows.map((row) => ({
      id: row.id,
      title: ctx.reactions.consumers.get(row.consumer)?.title ?? `本版程序没有的处理（${row.consumer}）`,
      subject: row.subject,
      attempts: row.attempts,
      firstError: row.firstError,
      lastError: row.lastError,
      createdAt: row.createdAt,
      firstFailedAt: row.firstFailedAt,
      nextTime: row.nextTime,
      behind: row.behind,
    })),
    total,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(total / pageSize),
  }
}
