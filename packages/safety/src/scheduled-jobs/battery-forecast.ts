import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '@suoan/platform/context'
import { inTransaction } from '@suoan/platform/db/transaction'
import { beginCondition } from '@suoan/platform/notices/conditions'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { safetyPost } from './safety-post.ts'

/** 电量预测: how many days a battery lasts as it has been going down. */
export function batteryForecast(ctx: Context): void {
  ctx.jobs.declare({
    name: 'jobs.BatteryForecast',
    title: '电量预测',
    description:
      '按最近的每小时最低电量拟合下降速度，更新锁具的“预计剩余天数”；读数不足三天、换过电池或电量没有下降的锁具不给出预测。预计不久用完的锁具提醒保管人和安全管理岗位，换电池之前只提醒一次。',
    parameters: z.object({
      days: z.number().int().min(3, '至少 3 天').max(365).default(30).describe('使用最近多少天的读数'),
      warnDays: z
        .number()
        .int()
        .min(1, '至少 1 天')
        .max(365)
        .default(14)
        .describe('预计剩余不超过多少天时提醒'),
    }),
    timeoutSeconds: 1800,
    minIntervalSeconds: 3600,
    schedule: { cron: '0 20 2 * * ? *' },
    run: async ({ ctx: judged, parameters, say }) => {
      const { forecast, unknown } = await forecastBatteries(judged, parameters.days)
      const told = await tellLow(judged, parameters.warnDays)
      if (told > 0) say(`提醒了 ${told} 把锁的电量将要用完`)
      return `更新了 ${forecast} 把锁的预计剩余天数，${unknown} 把锁的预测被清除（读数不足或没有下降）`
    },
  })
}

/**
 * A straight line through the hourly minima since the battery was last changed (a rise of ten percent or more); a lock
 * whose readings cover less than three days, or whose battery does not go down, has no forecast.
 */
export async function forecastBatteries(
  ctx: Context,
  days: number,
): Promise<{ forecast: number; unknown: number }> {
  const from = new Date(ctx.clock.now() - days * 86_400_000)
  const { rows } = await sql<{ known: boolean }>`
    with hours as (
      select h.tenant_id, h.device_sn, h.hour, h.battery_min,
        h.battery_min - lag(h.battery_min) over (partition by h.tenant_id, h.device_sn order by h.hour) >= 10 as changed
      from lo_telemetry_hour h where h.hour >= ${from} and h.battery_min is not null),
    since as (
      select tenant_id, device_sn, coalesce(max(hour) filter (where changed), min(hour)) as at from hours group by 1, 2),
    line as (
      select h.tenant_id, h.device_sn,
        regr_slope(h.battery_min, extract(epoch from h.hour) / 86400) as per_day,
        (array_agg(h.battery_min order by h.hour desc))[1] as latest,
        max(h.hour) - min(h.hour) as span
      from hours h join since s on s.tenant_id = h.tenant_id and s.device_sn = h.device_sn and h.hour >= s.at
      group by 1, 2),
    said as (
      select l.id, case when line.span >= interval '3 days' and line.per_day < -0.01
        then least(3650, greatest(0, floor(line.latest / -line.per_day)))::int end as days_left
      from lo_lock l left join line on line.tenant_id = l.tenant_id and line.device_sn = l.device_sn
      where l.del_flag = 0)
    update lo_lock l set batt_days_left = said.days_left
    from said where said.id = l.id and l.batt_days_left is distinct from said.days_left
    returning l.batt_days_left is not null as known`.execute(ctx.db)
  const forecast = rows.filter(({ known }) => known).length
  return { forecast, unknown: rows.length - forecast }
}

/** A forecast that goes up and down around the limit is told once in this time. [D] */
const QUIET_MS = 30 * 86_400_000
/** Locks that one notice names. */
const MOST_NAMED = 20

interface Low {
  readonly id: string
  readonly tenantId: number
  readonly label: string
  readonly days: number
  readonly keeperId: string | null
}

/**
 * Tells keepers and the safety post of locks whose battery lasts for at most `warnDays`, one notice for each person and
 * all his locks. Told once until the forecast is gone or twice as long, as after a new battery. Answers how many locks
 * were told of.
 */
export async function tellLow(ctx: Context, warnDays: number): Promise<number> {
  const now = ctx.clock.now()
  const { rows: tenants } = await sql<{ tenantId: number }>`
    select distinct tenant_id from lo_lock where del_flag = 0 order by 1`.execute(ctx.db)
  let told = 0
  for (const { tenantId } of tenants)
    told += await inTransaction(ctx, async (tx, emit) => {
      // A new battery ends it: the next one that runs low is told of anew.
      await sql`delete from sys_told_condition c where c.tenant_id = ${tenantId} and c.name like 'battery/%'
        and not exists (select from lo_lock l where 'battery/' || l.id = c.name and l.del_flag = 0
          and l.batt_days_left <= ${warnDays * 2})`.execute(tx)
      const { rows } = await sql<Low>`
        select l.id, l.tenant_id, l.lock_code || ' ' || l.lock_name as label, l.batt_days_left as days, u.id as keeper_id
        from lo_lock l left join sys_user u on u.id = l.keeper_id and u.status = 1 and u.del_flag = 0
        where l.tenant_id = ${tenantId} and l.del_flag = 0 and l.batt_days_left <= ${warnDays}
        order by l.batt_days_left, l.id`.execute(tx)
      const news: Low[] = []
      for (const row of rows)
        if (await beginCondition(tx, { tenantId, name: `battery/${row.id}`, now, quietMs: QUIET_MS }))
          news.push(row)
      const safety = await safetyPost(tx, tenantId)
      const keepers = groupBy(
        news.filter(({ keeperId }) => keeperId !== null && !safety.includes(keeperId)),
        ({ keeperId }) => keeperId ?? '',
      )
      const send = async (userIds: readonly string[], locks: readonly Low[]): Promise<void> => {
        if (locks.length === 0) return
        await notifyUsers(tx, emit, {
          tenantId,
          userIds,
          title: `${locks.length} 把锁的电量将要用完`,
          text: [
            ...locks.slice(0, MOST_NAMED).map(({ label, days }) => `${label}：预计还能用 ${days} 天`),
            ...(locks.length > MOST_NAMED ? [`另有 ${locks.length - MOST_NAMED} 把`] : []),
            '请安排更换电池。',
          ].join('\n'),
          level: 1,
          open: { type: 'url', page: '/isps/loLockList' },
          event: 'battery',
          now,
        })
      }
      await send(safety, news)
      for (const [keeperId, locks] of keepers) await send([keeperId], locks)
      return news.length
    })
  return told
}
