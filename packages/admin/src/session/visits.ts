import type { VisitDay } from '@suoan/contract'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'

// Visits are the successful logins of the login log.
const visits = sql`from sys_log where log_type = 1 and log_content like '登录成功%'`

/** Logins of a tenant in all and today, and addresses today (4-api.md §2.1 `/sys/loginfo`). */
export async function countVisits(
  ctx: Context,
  tenantId: number,
): Promise<{ totalVisitCount: number; todayVisitCount: number; todayIp: number }> {
  const now = new Date(ctx.clock.now())
  const { rows } = await sql<{ totalVisitCount: number; todayVisitCount: number; todayIp: number }>`
    select count(*)::int as total_visit_count,
      (count(*) filter (where create_time >= date_trunc('day', ${now}::timestamptz)))::int as today_visit_count,
      (count(distinct ip) filter (where create_time >= date_trunc('day', ${now}::timestamptz)))::int as today_ip
    ${visits} and tenant_id = ${tenantId}`.execute(ctx.db)
  return rows[0] ?? { totalVisitCount: 0, todayVisitCount: 0, todayIp: 0 }
}

/** Logins and addresses of each of the last seven days, oldest first; days without any are there with 0. */
export async function visitsByDay(ctx: Context, tenantId: number): Promise<VisitDay[]> {
  const now = new Date(ctx.clock.now())
  const { rows } = await sql<VisitDay>`
    with days as (
      select generate_series(date_trunc('day', ${now}::timestamptz) - interval '6 days',
        date_trunc('day', ${now}::timestamptz), interval '1 day') as day
    ), seen as (
      select date_trunc('day', create_time) as day, count(*)::int as visit, count(distinct ip)::int as ip
      ${visits} and tenant_id = ${tenantId} and create_time >= date_trunc('day', ${now}::timestamptz) - interval '6 days' group by 1
    )
    select to_char(days.day, 'YYYY-MM-DD') as tian, to_char(days.day, 'MM-DD') as type,
      coalesce(seen.visit, 0) as visit, coalesce(seen.ip, 0) as ip
    from days left join seen on seen.day = days.day order by days.day`.execute(ctx.db)
  return rows
}
