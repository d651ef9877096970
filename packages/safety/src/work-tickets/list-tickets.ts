import {
  ticketActions,
  work as workResource,
  workExamine,
  workReview,
  type DecisionRow,
  type Page,
  type TicketRow,
} from '@suoan/contract'
import { stepStatus } from '@suoan/domain/dictionaries'
import { possibleEvents } from '@suoan/domain/work-ticket'
import { and, eq, everything, isIn, lt, or, type Filter } from '@suoan/kit/filter'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { dataScope } from '@suoan/platform/resource/scope'
import { compile, type RowRecord } from '@suoan/platform/db/compile'
import { present } from '@suoan/platform/resource/present'
import { readListQuery } from '@suoan/platform/resource/read-list-query'
import { resourceStore } from '@suoan/platform/resource/store'
import { agenciesOf } from '../agencies.ts'
import { ticketFilter } from '../ticket-sets.ts'
import { noProgress, progressOf } from './list-progress.ts'
import { readPath } from './detail/present-steps.ts'
import { mayCall } from './detail/viewer.ts'
import { handedOnBy, namedOn, stepsWaitingFor, waitingFor } from './named-on.ts'
import { askedAndSeen } from './visible.ts'

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
  signal: AbortSignal,
): Promise<Page<TicketRow>> {
  const compiled = compile(workResource)
  const { tab, ...params } = input
  const query = await readListQuery(ctx, compiled, actor, params, await ticketsOfList(ctx, actor, whose, tab))
  // Being named on a ticket is reason enough to see it; every other ticket is seen through the data rules.
  const scope =
    whose === 'mine'
      ? { tenantId: actor.tenantId, actor, filter: everything }
      : await dataScope(ctx, actor, workResource)
  const page = await resourceStore(workResource).page(ctx, scope, query, signal)
  return { ...page, records: await presentRows(ctx, actor, page.records) }
}

/** What a list of tickets shows under one of its tabs; of whatever else stands for a tab, all. */
export async function ticketsOfList(
  ctx: Context,
  actor: Actor,
  whose: 'mine' | 'all',
  tab: unknown,
): Promise<Filter> {
  const ofTab = typeof tab === 'string' && Object.hasOwn(tabs, tab) ? tabs[tab] : undefined
  if (whose === 'all') return ofTab ?? everything
  const concerns =
    tab === 'todo' ? or(waitingFor(actor.userId), await askedAndSeen(ctx, actor)) : namedOn(actor.userId)
  const own = or(concerns, stepsWaitingFor(await principalsOf(ctx, actor)))
  return and(own, ofTab ?? everything)
}

/** For whom the caller decides now. */
const principalsOf = async (ctx: Context, actor: Actor): Promise<string[]> =>
  (await agenciesOf(ctx.db, actor.tenantId, actor.userId, ctx.clock.now())).map(
    ({ principalId }) => principalId,
  )

/** Rows of a ticket list as the caller may see them, with what he may do from there. */
async function presentRows(ctx: Context, actor: Actor, rows: RowRecord[]): Promise<TicketRow[]> {
  // Judged by the whole row, of which he may not be given every column.
  const offered = rows.map((row) => rowActionsOf(row as TicketRow, actor))
  await present(ctx, workResource, actor, rows)
  const progress = await progressOf(
    ctx,
    actor.tenantId,
    rows.map(({ id }) => String(id)),
  )
  // Rows of this resource have the columns `TicketRow` names.
  return rows.map((row, at) => ({
    ...(row as TicketRow),
    rowActions: offered[at] ?? [],
    progress: progress.get(String(row['id'])) ?? noProgress,
  }))
}

function rowActionsOf(ticket: TicketRow, actor: Actor): TicketRow['rowActions'] {
  const { workStatus: status, execPhase: phase, voidFlag, closeFlag } = ticket
  const state = { status, phase, voidFlag: voidFlag === 1, closeFlag: closeFlag === 1 }
  const isMine = ticket.applicantId === actor.userId
  const events = isMine ? possibleEvents(state, ['APPLICANT']) : []
  return (['edit', 'remove'] as const).filter((key) => {
    const { event, call } = ticketActions[key]
    return events.includes(event) && mayCall(actor, call)
  })
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
  signal: AbortSignal,
): Promise<Page<DecisionRow>> {
  const { resource, person, status } = stages[stage]
  const { tab, ...params } = input
  const wanted = await decisionsOfTab(ctx, actor, stage, tab)
  const query = await readListQuery(ctx, compile(resource), actor, params, wanted)
  const page = await resourceStore(resource).page(ctx, await dataScope(ctx, actor, resource), query, signal)
  const tickets = await ticketsOf(ctx, actor, page.records)
  await present(ctx, resource, actor, page.records)
  const records = page.records.map((row) => ({
    ...row,
    stage,
    personId: row[person],
    person: row[`${person}_dictText`] ?? '—',
    status: row[status],
    isOnSite: row['onSite'] === 1,
    delegatePath: readPath(row['delegatePath']),
    ticket: tickets.get(String(row['workId'])) ?? null,
  }))
  // Rows of these resources have the columns `DecisionRow` names.
  return { ...page, records: records as unknown as DecisionRow[] }
}

/** What a list of decisions shows under one of its tabs; of whatever else stands for a tab, what waits for him. */
export async function decisionsOfTab(
  ctx: Context,
  actor: Actor,
  stage: keyof typeof stages,
  tab: unknown,
): Promise<Filter> {
  const { person, status } = stages[stage]
  const mine = eq(person, actor.userId)
  // Steps of the people he stands in for wait for him too (decision 0800); what is done is whose it was.
  const asked = isIn(person, [actor.userId, ...(await principalsOf(ctx, actor))])
  const pending = and(asked, eq(status, stepStatus.pending))
  switch (tab) {
    case 'done':
      return and(mine, isIn(status, [stepStatus.passed, stepStatus.rejected]))
    case 'overdue':
      return and(pending, lt('dueTime', shanghaiTime(ctx.clock.now())))
    case 'delegated':
      return handedOnBy(actor.userId)
    default:
      return pending
  }
}

/** The ticket each row is about, as the list shows it. */
async function ticketsOf(
  ctx: Context,
  actor: Actor,
  rows: readonly RowRecord[],
): Promise<ReadonlyMap<string, TicketRow>> {
  const store = resourceStore(workResource)
  const scope = { tenantId: actor.tenantId, actor, filter: everything }
  const tickets = await store.findMany(ctx.pool, scope, [
    ...new Set(rows.map((row) => String(row['workId']))),
  ])
  const shown = await presentRows(ctx, actor, tickets)
  return new Map(shown.map((ticket) => [String(ticket.id), ticket]))
}
