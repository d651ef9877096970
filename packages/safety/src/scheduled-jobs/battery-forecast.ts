import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '@suoan/platform/context'

/** 电量预测: how many days a battery lasts as it has been going down. */
export function batteryForecast(ctx: Context): void {
  ctx.jobs.declare({
    name: 'jobs.BatteryForecast',
    title: '电量预测',
    description:
      '按最近的每小时最低电量拟合下降速度，更新锁具的“预计剩余天数”；读数不足三天、换过电池或电量没有下降的锁具不给出预测。',
    parameters: z.object({
      days: z.number().int().min(3, '至少 3 天').max(365).default(30).describe('使用最近多少天的读数'),
    }),
    timeoutSeconds: 1800,
    minIntervalSeconds: 3600,
    schedule: { cron: '0 20 2 * * ? *' },
    run: async ({ ctx: judged, parameters }) => {
      const { forecast, unknown } = await forecastBatteries(judged, parameters.days)
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
