import {
  lockOnoff,
  work,
  type BoardTraffic,
  type BoardVolume,
  type boardEndpoints,
  type InputOf,
} from '@suoan/contract'
import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { fail } from '@suoan/platform/fail'
import { ticketInText } from '../ticket-sets.ts'
import { whereInArea } from './summarise.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 366
/** Above this many days a bar is a month. */
const DAYS_AS_DAYS = 62
const RANKED = 7
const AREAS = 10

const units = {
  hour: { format: 'YYYY-MM-DD HH24', length: 13 },
  day: { format: 'YYYY-MM-DD', length: 10 },
  month: { format: 'YYYY-MM', length: 7 },
} as const

/** Tickets by the begin of their work, or openings, over a range, and the teams or areas with most (5-screens.md §9.2). */
export async function countVolume(
  ctx: Context,
  actor: Actor,
  input: InputOf<(typeof boardEndpoints)['volume']>,
): Promise<BoardVolume> {
  const begin = shanghaiMoment(input.from)
  const end = shanghaiMoment(input.to) + DAY_MS
  const days = (end - begin) / DAY_MS
  if (days < 1) throw fail('BAD_INPUT', { detail: '结束日期早于开始日期，请重新选择' })
  if (days > MAX_DAYS) throw fail('BAD_INPUT', { detail: `日期范围最多 ${MAX_DAYS} 天，请缩小范围` })
  const unit = days === 1 ? 'hour' : days <= DAYS_AS_DAYS ? 'day' : 'month'
  const { format, length } = units[unit]
  const what =
    input.of === 'tickets'
      ? {
          resource: work,
          table: 'lo_work',
          time: 't.plan_start',
          also: ticketInText('handedIn', 't'),
          join: 'left join sys_depart n on n.id = coalesce(t.work_depart_id, t.apply_depart_id)',
          name: 'n.depart_name',
        }
      : {
          resource: lockOnoff,
          table: 'lo_lock_onoff',
          time: 't.open_time',
          also: 'true',
          join: 'left join lo_area n on n.tenant_id = t.tenant_id and n.area_code = t.area_code and n.del_flag = 0',
          name: 'n.area_name',
        }
  const where = await whereInArea(ctx, actor, what.resource, input.areaCode ?? '')
  const n = where.values.length
  const condition = `${where.text} and ${what.also} and ${what.time} >= $${n + 1} and ${what.time} < $${n + 2}`
  const values = [...where.values, new Date(begin), new Date(end)]
  const [counts, rank] = await Promise.all([
    runSql<{ at: string; count: number }>(
      ctx.pool,
      // Written out after counting: a text for every row takes longer than the rest.
      `select to_char(at, '${format}') as at, count from (
        select date_trunc('${unit}', ${what.time}) as at, count(*)::int as count from ${what.table} t
        where ${condition} group by 1) counted`,
      values,
    ),
    runSql<{ name: string; count: number }>(
      ctx.pool,
      `select coalesce(${what.name}, '未指定') as name, count(*)::int as count from ${what.table} t ${what.join}
        where ${condition} group by 1 order by 2 desc, 1 limit ${RANKED}`,
      values,
    ),
  ])
  const known = new Map(counts.map(({ at, count }) => [at, count]))
  const step = unit === 'hour' ? DAY_MS / 24 : DAY_MS
  const labels = new Set<string>()
  for (let at = begin; at < end; at += step) labels.add(shanghaiTime(at).slice(0, length))
  return { unit, buckets: [...labels].map((label) => ({ label, count: known.get(label) ?? 0 })), rank }
}

/** The areas with most openings in thirty days, and how these ended (5-screens.md §9.3). */
export async function countTraffic(ctx: Context, actor: Actor, areaCode: string): Promise<BoardTraffic[]> {
  const where = await whereInArea(ctx, actor, lockOnoff, areaCode)
  return await runSql<{ areaName: string; opened: number; closed: number; over: number }>(
    ctx.pool,
    `select coalesce(a.area_name, '未指定') as "areaName", count(*)::int as opened,
        count(*) filter (where t.state = 2)::int as closed, count(*) filter (where t.over_sec > 0)::int as over
      from lo_lock_onoff t
      left join lo_area a on a.tenant_id = t.tenant_id and a.area_code = t.area_code and a.del_flag = 0
      where ${where.text} and t.open_time >= $${where.values.length + 1}
      group by 1 order by 2 desc, 1 limit ${AREAS}`,
    [...where.values, new Date(ctx.clock.now() - 30 * DAY_MS)],
  )
}
