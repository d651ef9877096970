import type { JobRunRow, JobRunStatus, Page } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'

type Stored = Omit<JobRunRow, 'title' | 'fireTime' | 'beginTime' | 'endTime' | 'durationMs'> & {
  readonly fireTime: Date
  readonly beginTime: Date | null
  readonly endTime: Date | null
  readonly durationMs: string | null
}

/** What became of runs, newest first: of all jobs or of one. */
export async function listRuns(
  ctx: Context,
  {
    pageNo,
    pageSize,
    jobId,
    status,
  }: { pageNo: number; pageSize: number; jobId?: string | undefined; status?: JobRunStatus | undefined },
): Promise<Page<JobRunRow>> {
  const which = sql`${jobId === undefined || jobId === '' ? sql`true` : sql`job_id = ${jobId}`}
    and ${status === undefined ? sql`true` : sql`status = ${status}`}`
  const { rows } = await sql<Stored>`
    select id, job_id, job_class_name, is_manual, status, fire_time, begin_time, end_time, duration_ms, output, error,
      missed_count, attempts, node, create_by
    from job_run where ${which} order by create_time desc, id desc
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  // By itself: a page past the end has no row that could carry it.
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from job_run where ${which}`.execute(ctx.db)
  const total = counted.rows[0]?.total ?? 0
  const time = (at: Date | null): string | null => (at === null ? null : shanghaiTime(at.getTime()))
  return {
    records: rows.map((row) => ({
      ...row,
      title: ctx.jobs.of(row.jobClassName)?.title ?? row.jobClassName,
      fireTime: shanghaiTime(row.fireTime.getTime()),
      beginTime: time(row.beginTime),
      endTime: time(row.endTime),
      durationMs: row.durationMs === null ? null : Number(row.durationMs),
    })),
    total,
    size: pageSize,
    current: pageNo,
    pages: Math.ceil(total / pageSize),
  }
}
