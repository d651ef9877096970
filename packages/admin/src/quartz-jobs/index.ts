import { quartzJob, quartzJobEndpoints as calls, type JobRunRow } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Actor, Context, Tx } from '@suoan/platform/context'
import { fail, failAbsent } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import {
  checkJob,
  exampleOf,
  jobRunnerOf,
  MIN_INTERVAL_SECONDS,
  parametersOf,
  timesOf,
  unknownParameters,
} from '@suoan/platform/jobs'
import { defineHooks, mountResource } from '@suoan/platform/resource'
import { listRuns } from './list-runs.ts'

/** How long 执行一次 waits for the run to end before it answers that it goes on, ms. */
const WAIT_MS = 3_000
const LOOK_AGAIN_MS = 50

/** 定时任务 (4-api.md §7.17): which jobs run when, and what became of every run. */
export const quartzJobs: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, quartzJob, hooks)
  bind(calls.classes, async () =>
    ctx.jobs.all.map((job) => ({
      name: job.name,
      title: job.title,
      description: job.description,
      parameters: parametersOf(job),
      example: exampleOf(job),
      timeoutSeconds: job.timeoutSeconds,
      minIntervalSeconds: job.minIntervalSeconds ?? MIN_INTERVAL_SECONDS,
      isEssential: job.isEssential === true,
    })),
  )
  bind(calls.nextRuns, async ({ input }) => {
    const times = timesOf(input.cronExpression, ctx.clock.now(), 10)
    if (!times.ok) throw fail('REFUSED', { detail: times.reason })
    return times.times.map((at) => shanghaiTime(at.getTime()))
  })
  bind(calls.runs, ({ input }) => listRuns(ctx, input))
  bind(calls.pause, async ({ input, actor }) => {
    await ctx.db.transaction().execute(async (tx) => {
      const job = await lockJob(tx, input.id)
      await refuseLastEssential(ctx, tx, [job])
      await sql`update sys_quartz_job set status = -1, next_fire_time = null, revision = revision + 1,
        update_by = ${actor.username}, update_time = ${new Date(ctx.clock.now())} where id = ${job.id}`.execute(
        tx,
      )
    })
    return answered(null, '停止定时任务成功')
  })
  bind(calls.resume, async ({ input, actor }) => {
    const now = ctx.clock.now()
    await ctx.db.transaction().execute(async (tx) => {
      const job = await lockJob(tx, input.id)
      const check = checkJob(ctx.jobs, job, now)
      if (!check.ok) throw fail('REFUSED', { detail: check.reason })
      refuseUnheld(ctx, actor, job.jobClassName)
      // From now on: what passed while it was stopped was not missed.
      await sql`update sys_quartz_job set status = 0, revision = revision + 1, update_by = ${actor.username},
          next_fire_time = case when status = 0 and next_fire_time is not null then next_fire_time else ${check.next} end,
          update_time = ${new Date(now)} where id = ${job.id}`.execute(tx)
    })
    return answered(null, '启动定时任务成功')
  })
  bind(calls.execute, async ({ input, actor }) => {
    const runId = await ctx.db.transaction().execute((tx) => order(ctx, tx, input.id, actor))
    await jobRunnerOf(ctx).look()
    const run = await endOf(ctx, runId)
    const result = { runId, status: run.status }
    if (run.status === 'done') return answered(result, '执行成功!')
    if (run.status === 'waiting' || run.status === 'running')
      return answered(result, '已开始执行，结果请在“执行记录”中查看')
    return answered(result, `执行失败!${run.error ?? ''}`, 500, false)
  })
  bind(calls.cancelRun, async ({ input }) => {
    const at = new Date(ctx.clock.now())
    const { rows } = await sql`
      update job_run set is_cancelled = true,
        status = case when status = 'waiting' then 'cancelled' else status end,
        error = case when status = 'waiting' then '已由管理员终止' else error end,
        end_time = case when status = 'waiting' then ${at}::timestamptz else null end
      where id = ${input.id} and status in ('waiting', 'running') returning id`.execute(ctx.db)
    if (rows.length === 0) throw fail('REFUSED', { detail: '该次执行已经结束，请刷新执行记录' })
    // A run on this server need not wait for the next renewal.
    await jobRunnerOf(ctx).renew()
    return answered(null, '已终止')
  })
}

interface JobRow {
  readonly id: string
  readonly jobClassName: string
  readonly cronExpression: string
  readonly parameter: string | null
  readonly status: number
}

async function lockJob(tx: Tx, id: string): Promise<JobRow> {
  const { rows } = await sql<JobRow>`
    select id, job_class_name, cron_expression, parameter, status from sys_quartz_job
    where id = ${id} and del_flag = 0 for update`.execute(tx)
  const [row] = rows
  if (!row) throw fail('REFUSED', { detail: '定时任务不存在！' })
  return row
}

/** Puts a run beside the times of the job, which it does not move. */
async function order(ctx: Context, tx: Tx, id: string, actor: Actor): Promise<string> {
  const { rows } = await sql<JobRow>`
    select id, job_class_name, cron_expression, parameter, status from sys_quartz_job
    where id = ${id} and del_flag = 0 for update`.execute(tx)
  const [job] = rows
  if (!job) throw failAbsent()
  refuseUnheld(ctx, actor, job.jobClassName)
  const active =
    await sql`select 1 from job_run where job_id = ${id} and status in ('waiting', 'running')`.execute(tx)
  if (active.rows.length > 0)
    throw fail('REFUSED', { detail: '执行失败!该任务正在执行或等待执行，请稍后再试' })
  // Its times may be over; class and parameter must hold.
  const check = checkJob(ctx.jobs, { ...job, cronExpression: '0 0 0 * * ?' }, ctx.clock.now())
  if (!check.ok) throw fail('REFUSED', { detail: `执行失败!${check.reason}` })
  const runId = newId()
  const at = new Date(ctx.clock.now())
  await sql`
    insert into job_run (id, job_id, job_class_name, parameter, is_manual, status, fire_time, create_by, create_time)
    values (${runId}, ${job.id}, ${job.jobClassName}, ${job.parameter}, true, 'waiting', ${at}, ${actor.username}, ${at})`.execute(
    tx,
  )
  return runId
}

/** The run when it has ended, or after three seconds as it is. */
async function endOf(ctx: Context, runId: string): Promise<Pick<JobRunRow, 'status' | 'error'>> {
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const { rows } = await sql<Pick<JobRunRow, 'status' | 'error'>>`
      select status, error from job_run where id = ${runId}`.execute(ctx.db)
    const run = rows[0] ?? { status: 'cancelled', error: '执行记录已被清理' }
    if ((run.status !== 'waiting' && run.status !== 'running') || waited >= WAIT_MS) return run
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
}

/** Refuses whoever lacks what a job reaches: by the page of jobs nobody gets at it without (security.md V10, V21). */
function refuseUnheld(ctx: Context, actor: Actor, jobClassName: string): void {
  const job = ctx.jobs.of(jobClassName)
  const missing = job?.needs?.filter((code) => !actor.permissions.has(code)) ?? []
  if (missing.length > 0)
    throw fail('REFUSED', {
      detail: `“${job?.title}”还需要权限 ${missing.join('、')}，请联系系统管理员`,
    })
}

/** What the law or the evidence hangs on keeps at least one row that runs. */
async function refuseLastEssential(
  ctx: Context,
  tx: Tx,
  rows: readonly Pick<JobRow, 'id' | 'jobClassName'>[],
): Promise<void> {
  for (const { jobClassName } of rows) {
    const job = ctx.jobs.of(jobClassName)
    if (!job?.isEssential) continue
    const others = await sql`
      select 1 from sys_quartz_job where job_class_name = ${jobClassName} and status = 0 and del_flag = 0
        and id <> all(${rows.map(({ id }) => id)}::text[]) for update`.execute(tx)
    if (others.rows.length === 0)
      throw fail('REFUSED', {
        detail: `“${job.title}”是系统必需的任务，不能停止或删除；可以修改它的执行时间`,
      })
  }
}

const hooks = defineHooks(quartzJob, {
  async beforeAdd(draft, { ctx, tx, now, actor }) {
    draft.jobClassName = draft.jobClassName?.trim() ?? ''
    refuseUnheld(ctx, actor, draft.jobClassName)
    const next = mustBeRunnable(ctx, draft, '创建定时任务失败', now)
    await refuseTwin(tx, draft, '')
    draft.nextFireTime = draft.status === -1 ? null : shanghaiTime(next.getTime())
  },
  async beforeEdit(draft, before, { ctx, tx, now, actor }) {
    const after = { ...before, ...draft }
    refuseUnheld(ctx, actor, after.jobClassName?.trim() ?? '')
    if (after.status === -1 || after.jobClassName !== before.jobClassName)
      await refuseLastEssential(ctx, tx, before.status === 0 ? [asJob(before)] : [])
    const next = mustBeRunnable(ctx, after, '更新定时任务失败', now)
    if (keyOf(after) !== keyOf(before)) await refuseTwin(tx, after, before.id)
    const isMoved = after.cronExpression !== before.cronExpression || after.status !== before.status
    if (after.status === -1) draft.nextFireTime = null
    else if (isMoved) draft.nextFireTime = shanghaiTime(next.getTime())
  },
  beforeDelete: (rows, { ctx, tx }) =>
    refuseLastEssential(ctx, tx, rows.filter(({ status }) => status === 0).map(asJob)),
})

const asJob = ({ id, jobClassName }: { id: string; jobClassName?: string | null }) => ({
  id,
  jobClassName: jobClassName ?? '',
})

interface JobFacts {
  readonly jobClassName?: string | null
  readonly cronExpression?: string | null
  readonly parameter?: string | null
}

/** What a row does and when: class, times and parameter, where none is written in three ways. */
const keyOf = ({ jobClassName, cronExpression, parameter }: JobFacts): string => {
  const given = (parameter ?? '').trim()
  return JSON.stringify([
    (jobClassName ?? '').trim(),
    (cronExpression ?? '').trim().replaceAll(/\s+/g, ' '),
    given === '{}' ? '' : given,
  ])
}

/**
 * Two rows that do the same at the same times are one row too many: an exported sheet that is imported again adds nothing.
 * The lock makes two who add at the same moment see each other.
 */
async function refuseTwin(tx: Tx, row: JobFacts, ownId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sys_quartz_job'))`.execute(tx)
  const { rows } = await sql<JobFacts>`
    select job_class_name, cron_expression, parameter from sys_quartz_job
    where job_class_name = ${(row.jobClassName ?? '').trim()} and del_flag = 0 and id <> ${ownId}`.execute(tx)
  if (rows.some((each) => keyOf(each) === keyOf(row)))
    throw fail('REFUSED', {
      detail: `已有类名、cron表达式和参数都相同的任务“${row.jobClassName}”，没有重复保存；请修改原有的那一条`,
    })
}

/** The next time of a row that is about to be saved; refuses one that could not run as it says. */
function mustBeRunnable(ctx: Context, row: JobFacts, failed: string, now: number): Date {
  const asked = {
    jobClassName: row.jobClassName ?? '',
    cronExpression: row.cronExpression ?? '',
    parameter: row.parameter ?? null,
  }
  const check = checkJob(ctx.jobs, asked, now)
  if (!check.ok)
    // The class is told alone, as the original server does (4-api.md §7.17).
    throw fail('REFUSED', { detail: check.about === 'class' ? check.reason : `${failed}：${check.reason}` })
  const [unknown] = unknownParameters(check.job, asked.parameter)
  if (unknown !== undefined) {
    const known = parametersOf(check.job).map(({ name }) => name)
    throw fail('REFUSED', {
      detail: `${failed}：“${check.job.title}”没有参数“${unknown}”，${known.length === 0 ? '请把参数留空' : `可用的参数：${known.join('、')}`}`,
    })
  }
  return check.next
}
