import { sql } from 'kysely'
import { z } from 'zod'
import type { Context } from '@suoan/platform/context'
import { removeOldLogs } from '../audit/index.ts'
import { rollUp } from './telemetry-roll-up.ts'

const DAY_MS = 86_400_000
/** Rows of one statement: others wait for no longer than this takes. */
const PART = 5_000

/**
 * 日志与读数的保留 (3-domain.md §7). Operation and data log go by LOG_KEEP_DAYS (at least 180 days, by the chain, as its
 * links say); readings after 90 days, once their hours are rolled up, and with them when devices came and went; hours after three years; runs of jobs after 90 days.
 */
export function logRetention(ctx: Context): void {
  const days = (least: number, initial: number, what: string) =>
    z.number().int().min(least, `至少 ${least} 天`).max(36_500).default(initial).describe(what)
  ctx.jobs.declare({
    name: 'jobs.LogRetention',
    title: '日志保留',
    description:
      '清理到期的记录：操作日志和数据日志按 LOG_KEEP_DAYS（进入锚点且封存满期后才清理，证据链仍可校验；0 = 永久保留），设备读数先汇总再清理，设备上下线记录，以及每小时汇总和定时任务的执行记录。锁具日志、工作票和签名不清理。',
    parameters: z.object({
      telemetryDays: days(90, 90, '设备读数保留天数'),
      hourDays: days(1095, 1095, '每小时汇总保留天数'),
      runDays: days(7, 90, '定时任务执行记录保留天数'),
    }),
    timeoutSeconds: 4 * 3600,
    minIntervalSeconds: 3600,
    schedule: { cron: '0 40 0 * * ? *' },
    run: async ({ ctx: judged, parameters, signal, say }) => {
      const now = judged.clock.now()
      const { rows } = await sql<{ tenantId: number }>`
        select distinct tenant_id from lo_log_chain order by 1`.execute(judged.db)
      let logs = 0
      for (const { tenantId } of rows) {
        signal.throwIfAborted()
        logs += await removeOldLogs(judged, tenantId)
      }
      say(
        judged.config.logKeepDays === 0
          ? '操作日志和数据日志：永久保留'
          : `操作日志和数据日志：清理 ${logs} 行`,
      )
      await rollUp(judged, 24 * (parameters.telemetryDays + 30))
      const readings = await removeOlder(
        judged,
        sql`delete from lo_telemetry where ctid = any(array(select ctid from lo_telemetry
          where ts < ${new Date(now - parameters.telemetryDays * DAY_MS)} limit ${PART}))`,
        signal,
      )
      say(`设备读数：清理 ${readings} 行`)
      const presence = await removeOlder(
        judged,
        sql`delete from lo_device_presence where ctid = any(array(select ctid from lo_device_presence
          where occur_time < ${new Date(now - parameters.telemetryDays * DAY_MS)} limit ${PART}))`,
        signal,
      )
      say(`设备上下线记录：清理 ${presence} 行`)
      const hours = await removeOlder(
        judged,
        sql`delete from lo_telemetry_hour where ctid = any(array(select ctid from lo_telemetry_hour
          where hour < ${new Date(now - parameters.hourDays * DAY_MS)} limit ${PART}))`,
        signal,
      )
      say(`每小时汇总：清理 ${hours} 行`)
      const runs = await removeOlder(
        judged,
        sql`delete from job_run where ctid = any(array(select ctid from job_run
          where create_time < ${new Date(now - parameters.runDays * DAY_MS)} and status not in ('waiting', 'running')
          limit ${PART}))`,
        signal,
      )
      return `定时任务执行记录：清理 ${runs} 行；共清理 ${logs + readings + presence + hours + runs} 行`
    },
  })
}

async function removeOlder(
  ctx: Context,
  statement: ReturnType<typeof sql>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  for (;;) {
    signal.throwIfAborted()
    const gone = Number((await statement.execute(ctx.db)).numAffectedRows ?? 0n)
    removed += gone
    if (gone < PART) return removed
  }
}
