import { lockLog, work, type BoardTrend } from '@suoan/contract'
import { labelOf } from '@suoan/domain/dictionaries'
import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { ticketInText } from '../ticket-sets.ts'
import { countEvents, withoutDuress } from '../lock-records/index.ts'
import { whereInArea } from './summarise.ts'

const DAY_MS = 86_400_000

/** Two charts: openings and closings per hour (one day) or per day, and live tickets by type and status. */
export async function trend(ctx: Context, actor: Actor, areaCode: string, days: number): Promise<BoardTrend> {
  const midnight = shanghaiMoment(shanghaiTime(ctx.clock.now()).slice(0, 10))
  const begin = midnight - (days - 1) * DAY_MS
  const [logWhere, workWhere] = await Promise.all([
    whereInArea(ctx, actor, lockLog, areaCode, withoutDuress(actor)),
    whereInArea(ctx, actor, work, areaCode),
  ])
  const [byHour, rows] = await Promise.all([
    countEvents(ctx, logWhere, begin, midnight + DAY_MS, days === 1 ? 'hour' : 'day'),
    runSql<{ workType: string; status: number; count: number }>(
      ctx.pool,
      `select t.work_type as "workType", t.work_status as status, count(*)::int as count from lo_work t
      where ${workWhere.text} and t.void_flag = 0
        and (${ticketInText('current', 't')} or t.plan_end >= $${workWhere.values.length + 1})
      group by 1, 2 order by 1, 2`,
      [...workWhere.values, new Date(begin)],
    ),
  ])
  const tickets = rows.map((row) => ({
    ...row,
    workTypeText: labelOf('lo_work_type', row.workType),
    statusText: labelOf('lo_work_status', row.status),
  }))
  return { byHour, tickets }
}
