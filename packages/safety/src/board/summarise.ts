import { alarm, lock, lockOnoff, point, uncloseLock, work, type BoardSummary } from '@suoan/contract'
import { and, everything, type Filter } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { figureScope } from '@suoan/platform/resource/scope'
import type { Resource } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { batteryAlarmSql, mayKnowOfDuress } from '../alarms/index.ts'
import { compile } from '@suoan/platform/resource'
import { whereOf, type Where } from '@suoan/platform/resource/where'
import { ticketInText } from '../ticket-sets.ts'

/** Conditions of a resource's rows in the caller's scope and below an area, and others. */
export async function whereInArea(
  ctx: Context,
  actor: Actor,
  resource: Resource,
  areaCode: string,
  also: Filter = everything,
  scopeOf = figureScope,
): Promise<Where> {
  const scope = await scopeOf(ctx, actor, resource, 'lo:board:list')
  const inArea: Filter =
    areaCode === '' ? everything : { op: 'startsWith', field: 'areaCode', value: areaCode }
  return whereOf(compile(resource), scope, and(inArea, also))
}

type Figures = Record<string, number | string | null>

async function figures(
  ctx: Context,
  select: string,
  table: string,
  where: Where,
  values: readonly unknown[] = [],
) {
  const [row] = await runSql<Figures>(ctx.pool, `select ${select} from ${table} t where ${where.text}`, [
    ...where.values,
    ...values,
  ])
  return (name: string): number => Number(row?.[name] ?? 0)
}

/** The strip of figures at the top, each in the caller's scope: six statements, none of which reads the log. */
export async function summarise(ctx: Context, actor: Actor, areaCode: string): Promise<BoardSummary> {
  const now = ctx.clock.now()
  const day = shanghaiTime(now).slice(0, 10)
  const today = `${day} 00:00:00+08`
  const seen = (resource: Resource) => whereInArea(ctx, actor, resource, areaCode)
  const [lockWhere, workWhere, sessionWhere, pointWhere, alarmWhere, warningWhere] = await Promise.all([
    seen(lock),
    seen(work),
    seen(lockOnoff),
    seen(point),
    seen(alarm),
    seen(uncloseLock),
  ])
  const w = workWhere.values.length
  const s = sessionWhere.values.length
  const [locks, tickets, sessions, points, alarms, warnings] = await Promise.all([
    figures(
      ctx,
      `count(*) as total, count(*) filter (where t.online = 1) as online, count(*) filter (where t.online = 0) as offline,
       count(*) filter (where t.lock_status in (2, 7)) as open, count(*) filter (where t.lock_status = 3) as "notFull",
       count(*) filter (where t.battery_alarm is not null) as "lowBattery"`,
      `(select l.*, ${batteryAlarmSql} as battery_alarm from lo_lock l left join lo_lock_type t on t.id = l.lock_type_id)`,
      lockWhere,
    ),
    figures(
      ctx,
      `count(*) filter (where t.plan_start >= $${w + 1}::timestamptz
         and t.plan_start < $${w + 1}::timestamptz + interval '1 day') as today,
       count(*) filter (where ${ticketInText('inReview', 't')}) as reviewing, count(*) filter (where ${ticketInText('inApproval', 't')}) as approving,
       count(*) filter (where ${ticketInText('executing', 't')}) as executing,
       count(*) filter (where ${ticketInText('overdue', 't')}) as overdue,
       coalesce(sum(t.on_site_count) filter (where ${ticketInText('peopleMayBeInside', 't')}), 0) as "onSite"`,
      'lo_work',
      { ...workWhere, text: `${workWhere.text} and t.void_flag = 0` },
      [today],
    ),
    figures(
      ctx,
      `count(*) as openings, count(*) filter (where t.work_id is not null) as "withTicket",
       round(avg(t.duration_sec) filter (where t.state = 2) / 60, 1) as mean,
       count(t.duration_sec) filter (where t.state = 2) as closed`,
      'lo_lock_onoff',
      { ...sessionWhere, text: `${sessionWhere.text} and t.open_time >= $${s + 1}::timestamptz` },
      [today],
    ),
    figures(ctx, `count(*) as isolated`, 'lo_point', {
      ...pointWhere,
      text: `${pointWhere.text} and exists (select from lo_point_hold h where h.point_id = t.id and h.state = 1)`,
    }),
    figures(ctx, `count(*) as standing`, 'lo_alarm', {
      ...alarmWhere,
      // One more on the board would tell that somebody has signalled duress (A15).
      text: `${alarmWhere.text} and t.status in (0, 1) and (t.alarm_type <> 'A15' or ${String(mayKnowOfDuress(actor))})`,
    }),
    figures(
      ctx,
      `count(*) filter (where t.warn_level = 1) as l1, count(*) filter (where t.warn_level = 2) as l2,
       count(*) filter (where t.warn_level = 3) as l3`,
      'lo_unclose_lock',
      { ...warningWhere, text: `${warningWhere.text} and t.status in (0, 1, 2)` },
    ),
  ])
  return {
    locks: {
      total: locks('total'),
      online: locks('online'),
      open: locks('open'),
      notFull: locks('notFull'),
      lowBattery: locks('lowBattery'),
      offline: locks('offline'),
    },
    tickets: {
      today: tickets('today'),
      reviewing: tickets('reviewing'),
      approving: tickets('approving'),
      executing: tickets('executing'),
      overdue: tickets('overdue'),
      onSite: tickets('onSite'),
    },
    points: { isolated: points('isolated') },
    warnings: { l1: warnings('l1'), l2: warnings('l2'), l3: warnings('l3') },
    alarms: alarms('standing'),
    today: {
      openings: sessions('openings'),
      withTicket: sessions('withTicket'),
      meanOpenMinutes: sessions('closed') === 0 ? null : sessions('mean'),
    },
    dataTime: shanghaiTime(now),
  }
}
