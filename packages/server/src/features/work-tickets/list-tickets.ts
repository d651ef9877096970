import { work as workResource, workExamine, workReview, type Page, type TicketRow } from '@suoan/contract'
import { stepStatus } from '@suoan/domain/dictionaries'
import { and, eq, everything, isIn, lt, or, type Filter } from '@suoan/kit/filter'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '../../context.ts'
import { dataScope } from '../../db/scope.ts'
import { compile, type RowRecord } from '../../resource/compile.ts'
import { present } from '../../resource/present.ts'
import { readListQuery } from '../../resource/read-list-query.ts'
import { resourceStore } from '../../resource/store.ts'
import { ticketFilter } from '../../ticket-sets.ts'
import { handedOnBy, namedOn, waitingFor } from './named-on.ts'

/** Tabs of 我的工作票 as filters over the two axes of state (3-domain.md §6.2). */
const tabs: Readonly<Record<string, Filter>> = {
  all: everything,
  todo: everything,
  draft: ticketFilter('withApplicant'),
  review: ticketFilter('awaitingDecision'),
  execution: ticketFilter('live'),
  done: or(ticketFilter('finished'), eq('voidFlag', 1)),
  expired: ticketFilter('expired'),
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
  const concerns = tab === 'todo' ? waitingFor : namedOn
  const own = whose === 'mine' ? concerns(actor.userId) : everything
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

const stages = {
  review: { resource: workReview, person: 'reviewerId', status: 'reviewStatus' },
  examine: { resource: workExamine, person: 'approverId', status: 'approveStatus' },
} as const

/** The caller's review or approval rows by tab: waiting for him, decided by him, late, or handed on by him (T15). */
export async function listDecisions(
  ctx: Context,
  actor: Actor,
  input: Readonly<Record<string, unknown>>,
  stage: keyof typeof stages,
): Promise<Page<RowRecord>> {
  const { resource, person, status } = stages[stage]
  const { tab, ...params } = input
  const mine = eq(person, actor.userId)
  const pending = and(mine, eq(status, stepStatus.pending))
  const wanted: Readonly<Record<string, Filter>> = {
    done: and(mine, isIn(status, [stepStatus.passed, stepStatus.rejected])),
    overdue: and(pending, lt('dueTime', shanghaiTime(ctx.clock.now()))),
    delegated: handedOnBy(actor.userId),
  }
  const query = readListQuery(compile(resource), params, wanted[String(tab)] ?? pending)
  const page = await resourceStore(resource).page(ctx.pool, await dataScope(ctx, actor, resource), query)
  await present(ctx, resource, actor.tenantId, page.records)
  await addTickets(ctx, actor, page.records)
  return page
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
