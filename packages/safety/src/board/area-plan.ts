import {
  area as areaResource,
  lock,
  mostOnPlan,
  point,
  work,
  type BoardPlan,
  type PlanBranch,
  type PlannedArea,
  type PlanPoint,
  type PlanTicket,
} from '@suoan/contract'
import { custody, gasState, lockStatus } from '@suoan/domain/dictionaries'
import { and, eq, everything, isIn, lt, type Filter } from '@suoan/kit/filter'
import type { Spot } from '@suoan/kit/ground'
import { shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { failUnseen } from '@suoan/platform/fail'
import { compile } from '@suoan/platform/resource'
import { dataScope } from '@suoan/platform/resource/scope'
import { whereOf, type Where } from '@suoan/platform/resource/where'
import { ticketFilter, ticketInText } from '../ticket-sets.ts'

/** Areas that are offered to choose among. */
const mostPlans = 200
const ahead = 24 * 3_600_000

/** A row with its mark in two columns. */
type Found<T> = { [Name in Exclude<keyof T, 'spot'>]: T[Name] } & { x: number | null; y: number | null }
type Lock = BoardPlan['locks'][number]

const spotted = <T extends { x: number | null; y: number | null }>({ x, y, ...rest }: T) => ({
  ...rest,
  spot: x === null || y === null ? null : ({ x, y } satisfies Spot),
})

/**
 * The plan of an area with what goes on in the area itself, and in figures what goes on in each area below; everything in the
 * caller's data scope. Of each kind at most `mostOnPlan` are answered, those first that need somebody.
 */
export async function areaPlan(ctx: Context, actor: Actor, areaId: string | undefined): Promise<BoardPlan> {
  const plans = await areasWithPlan(ctx, actor)
  const area = await areaOf(ctx, actor, areaId ?? plans[0]?.id)
  if (area === null) {
    if (areaId !== undefined) throw failUnseen(areaResource.table, [areaId])
    return { area, above: [], below: [], plans, points: [], locks: [], tickets: [], isCut: false }
  }
  const own = eq('areaId', area.id)
  const [above, below, points, locks, tickets] = await Promise.all([
    areasAbove(ctx, actor, area),
    branchesOf(ctx, actor, area),
    pointsOf(ctx, actor, own),
    locksOf(ctx, actor, own),
    ticketsOf(ctx, actor, own),
  ])
  const isCut = [points, locks, tickets].some((rows) => rows.length > mostOnPlan)
  return {
    area,
    above,
    below,
    plans,
    points: points.slice(0, mostOnPlan),
    locks: locks.slice(0, mostOnPlan),
    tickets: tickets.slice(0, mostOnPlan),
    isCut,
  }
}

const areaColumns = `t.id, t.pid, t.area_code as "areaCode", t.area_name as "areaName", t.plan_file as "planFile",
  t.plan_x::float8 as x, t.plan_y::float8 as y`
const marks = (alias: string) => `${alias}.plan_x::float8 as x, ${alias}.plan_y::float8 as y`
const wireTime = (column: string) =>
  `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`

async function seen(
  ctx: Context,
  actor: Actor,
  resource: Parameters<typeof dataScope>[2],
  asked: Filter,
): Promise<Where> {
  const scope = await dataScope(ctx, actor, resource, 'lo:board:list')
  return whereOf(compile(resource), scope, asked)
}

async function areasWithPlan(ctx: Context, actor: Actor): Promise<BoardPlan['plans']> {
  const where = await seen(ctx, actor, areaResource, everything)
  return await runSql<BoardPlan['plans'][number] & Record<string, unknown>>(
    ctx.pool,
    `select t.id, t.area_code as "areaCode", t.area_name as "areaName" from lo_area t
    where ${where.text} and t.plan_file is not null order by t.area_code limit ${mostPlans}`,
    where.values,
  )
}

/** The area of this id; without one the first of all. */
async function areaOf(ctx: Context, actor: Actor, id: string | undefined): Promise<PlannedArea | null> {
  const where = await seen(ctx, actor, areaResource, id === undefined ? everything : eq('id', id))
  const [row] = await runSql<Found<PlannedArea>>(
    ctx.pool,
    `select ${areaColumns} from lo_area t where ${where.text} order by t.area_code limit 1`,
    where.values,
  )
  return row ? spotted(row) : null
}

async function areasAbove(ctx: Context, actor: Actor, { pid }: PlannedArea): Promise<PlannedArea[]> {
  const where = await seen(ctx, actor, areaResource, everything)
  const rows = await runSql<Found<PlannedArea>>(
    ctx.pool,
    `with recursive up as (
      select a.id, a.pid from lo_area a where a.id = $${where.values.length + 1}
      union select a.id, a.pid from lo_area a join up on a.id = up.pid)
    select ${areaColumns} from up join lo_area t on t.id = up.id where ${where.text} order by t.area_code`,
    [...where.values, pid],
  )
  return rows.map(spotted)
}

async function branchesOf(ctx: Context, actor: Actor, { id }: PlannedArea): Promise<PlanBranch[]> {
  const where = await seen(ctx, actor, areaResource, eq('pid', id))
  const areas = await runSql<Found<PlannedArea>>(
    ctx.pool,
    `select ${areaColumns} from lo_area t where ${where.text} order by t.sort_no, t.area_code limit ${mostOnPlan}`,
    where.values,
  )
  if (areas.length === 0) return []
  const count = async (table: string, figures: string, condition: Where) => {
    const rows = await runSql<Record<string, number> & { id: string }>(
      ctx.pool,
      `select c.id, ${figures} from lo_area c join ${table} t on t.tenant_id = c.tenant_id and t.area_code like c.area_code || '%'
      where c.id = any($${condition.values.length + 1}::text[]) and ${condition.text} group by c.id`,
      [...condition.values, areas.map((each) => each.id)],
    )
    return new Map(rows.map((row) => [row.id, row]))
  }
  const [points, locks, tickets] = await Promise.all([
    count(
      'lo_point',
      'count(*) filter (where t.hold_count > 0)::int as isolated',
      await seen(ctx, actor, point, everything),
    ),
    count(
      'lo_lock',
      `count(*)::int as open`,
      await seen(ctx, actor, lock, isIn('lockStatus', [lockStatus.open, lockStatus.tampered])),
    ),
    count(
      'lo_work',
      `count(*)::int as tickets, coalesce(sum(t.on_site_count), 0)::int as people,
        count(*) filter (where ${gasWaits})::int as gas`,
      await seen(ctx, actor, work, liveSoon(ctx.clock.now())),
    ),
  ])
  return areas.map((area) => ({
    ...spotted(area),
    isolated: points.get(area.id)?.['isolated'] ?? 0,
    openLocks: locks.get(area.id)?.['open'] ?? 0,
    tickets: tickets.get(area.id)?.['tickets'] ?? 0,
    people: tickets.get(area.id)?.['people'] ?? 0,
    badGas: tickets.get(area.id)?.['gas'] ?? 0,
  }))
}

/** Bad air waits for somebody wherever it is; a test that is owed once people may be inside: before, the start waits for it (G14). */
const gasWaits = `(t.gas_state = ${gasState.failed}
  or (t.gas_state = ${gasState.due} and ${ticketInText('peopleMayBeInside', 't')}))`

const liveSoon = (now: number): Filter =>
  and(ticketFilter('live'), lt('planStart', shanghaiTime(now + ahead)))

async function pointsOf(ctx: Context, actor: Actor, own: Filter): Promise<PlanPoint[]> {
  const where = await seen(ctx, actor, point, own)
  const rows = await runSql<Omit<Found<PlanPoint>, 'workNos' | 'holders'> & { holds: HoldOfPoint[] }>(
    ctx.pool,
    `select t.id, t.point_code as "pointCode", t.point_name as "pointName", coalesce(t.curr_state, 9) as "currState",
      coalesce(t.hold_count, 0) as "holdCount", ${marks('t')}, coalesce(h.holds, '[]') as holds,
      coalesce(l.locks, '[]') as locks
    from lo_point t
    left join lateral (select jsonb_agg(jsonb_build_object('workId', w.id, 'workNo', w.work_no, 'holder', u.realname)
        order by w.work_no, u.realname) as holds
      from lo_point_hold h join lo_work w on w.id = h.work_id left join sys_user u on u.id = h.user_id
      where h.point_id = t.id and h.state = 1) h on true
    left join lateral (select jsonb_agg(jsonb_build_object('id', l.id, 'lockCode', l.lock_code, 'lockName', l.lock_name,
        'lockStatus', coalesce(l.lock_status, 0), 'stateTrust', coalesce(l.state_trust, 9),
        'stateTime', ${wireTime('l.state_time')}) order by l.lock_code) as locks
      from lo_lock l where l.tenant_id = t.tenant_id and l.del_flag = 0 and (l.point_id = t.id or exists (
        select 1 from lo_point_hold h where h.point_id = t.id and h.lock_id = l.id and h.state = 1))) l on true
    where ${where.text}
    order by t.hold_count > 0 desc, t.curr_state <> 0 desc, t.plan_x is null, t.point_code limit ${mostOnPlan + 1}`,
    where.values,
  )
  const tickets = await visibleTickets(
    ctx,
    actor,
    rows.flatMap(({ holds }) => holds.map(({ workId }) => workId)),
  )
  return rows.map(({ holds, ...row }) => {
    const told = holds.filter(({ workId }) => tickets.has(workId))
    const workNos = [...new Set(told.flatMap(({ workNo }) => workNo ?? []))]
    const holders = [...new Set(told.flatMap(({ holder }) => holder ?? []))]
    return { ...spotted(row), workNos, holders }
  })
}

interface HoldOfPoint {
  readonly workId: string
  readonly workNo: string | null
  readonly holder: string | null
}

/** Which of these tickets are in the caller's data scope: a hold of another is counted on its point, and not named. */
async function visibleTickets(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const where = await seen(ctx, actor, work, isIn('id', [...new Set(ids)]))
  const rows = await runSql<{ id: string }>(
    ctx.pool,
    `select t.id from lo_work t where ${where.text}`,
    where.values,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Fixed locks: what is in a store or in somebody's hand stands nowhere. */
async function locksOf(ctx: Context, actor: Actor, own: Filter): Promise<Lock[]> {
  const where = await seen(ctx, actor, lock, and(own, eq('custody', custody.installed)))
  const rows = await runSql<Found<Lock>>(
    ctx.pool,
    `select t.id, t.lock_code as "lockCode", t.lock_name as "lockName", coalesce(t.lock_status, 0) as "lockStatus",
      coalesce(t.state_trust, 9) as "stateTrust", ${wireTime('t.state_time')} as "stateTime", ${marks('t')}
    from lo_lock t
    where ${where.text} and t.point_id is null
      and not exists (select 1 from lo_point_hold h where h.lock_id = t.id and h.state = 1)
    order by t.lock_status in (${lockStatus.open}, ${lockStatus.tampered}) desc, t.plan_x is null, t.lock_code
    limit ${mostOnPlan + 1}`,
    where.values,
  )
  return rows.map(spotted)
}

async function ticketsOf(ctx: Context, actor: Actor, own: Filter): Promise<PlanTicket[]> {
  const where = await seen(ctx, actor, work, and(own, liveSoon(ctx.clock.now())))
  const rows = await runSql<Found<PlanTicket>>(
    ctx.pool,
    `select t.id, t.work_no as "workNo", t.work_name as "workName", t.work_status as "workStatus",
      t.exec_phase as "execPhase", t.void_flag as "voidFlag", t.close_flag as "closeFlag", l.realname as "leaderName",
      ${wireTime('t.plan_start')} as "planStart", ${wireTime('coalesce(t.valid_end, t.plan_end)')} as "validEnd",
      coalesce(t.gas_state, 0) as "gasState", ${gasWaits} as "gasWaits", s.x, s.y, coalesce(n.people, '{}') as people, coalesce(g.gas, '[]') as gas
    from lo_work t left join sys_user l on l.id = t.leader_id
    left join lateral (select avg(p.plan_x)::float8 as x, avg(p.plan_y)::float8 as y
      from lo_work_point i join lo_point p on p.id = i.point_id
      where i.work_id = t.id and p.area_id = t.area_id and p.plan_x is not null and p.plan_y is not null) s on true
    left join lateral (select array_agg(distinct coalesce(u.realname, p.person_name, '')) as people
      from lo_work_person p left join sys_user u on u.id = p.user_id
      where p.work_id = t.id and p.state = 1 and p.on_state = 1 and p.del_flag = 0) n on true
    left join lateral (select jsonb_agg(to_jsonb(newest) order by newest."isPassed", newest."pointDesc", newest."gasCode") as gas from (
      select distinct on (g.point_desc, g.gas_code) g.point_desc as "pointDesc", g.gas_code as "gasCode",
        g.value::float8 as value, g.unit, coalesce(g.pass, 0) = 1 as "isPassed", ${wireTime('g.sample_time')} as "sampleTime"
      from lo_work_gas g where g.work_id = t.id order by g.point_desc, g.gas_code, g.sample_time desc, g.id desc) newest) g on true
    where ${where.text}
    order by coalesce(t.valid_end, t.plan_end), t.work_no limit ${mostOnPlan + 1}`,
    where.values,
  )
  return rows.map(spotted)
}
