import {
  work as workResource,
  type InputOf,
  type SimopsConflict,
  type SimopsMap,
  type SimopsSlot,
} from '@suoan/contract'
import type { simopsEndpoints } from '@suoan/contract'
import { findConflicts, freeSlots, overlap, type Conflict, type PlannedWork } from '@suoan/domain/isolation'
import { isIn } from '@suoan/kit/filter'
import { sql, type Kysely } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import type { Database } from '@suoan/platform/db/schema'
import { dataScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import { resourceStore } from '@suoan/platform/resource/store'
import { isTicketOfKind } from '../../ticket-policy.ts'
import { ticketIn } from '../../ticket-sets.ts'
import { mustSee } from '../visible.ts'
import { hazardMatrix } from './hazard-matrix.ts'
import { energyBetween, farEnd, plannedWorks, standing, worksBeside } from './planned-works.ts'

type MapInput = InputOf<typeof simopsEndpoints.map>
type Head = Omit<SimopsMap['tickets'][number], 'start' | 'end'>

/** More bars than this nobody reads, and pairs grow with the square. */
const mostTickets = 400
const hour = 3_600_000

/** Areas × time with every clash between the tickets the caller may see (§6.1 SIMOPS layer). */
export async function simopsMap(ctx: Context, actor: Actor, input: MapInput): Promise<SimopsMap> {
  const now = ctx.clock.now()
  const from = input.from ?? now
  const to = from + input.hours * hour
  const wanted = await standingIn(ctx.db, actor.tenantId, input, from, to)
  const seen = await seenBy(ctx, actor, wanted.slice(0, mostTickets))
  return ctx.db.transaction().execute(async (tx) => {
    const heads = await headsOf(tx, seen)
    const { works, conflicts } = await clashesBetween(tx, actor.tenantId, seen, { from, to })
    const tickets = works.flatMap((work) => {
      const head = heads.find((each) => each.id === work.workId)
      return head ? [{ ...head, start: work.start, end: Math.min(work.end, Math.max(to, now)) }] : []
    })
    const areas = new Map(tickets.map((each) => [each.areaCode, each.areaName]))
    return {
      from,
      to,
      areas: [...areas]
        .map(([areaCode, areaName]) => ({ areaCode, areaName }))
        .toSorted((a, b) => (a.areaCode < b.areaCode ? -1 : 1)),
      tickets,
      conflicts,
      isCut: wanted.length > mostTickets,
      serverTime: now,
    }
  })
}

/** The named tickets as plans that stand in a time (epoch ms), and every clash between them there with what SAFETY decided. */
export async function clashesBetween(
  tx: Tx,
  tenantId: number,
  ids: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ works: PlannedWork[]; conflicts: SimopsConflict[] }> {
  const works = (await plannedWorks(tx, ids)).filter((work) => overlap(work, { start: from, end: to }))
  const pairs = await hazardMatrix(tx, tenantId)
  const graph = await energyBetween(tx, tenantId, works)
  const decided = await decisionsOf(tx, ids)
  const conflicts = works.flatMap((work, index) =>
    findConflicts(work, works.slice(index + 1), pairs, graph).map((each) => ({
      a: work.workId,
      b: each.otherWorkId,
      kind: each.kind,
      ruleCode: each.ruleCode,
      severity: each.severity,
      from: each.overlapFrom,
      to: Math.min(each.overlapTo, to),
      reason: each.reason,
      state: each.severity === 3 ? 0 : decided(work.workId, each),
    })),
  )
  return { works, conflicts }
}

/** Times within some days at which the ticket would have no blocking clash (M7). */
export async function simopsSlots(
  ctx: Context,
  actor: Actor,
  { id, days }: InputOf<typeof simopsEndpoints.slots>,
): Promise<SimopsSlot[]> {
  await mustSee(ctx, actor, id)
  const now = ctx.clock.now()
  return ctx.db.transaction().execute(async (tx) => {
    const [plan] = await plannedWorks(tx, [id])
    if (!plan || plan.end >= farEnd) throw fail('REFUSED', { detail: '这张票的时间已不能调整' })
    const until = Math.max(plan.end, now) + days * 24 * hour
    const others = await worksBeside(tx, actor.tenantId, { workId: id, start: now, end: until })
    const graph = await energyBetween(tx, actor.tenantId, [plan, ...others])
    return freeSlots(plan, others, await hazardMatrix(tx, actor.tenantId), graph, { from: now, until })
  })
}

async function standingIn(
  db: Kysely<Database>,
  tenantId: number,
  { areaCode, workType }: MapInput,
  from: number,
  to: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select w.id from lo_work w where w.tenant_id = ${tenantId} and ${standing} and w.plan_start < ${new Date(to)}
      and (${ticketIn('overdue')} or coalesce(w.valid_end, w.plan_end) > ${new Date(from)})
      and (${areaCode ?? null}::text is null or w.area_code like ${areaCode ?? ''} || '%')
      and (${workType ?? null}::text is null or ${isTicketOfKind(workType ?? '')})
    order by w.plan_start, w.id limit ${mostTickets + 1}`.execute(db)
  return rows.map((row) => row.id)
}

/** The caller's data rules decide what he sees here as everywhere. */
async function seenBy(ctx: Context, actor: Actor, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const scope = await dataScope(ctx, actor, workResource, 'lo:work:simops')
  const rows = await resourceStore(workResource).list(ctx.pool, scope, isIn('id', [...ids]), {
    limit: mostTickets,
  })
  return rows.map((row) => String(row['id']))
}

async function headsOf(tx: Tx, ids: readonly string[]): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select w.id, w.work_no, w.work_name, w.work_type, string_to_array(coalesce(w.base_types, ''), ',') as base_types, w.work_level, w.work_status, w.exec_phase, w.area_code,
      coalesce(a.area_name, w.area_code) as area_name, l.realname as leader_name
    from lo_work w left join lo_area a on a.id = w.area_id left join sys_user l on l.id = w.leader_id
    where w.id = any(${[...ids]}::text[])`.execute(tx)
  return rows
}

async function decisionsOf(tx: Tx, ids: readonly string[]) {
  const { rows } = await sql<{
    workId: string
    otherWorkId: string
    ruleCode: string
    state: number
    overlapFrom: Date
    overlapTo: Date
  }>`select work_id, other_work_id, rule_code, state, overlap_from, overlap_to from lo_work_conflict
    where state in (1, 3) and work_id = any(${[...ids]}::text[])`.execute(tx)
  return (workId: string, clash: Conflict): number =>
    rows.find(
      (row) =>
        row.ruleCode === clash.ruleCode &&
        [row.workId, row.otherWorkId].includes(workId) &&
        [row.workId, row.otherWorkId].includes(clash.otherWorkId) &&
        row.overlapFrom.getTime() <= clash.overlapFrom &&
        row.overlapTo.getTime() >= clash.overlapTo,
    )?.state ?? 0
}
