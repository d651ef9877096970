import { newId } from '@suoan/kit/id'
import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'
import { checkJob, timesOf } from './check-job.ts'
import { dueTimes } from './due-times.ts'
import type { Misfire } from './registry.ts'

interface DueRow {
  readonly id: string
  readonly jobClassName: string
  readonly cronExpression: string
  readonly parameter: string | null
  readonly misfire: Misfire
  readonly nextFireTime: Date | null
  readonly isWaiting: boolean
}

/**
 * Turns times that have come into runs that wait, each exactly once, and moves every job to its next time. Runs in short
 * transactions of its own and does no work of any job. `now` in epoch ms. True when there was anything.
 */
export async function scheduleDue(ctx: Context, now: number): Promise<boolean> {
  return await ctx.db.transaction().execute(async (tx) => {
    const { rows } = await sql<DueRow>`
      select j.id, j.job_class_name, j.cron_expression, j.parameter, j.misfire, j.next_fire_time,
        exists (select from job_run r where r.job_id = j.id and r.status = 'waiting') as is_waiting
      from sys_quartz_job j
      where j.status = 0 and j.del_flag = 0 and (j.next_fire_time is null or j.next_fire_time <= ${new Date(now)})
      order by j.next_fire_time limit 50 for update skip locked`.execute(tx)
    for (const row of rows) await scheduleOne(ctx, tx, row, now)
    return rows.length > 0
  })
}

async function scheduleOne(ctx: Context, tx: Tx, row: DueRow, now: number): Promise<void> {
  const check = checkJob(ctx.jobs, row, now)
  const times = timesOf(row.cronExpression, now, 1)
  // A class that this version has no more, an expression that was imported: said in a run, and stopped.
  if (!check.ok && (check.about !== 'cron' || !times.ok)) {
    await insertFailed(tx, row, check.reason, now)
    await stop(tx, row.id, check.about === 'parameter' && times.ok ? (times.times[0] ?? null) : null)
    return
  }
  if (row.nextFireTime === null) {
    const next = times.ok ? times.times[0] : undefined
    await (next ? moveTo(tx, row.id, next) : stop(tx, row.id, null))
    return
  }
  const due = dueTimes(row.cronExpression, {
    next: row.nextFireTime.getTime(),
    now,
    misfire: row.misfire,
    isWaiting: row.isWaiting,
  })
  for (const at of due.runs)
    await sql`
      insert into job_run (id, job_id, job_class_name, parameter, is_manual, status, fire_time, create_time)
      values (${newId()}, ${row.id}, ${row.jobClassName}, ${row.parameter}, false, 'waiting', ${new Date(at)},
        ${new Date(now)})
      on conflict do nothing`.execute(tx)
  if (due.missed)
    await sql`
      insert into job_run (id, job_id, job_class_name, parameter, is_manual, status, fire_time, last_missed,
        missed_count, error, create_time)
      values (${newId()}, ${row.id}, ${row.jobClassName}, ${row.parameter}, false, 'missed',
        ${new Date(due.missed.first)}, ${new Date(due.missed.last)}, ${due.missed.count},
        ${row.isWaiting ? '上一次执行还在等待或尚未结束' : '服务器没有运行，或时钟被向前调整'}, ${new Date(now)})`.execute(
      tx,
    )
  await (due.next === null ? stop(tx, row.id, null) : moveTo(tx, row.id, new Date(due.next)))
}

const moveTo = (tx: Tx, id: string, next: Date): Promise<unknown> =>
  sql`update sys_quartz_job set next_fire_time = ${next} where id = ${id}`.execute(tx)

/** No more times, or nothing to run: the job is stopped, so that the page says what is true. */
const stop = (tx: Tx, id: string, next: Date | null): Promise<unknown> =>
  next === null
    ? sql`update sys_quartz_job set status = -1, next_fire_time = null, revision = revision + 1 where id = ${id}`.execute(
        tx,
      )
    : moveTo(tx, id, next)

async function insertFailed(tx: Tx, row: DueRow, reason: string, now: number): Promise<void> {
  const at = new Date(now)
  await sql`
    insert into job_run (id, job_id, job_class_name, parameter, is_manual, status, fire_time, begin_time, end_time,
      duration_ms, error, create_time)
    values (${newId()}, ${row.id}, ${row.jobClassName}, ${row.parameter}, false, 'failed',
      ${row.nextFireTime ?? at}, ${at}, ${at}, 0, ${reason.slice(0, 1000)}, ${at})
    on conflict do nothing`.execute(tx)
}

/**
 * Takes back times that lie further ahead than the expression says: the clock was set back since. What has run by then
 * runs no second time (`job_run_fire`).
 */
export async function realign(ctx: Context, now: number): Promise<void> {
  const { rows } = await sql<{ id: string; cronExpression: string; nextFireTime: Date }>`
    select id, cron_expression, next_fire_time from sys_quartz_job
    where status = 0 and del_flag = 0 and next_fire_time > ${new Date(now)}`.execute(ctx.db)
  for (const { id, cronExpression, nextFireTime } of rows) {
    const times = timesOf(cronExpression, now, 1)
    const next = times.ok ? times.times[0] : undefined
    if (next && next.getTime() < nextFireTime.getTime())
      await sql`update sys_quartz_job set next_fire_time = ${next}
        where id = ${id} and next_fire_time = ${nextFireTime} and cron_expression = ${cronExpression}`.execute(
        ctx.db,
      )
  }
}

/** The rows that every installation begins with; one whose row somebody deleted does not come back. */
export async function addDeclaredJobs(ctx: Context): Promise<void> {
  const at = new Date(ctx.clock.now())
  for (const { name, title, schedule } of ctx.jobs.all) {
    if (!schedule) continue
    await sql`
      insert into sys_quartz_job (id, job_class_name, cron_expression, parameter, description, status, misfire,
        create_by, create_time)
      select ${newId()}, ${name}, ${schedule.cron}, ${schedule.parameter ?? null}, ${title}, 0,
        ${schedule.misfire ?? 'once'}, 'system', ${at}
      where not exists (select from sys_quartz_job where job_class_name = ${name})`.execute(ctx.db)
  }
}
