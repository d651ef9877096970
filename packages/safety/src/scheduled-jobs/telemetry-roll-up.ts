import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '@suoan/platform/context'

const HOUR_MS = 3_600_000

/** 遥测汇总: the figures of every hour that is over, also of hours whose readings came late. */
export function telemetryRollUp(ctx: Context): void {
  ctx.jobs.declare({
    name: 'jobs.TelemetryRollUp',
    title: '遥测汇总',
    description: '把设备上报的读数汇总成每小时一行（最低电量、平均电压、信号、温度），供趋势和电量预测使用。',
    parameters: z.object({
      hours: z
        .number()
        .int()
        .min(2, '请填写不小于 2 的整数')
        .max(2400)
        .default(48)
        .describe('重新汇总最近多少小时'),
    }),
    timeoutSeconds: 1800,
    minIntervalSeconds: 300,
    schedule: { cron: '0 5 * * * ? *' },
    run: async ({ ctx: judged, parameters }) => `汇总了 ${await rollUp(judged, parameters.hours)} 个设备小时`,
  })
}

/** Rolls up the hours that were over `hours` ago until now; answers how many rows were written. */
export async function rollUp(ctx: Context, hours: number): Promise<number> {
  const end = Math.floor(ctx.clock.now() / HOUR_MS) * HOUR_MS
  const { numAffectedRows } = await sql`
    insert into lo_telemetry_hour
    select tenant_id, device_sn, date_trunc('hour', ts), count(*)::int, min(battery), avg(batt_mv)::int, avg(rssi)::int,
      avg(temp)::numeric(5,1), max(temp)
    from lo_telemetry where ts >= ${new Date(end - hours * HOUR_MS)} and ts < ${new Date(end)}
    group by 1, 2, 3
    on conflict (tenant_id, device_sn, hour) do update set readings = excluded.readings,
      battery_min = excluded.battery_min, batt_mv_avg = excluded.batt_mv_avg, rssi_avg = excluded.rssi_avg,
      temp_avg = excluded.temp_avg, temp_max = excluded.temp_max
    where lo_telemetry_hour.readings < excluded.readings`.execute(ctx.db)
  return Number(numAffectedRows ?? 0n)
}
