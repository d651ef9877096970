import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { beginCondition, endCondition, platformAdministrators } from '../notices/conditions.ts'
import { notifyUsers } from '../notices/notify-users.ts'

/** A job that fails and succeeds in turns is told of once in this time. [D] */
const QUIET_MS = 6 * 3_600_000
/** Jobs that one notice names; the page shows all. */
const MOST_NAMED = 10

const words: Readonly<Record<string, string>> = {
  failed: '执行失败',
  timeout: '执行超时',
  interrupted: '执行中断',
  missed: '错过了执行时间',
}

interface LastRun {
  readonly jobId: string
  readonly jobClassName: string
  readonly status: string
  readonly fireTime: Date
  readonly error: string | null
}

/**
 * Tells the administrators of the platform of jobs whose last run failed, took too long, was interrupted or missed: once,
 * until the job has succeeded again. It reads what the runs say, so that nothing is lost when a server dies between the
 * end of a run and its notice, and all that came up at once is one notice. A run that somebody ended says nothing.
 */
export async function tellFailures(ctx: Context): Promise<void> {
  const { rows } = await sql<LastRun & { isTold: boolean }>`
    select j.id as job_id, j.job_class_name, r.status, r.fire_time, r.error, c.name is not null as is_told
    from sys_quartz_job j
    cross join lateral (
      select status, fire_time, error from job_run
      where job_id = j.id and status in ('done', 'failed', 'timeout', 'interrupted', 'missed')
      order by create_time desc, (status = 'done') desc limit 1) r
    left join sys_told_condition c on c.tenant_id = 0 and c.name = 'job/' || j.id and c.over_time is null
    where j.del_flag = 0 and (r.status = 'done') = (c.name is not null)
    order by r.fire_time, j.id`.execute(ctx.db)
  if (rows.length === 0) return
  const now = ctx.clock.now()
  await inTransaction(ctx, async (tx, emit) => {
    const news: LastRun[] = []
    for (const row of rows) {
      const condition = { tenantId: 0, name: `job/${row.jobId}`, now, quietMs: QUIET_MS }
      if (row.isTold) await endCondition(tx, condition)
      else if (await beginCondition(tx, condition)) news.push(row)
    }
    const [first] = news
    if (first === undefined) return
    await notifyUsers(tx, emit, {
      tenantId: 0,
      userIds: await platformAdministrators(tx),
      title:
        news.length === 1
          ? `定时任务“${titleOf(ctx, first)}”${words[first.status] ?? ''}`
          : `${news.length} 个定时任务没有成功`,
      text: [
        ...news.slice(0, MOST_NAMED).map((run) => lineOf(ctx, run)),
        ...(news.length > MOST_NAMED ? [`另有 ${news.length - MOST_NAMED} 个，见“定时任务”`] : []),
        '请到“定时任务”的执行记录查看原因，处理后执行一次；再次成功之前不重复提醒。',
      ].join('\n'),
      level: 2,
      open: { type: 'url', page: '/isystem/QuartzJobList' },
      about: { type: 'jobFailed', id: first.jobId },
      event: 'operations',
      now,
    })
  })
}

const titleOf = (ctx: Context, { jobClassName }: LastRun): string =>
  ctx.jobs.of(jobClassName)?.title ?? jobClassName

const lineOf = (ctx: Context, run: LastRun): string =>
  `${titleOf(ctx, run)}：${shanghaiTime(run.fireTime.getTime())} ${words[run.status] ?? ''}${run.error === null ? '' : `，${run.error.slice(0, 200)}`}`
