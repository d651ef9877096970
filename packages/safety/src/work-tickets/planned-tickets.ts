import {
  mostPlanned,
  work as workResource,
  type InputOf,
  type PlannedArea,
  type PlannedTicket,
  type PlannedTickets,
  type SimopsConflict,
  type TicketRow,
  type workTicketEndpoints,
} from '@suoan/contract'
import { isTicketIn, readBaseTypes } from '@suoan/domain/work-ticket'
import type { Spot } from '@suoan/kit/ground'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { compile, type RowRecord } from '@suoan/platform/db/compile'
import { runSql } from '@suoan/platform/db/run-sql'
import { fail } from '@suoan/platform/fail'
import { hiddenColumns } from '@suoan/platform/resource/hidden-columns'
import { present } from '@suoan/platform/resource/present'
import { readListQuery } from '@suoan/platform/resource/read-list-query'
import { dataScope, type Scope } from '@suoan/platform/resource/scope'
import { resourceStore } from '@suoan/platform/resource/store'
import { whereOf, type Where } from '@suoan/platform/resource/where'
import { ticketInText } from '../ticket-sets.ts'
import { standing } from './conflicts/planned-works.ts'
import { clashesBetween } from './conflicts/simops-map.ts'
import { ticketsOfList } from './list-tickets.ts'

type Input = InputOf<typeof workTicketEndpoints.planned>
const hour = 3_600_000

/**
 * Tickets of 全部工作票 that stand in a time, with the filters of that list, in the caller's data scope: at most `mostPlanned`, the
 * earliest, and it is said when there are more. Clashes come with the time map, areas and their plans with the plan.
 */
export async function plannedTickets(
  ctx: Context,
  actor: Actor,
  { show, from, hours, tab, ...params }: Input,
): Promise<PlannedTickets> {
  await refuseWithoutTimes(ctx, actor)
  const now = ctx.clock.now()
  const to = from + hours * hour
  const query = await readListQuery(
    ctx,
    compile(workResource),
    actor,
    params,
    await ticketsOfList(ctx, actor, 'all', tab),
  )
  const scope = await dataScope(ctx, actor, workResource)
  const found = await idsStanding(ctx, scope, whereOf(compile(workResource), scope, query.filter), {
    from,
    to,
    now,
  })
  const rows = await rowsOf(ctx, scope, found.slice(0, mostPlanned))
  const ids = rows.map((row) => String(row['id']))
  await present(ctx, workResource, actor, rows)
  const places = await placesOf(ctx, actor.tenantId, ids)
  const tickets = rows.map((row) => plannedOf(row, places.get(String(row['id']))))
  return {
    from,
    to,
    tickets,
    isCut: found.length > mostPlanned,
    conflicts: show === 'time' ? await conflictsOf(ctx, actor, ids, from, to) : [],
    areas: show === 'plan' ? await areasAround(ctx, actor.tenantId, tickets) : [],
    serverTime: now,
  }
}

/**
 * Ids of tickets planned for some of this time (epoch ms), the earliest first, one more than are answered. What has expired and was
 * not closed out stands there until now. What stands at a moment began at most as long before it as the longest ticket of the tenant
 * takes: with that bound a day of years of tickets is found by their beginnings alone.
 */
async function idsStanding(
  ctx: Context,
  { tenantId }: Scope,
  where: Where,
  { from, to, now }: { readonly from: number; readonly to: number; readonly now: number },
): Promise<string[]> {
  const n = where.values.length
  const found = (condition: string) => `(select t.id, t.plan_start from lo_work t
    where ${where.text} and t.plan_start < $${n + 1}::timestamptz and ${condition}
    order by t.plan_start, t.id limit ${mostPlanned + 1})`
  const planned = `t.plan_start >= $${n + 2}::timestamptz - (
      select coalesce(max(coalesce(w.valid_end, w.plan_end) - w.plan_start), '0') from lo_work w
      where w.tenant_id = $${n + 3} and w.del_flag = 0)
    and coalesce(t.valid_end, t.plan_end) > $${n + 2}::timestamptz`
  const rows = await runSql<{ id: string }>(
    ctx.pool,
    `select id from (${[found(planned), ...(now > from ? [found(ticketInText('overdue', 't'))] : [])].join(' union ')}) standing
    order by plan_start, id limit ${mostPlanned + 1}`,
    [...where.values, new Date(to), new Date(from), tenantId],
  )
  return rows.map(({ id }) => id)
}

/** The rows of these ids in their order. */
async function rowsOf(ctx: Context, scope: Scope, ids: readonly string[]): Promise<RowRecord[]> {
  const rows = await resourceStore(workResource).findMany(ctx.pool, scope, ids)
  const byId = new Map(rows.map((row) => [String(row['id']), row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [row] : []
  })
}

/** Who is not given the times of a ticket is not told them by where it stands. */
async function refuseWithoutTimes(ctx: Context, actor: Actor): Promise<void> {
  const hidden = await hiddenColumns(ctx, actor, workResource)
  const name = (['planStart', 'planEnd', 'validEnd'] as const).find((each) => hidden.has(each))
  if (name)
    throw fail('REFUSED', {
      detail: `“${workResource.fields[name].label}”对您隐藏，不能按时间查看，请使用列表`,
    })
}

interface Places {
  readonly equips: PlannedTicket['equips']
  readonly spot: Spot | null
}
const nowhere: Places = { equips: [], spot: null }

/** What stands in a row as it may be seen, with its places. */
function plannedOf(row: RowRecord, { equips, spot }: Places = nowhere): PlannedTicket {
  const text = (name: string): string => String(row[name] ?? '')
  const number = (name: string): number => Number(row[name] ?? 0)
  const areaId = text('areaId')
  // Rows of this resource have the columns `TicketRow` names; one that is hidden is in no set.
  const { workStatus: status, execPhase: phase, voidFlag, closeFlag } = row as TicketRow
  return {
    id: text('id'),
    workNo: text('workNo'),
    workName: text('workName'),
    workType: text('workType'),
    workType_dictText: text('workType_dictText'),
    baseTypes: readBaseTypes(text('baseTypes')),
    workLevel: text('workLevel'),
    workStatus: number('workStatus'),
    execPhase: number('execPhase'),
    voidFlag: number('voidFlag'),
    closeFlag: number('closeFlag'),
    areaId,
    areaName: text('areaId_dictText') || text('areaCode'),
    leaderName: text('leaderId_dictText') || null,
    onSiteCount: number('onSiteCount'),
    equips: Array.isArray(row['equipIds']) ? equips : [],
    start: shanghaiMoment(text('planStart')),
    end: shanghaiMoment(text('validEnd') || text('planEnd')),
    isOverdue: isTicketIn('overdue', { status, phase, voidFlag: voidFlag === 1, closeFlag: closeFlag === 1 }),
    spot: areaId === '' ? null : spot,
  }
}

/** Equipment by name, and the middle of the points that stand on the plan of the ticket's own area. */
async function placesOf(
  { db }: Context,
  tenantId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Places>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    equips: PlannedTicket['equips']
    x: number | null
    y: number | null
  }>`
    select w.id,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'name', e.equip_name) order by e.equip_code), '[]')
        from lo_equip e where e.tenant_id = w.tenant_id and coalesce(w.equip_ids, '[]'::jsonb) ? e.id) as equips,
      p.x, p.y
    from lo_work w left join lateral (
      select avg(p.plan_x)::float8 as x, avg(p.plan_y)::float8 as y
      from lo_work_point i join lo_point p on p.id = i.point_id
      where i.work_id = w.id and p.area_id = w.area_id and p.plan_x is not null and p.plan_y is not null) p on true
    where w.tenant_id = ${tenantId} and w.id = any(${[...ids]}::text[])`.execute(db)
  return new Map(
    rows.map(({ id, equips, x, y }) => [id, { equips, spot: x === null || y === null ? null : { x, y } }]),
  )
}

/** Of tickets that stand in nobody's way no clash is looked for: drafts, finished and void ones. */
async function conflictsOf(
  { db }: Context,
  actor: Actor,
  ids: readonly string[],
  from: number,
  to: number,
): Promise<SimopsConflict[]> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select w.id from lo_work w where w.id = any(${[...ids]}::text[]) and ${standing}`.execute(tx)
    const inTheWay = rows.map(({ id }) => id)
    return (await clashesBetween(tx, actor.tenantId, inTheWay, { from, to })).conflicts
  })
}

/** The areas of the tickets and every area above them. */
async function areasAround(
  { db }: Context,
  tenantId: number,
  tickets: readonly PlannedTicket[],
): Promise<PlannedArea[]> {
  const ids = [...new Set(tickets.map(({ areaId }) => areaId))]
  const { rows } = await sql<Omit<PlannedArea, 'spot'> & { x: number | null; y: number | null }>`
    with recursive up as (
      select a.id, a.pid from lo_area a
      where a.tenant_id = ${tenantId} and a.del_flag = 0 and a.id = any(${ids}::text[])
      union
      select a.id, a.pid from lo_area a join up on a.id = up.pid
      where a.tenant_id = ${tenantId} and a.del_flag = 0)
    select a.id, a.pid, a.area_code, a.area_name, a.plan_file, a.plan_x::float8 as x, a.plan_y::float8 as y
    from up join lo_area a on a.id = up.id order by a.area_code`.execute(db)
  return rows.map(({ x, y, ...area }) => ({ ...area, spot: x === null || y === null ? null : { x, y } }))
}
