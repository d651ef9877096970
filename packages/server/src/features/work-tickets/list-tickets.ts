import { work as workResource, workExamine, workReview, type Page, type TicketRow } from '@suoan/contract'
import { and, eq, everything, isIn, lt, nothing, or, type Filter } from '@suoan/kit/filter'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '../../context.ts'
import { dataScope } from '../../db/scope.ts'
import { compile, type RowRecord } from '../../resource/compile.ts'
import { present } from '../../resource/present.ts'
import { readListQuery } from '../../resource/read-list-query.ts'
import { resourceStore } from '../../resource/store.ts'

/** Tabs of 我的工作票 as filters over the two axes of state (3-domain.md §6.2). */
const tabs: Readonly<Record<string, Filter>> = {
  all: everything,
  todo: everything,
  draft: and(isIn('workStatus', [0, 3, 5]), eq('voidFlag', 0)),
  review: and(isIn('workStatus', [1, 2]), eq('voidFlag', 0)),
  execution: and(
    or(isIn('workStatus', [4, 20]), and(eq('workStatus', 40), eq('closeFlag', 0))),
    eq('voidFlag', 0),
  ),
  done: or(eq('workStatus', 30), eq('voidFlag', 1)),
  expired: eq('workStatus', 40),
}

/** Tickets the caller wrote, leads, is named on or is asked about (`mine`), or every ticket in his scope (`all`). */
export async function listTickets(
  ctx: Context,
  actor: Actor,
  input: Readonly<Record<string, unknown>>,
  whose: 'mine' | 'all',
): Promise<Page<TicketRow>> {
  const compiled = compile(workResource)
  const tab = typeof input['tab'] === 'string' ? input['tab'] : 'all'
  const own = whose === 'mine' ? await namedOn(ctx, actor, tab === 'todo') : everything
  const { tab: _, ...params } = input
  const query = readListQuery(compiled, params, and(own, tabs[tab] ?? everything))
  // Being named on a ticket is reason enough to see it; every other ticket is seen through the data rules.
  const scope =
    whose === 'mine'
      ? { tenantId: actor.tenantId, actor, filter: everything }
      : await dataScope(ctx, actor, workResource)
  const page = await resourceStore(workResource).page(ctx.pool, scope, query)
  await present(ctx, workResource, actor.tenantId, page.records)
  // Rows of this resource have the columns `TicketRow` names.
  return { ...page, records: page.records as TicketRow[] }
}

/** Tickets the caller is named on; with `todo` those that wait for him. */
export async function namedOn(ctx: Context, actor: Actor, todo = false): Promise<Filter> {
  const ids = await ownTickets(ctx, actor, todo)
  return ids.length === 0 ? nothing : isIn('id', ids)
}

/** Ids of tickets that concern the caller; `todo` keeps those waiting for a step or a run action of his. */
async function ownTickets(ctx: Context, actor: Actor, todo: boolean): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ id: string }>({
    name: todo ? 'own-tickets-todo' : 'own-tickets',
    text: todo
      ? `select id from lo_work w where tenant_id = $1 and del_flag = 0 and void_flag = 0 and (
           (applicant_id = $2 and work_status in (0, 3, 5))
           or exists (select 1 from lo_work_handover h where h.work_id = w.id and h.to_user_id = $2 and h.state = 0)
           or exists (select 1 from lo_work_review r where r.work_id = w.id and r.reviewer_id = $2 and r.review_status = 1)
           or exists (select 1 from lo_work_examine r where r.work_id = w.id and r.approver_id = $2 and r.approve_status = 1)
           or ((work_status in (4, 20) or (work_status = 40 and close_flag = 0))
             and exists (select 1 from lo_work_person p where p.work_id = w.id and p.user_id = $2 and p.state = 1)))
         order by update_time desc nulls last limit 2000`
      : `select id from lo_work w where tenant_id = $1 and del_flag = 0 and (applicant_id = $2 or leader_id = $2
           or exists (select 1 from lo_work_person p where p.work_id = w.id and p.user_id = $2 and p.state = 1)
           or exists (select 1 from lo_work_handover h where h.work_id = w.id and h.to_user_id = $2 and h.state in (0, 1))
           or exists (select 1 from lo_point_hold h where h.work_id = w.id and h.user_id = $2 and h.state in (1, 2))
           or exists (select 1 from lo_work_review r where r.work_id = w.id and (r.reviewer_id = $2 or r.delegate_path @> $3::jsonb))
           or exists (select 1 from lo_work_examine r where r.work_id = w.id and (r.approver_id = $2 or r.delegate_path @> $3::jsonb)))
         order by create_time desc limit 5000`,
    values: todo
      ? [actor.tenantId, actor.userId]
      : [actor.tenantId, actor.userId, JSON.stringify([{ userId: actor.userId }])],
  })
  return rows.map((row) => row.id)
}

const stages = {
  review: { resource: workReview, table: 'lo_work_review', person: 'reviewerId', status: 'reviewStatus' },
  examine: { resource: workExamine, table: 'lo_work_examine', person: 'approverId', status: 'approveStatus' },
} as const

/** The caller's review or approval rows by tab: waiting for him, decided by him, late, or handed on by him (T15). */
export async function listDecisions(
  ctx: Context,
  actor: Actor,
  input: Readonly<Record<string, unknown>>,
  stage: keyof typeof stages,
): Promise<Page<RowRecord>> {
  const { resource, table, person, status } = stages[stage]
  const { tab, ...params } = input
  const mine = eq(person, actor.userId)
  const wanted: Readonly<Record<string, () => Filter | Promise<Filter>>> = {
    pending: () => and(mine, eq(status, 1)),
    done: () => and(mine, isIn(status, [8, 9])),
    overdue: () => and(mine, eq(status, 1), lt('dueTime', shanghaiTime(ctx.clock.now()))),
    delegated: () => handedOn(ctx, actor, table),
  }
  const filter = await (wanted[String(tab)] ?? wanted['pending'] ?? (() => nothing))()
  const query = readListQuery(compile(resource), params, filter)
  const page = await resourceStore(resource).page(ctx.pool, await dataScope(ctx, actor, resource), query)
  await present(ctx, resource, actor.tenantId, page.records)
  await addTickets(ctx, actor, page.records)
  return page
}

/** Rows that came to somebody else through the caller's hands. */
async function handedOn(
  ctx: Context,
  actor: Actor,
  table: 'lo_work_review' | 'lo_work_examine',
): Promise<Filter> {
  const me = JSON.stringify([{ userId: actor.userId }])
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where tenant_id = ${actor.tenantId} and del_flag = 0 and delegate_path @> ${me}::jsonb
    order by create_time desc limit 2000`.execute(ctx.db)
  return rows.length === 0
    ? nothing
    : isIn(
        'id',
        rows.map((row) => row.id),
      )
}

/** The ticket each row is about, as the list shows it. */
async function addTickets(ctx: Context, actor: Actor, rows: readonly RowRecord[]): Promise<void> {
  const store = resourceStore(workResource)
  const scope = { tenantId: actor.tenantId, actor, filter: everything }
  const tickets = await store.findMany(ctx.pool, scope, [
    ...new Set(rows.map((row) => String(row['workId']))),
  ])
  await present(ctx, workResource, actor.tenantId, tickets)
  const byId = new Map(tickets.map((ticket) => [ticket['id'], ticket]))
  for (const row of rows) row['ticket'] = byId.get(row['workId']) ?? null
}
