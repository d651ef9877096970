import { lockOnoff, work, type BoardDays } from '@suoan/contract'
import type { TicketSet } from '@suoan/domain/work-ticket'
import { shanghaiMoment, shanghaiTime } from '@suoan/kit/shanghai'
import type { Actor, Context } from '@suoan/platform/context'
import { runSql } from '@suoan/platform/db/run-sql'
import { ticketInText } from '../ticket-sets.ts'
import { whereInArea } from './summarise.ts'

const DAY_MS = 86_400_000
const DAYS = 30

/** What the cards of 统计图表 and 统计图表2 are drawn from (5-screens.md §9.2, §9.3): thirty days, today last. */
export async function countDays(ctx: Context, actor: Actor, areaCode: string): Promise<BoardDays> {
  const today = shanghaiMoment(shanghaiTime(ctx.clock.now()).slice(0, 10))
  const begin = today - (DAYS - 1) * DAY_MS
  const days = Array.from({ length: DAYS }, (_, n) => shanghaiTime(begin + n * DAY_MS).slice(0, 10))
  const range = [new Date(begin), new Date(today + DAY_MS)]
  const [works, sessions] = await Promise.all([
    whereInArea(ctx, actor, work, areaCode),
    whereInArea(ctx, actor, lockOnoff, areaCode),
  ])
  const w = works.values.length
  const s = sessions.values.length
  // A column of the table below, never text of a client.
  const ticketsBy = (time: 'plan_start' | 'real_end', set: TicketSet) =>
    runSql<{ day: string; all: number; own: number }>(
      ctx.pool,
      `select t.${time}::date::text as day, count(*)::int as all, count(*) filter (where exists (
          select from lo_work_person p where p.work_id = t.id and p.user_id = $${w + 3} and p.state = 1
            and p.del_flag = 0))::int as own
        from lo_work t where ${works.text} and ${ticketInText(set, 't')}
          and t.${time} >= $${w + 1} and t.${time} < $${w + 2} group by t.${time}::date`,
      [...works.values, ...range, actor.userId],
    )
  const [planned, finished, opened] = await Promise.all([
    ticketsBy('plan_start', 'handedIn'),
    ticketsBy('real_end', 'finished'),
    runSql<{ day: string; all: number; ticketed: number }>(
      ctx.pool,
      `select t.open_time::date::text as day, count(*)::int as all,
          count(*) filter (where t.work_id is not null)::int as ticketed
        from lo_lock_onoff t where ${sessions.text} and t.open_time >= $${s + 1} and t.open_time < $${s + 2} group by t.open_time::date`,
      [...sessions.values, ...range],
    ),
  ])
  const byDay = <Row extends { day: string }>(rows: readonly Row[], read: (row: Row) => number) => {
    const known = new Map(rows.map((row) => [row.day, read(row)]))
    return days.map((day) => known.get(day) ?? 0)
  }
  return {
    days,
    planned: byDay(planned, ({ all }) => all),
    finished: byDay(finished, ({ all }) => all),
    openings: byDay(opened, ({ all }) => all),
    ticketed: byDay(opened, ({ ticketed }) => ticketed),
    ownPlanned: byDay(planned, ({ own }) => own),
    ownFinished: byDay(finished, ({ own }) => own),
  }
}
