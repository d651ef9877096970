import { newId } from '@suoan/kit/id'
import { systemClock, type Clock } from '@suoan/kit/clock'
import { sql } from 'kysely'
import { hostname } from 'node:os'
import type { Context } from '../context.ts'
import { LEASE_SECONDS, RENEW_EVERY_MS } from '../db/lease.ts'
import { AppError } from '../fail.ts'
import { checkJob } from './check-job.ts'
import { createOutput, OUTPUT_CHARACTERS } from './output.ts'
import type { AnyJob } from './registry.ts'
import { addDeclaredJobs, realign, scheduleDue } from './schedule.ts'
import { tellFailures } from './tell-failures.ts'

/** Runs of one server at once: they share its connections with people. */
const MOST_AT_ONCE = 2
const EVERY_MS = 1_000
/** A run whose server died is begun anew this often in all; then it waits for the next time of the job. */
const MOST_ATTEMPTS = 2
/** One that the evidence hangs on is tried again when it fails, so often in all, with this long between two, ms. */
const ESSENTIAL_ATTEMPTS = 4
const RETRY_MS = 300_000
/** How often times are compared with the clock, ms. */
const REALIGN_MS = 60_000
/** A run that was ended has so long to stop by itself before the server goes on without it, ms. */
const STOP_MS = 5_000
const runningClock: Clock = { now: () => performance.now() }

type Ending = 'timeout' | 'cancelled' | 'lost' | 'stopped'

interface Claimed {
  readonly id: string
  readonly jobId: string
  readonly jobClassName: string
  readonly parameter: string | null
  readonly fireTime: Date
  readonly leaseId: string
}

interface Running {
  readonly run: Claimed
  readonly job: AnyJob
  readonly abort: AbortController
  /** By the clock that only runs. */
  readonly since: number
  ending: Ending | null
  readonly ended: Promise<void>
}

/** Runs what is due, at most two runs at a time, never inside the timers of safety. */
export interface JobRunner {
  /** Puts what is due into the queue, ends what takes too long, begins what waits. Does not wait for the runs. */
  look(): Promise<void>
  /** All that is due or waits has ended, as far as it can by now. */
  settle(): Promise<void>
  /** Keeps the leases of what runs; asks whether somebody ends it. */
  renew(): Promise<void>
  /** Begins nothing new; what runs is ended and left to the next start. */
  stop(): Promise<void>
}

export function createJobRunner(
  ctx: Context,
  // A replaced clock is the only time there is.
  clock: Clock = ctx.clock === systemClock ? runningClock : ctx.clock,
): JobRunner {
  const running = new Set<Running>()
  /** Classes whose run was ended and has not stopped: it must not begin again beside itself. */
  const stuck = new Set<string>()
  let isStopped = false
  let alignedAt = Number.NEGATIVE_INFINITY
  /** A run has ended or was missed since the last look at what is to be told. */
  let hasNews = true

  const end = (each: Running, why: Ending): void => {
    if (each.ending !== null) return
    each.ending = why
    each.abort.abort(new Error(`the run was ended: ${why}`))
  }

  const begin = (run: Claimed): void => {
    const abort = new AbortController()
    const since = clock.now()
    let leave = (): void => {}
    const ended = new Promise<void>((resolve) => (leave = resolve))
    const found = ctx.jobs.of(run.jobClassName)
    const each: Running = { run, job: found ?? unknownJob, abort, since, ending: null, ended }
    running.add(each)
    void carryOut(ctx, each, stuck, clock)
      // Its end could not be noted: the lease runs out, and it is begun anew.
      .catch((error: unknown) =>
        ctx.log.error({ err: error, job: run.jobClassName, run: run.id }, 'the end of a job was not noted'),
      )
      .finally(() => {
        running.delete(each)
        hasNews = true
        leave()
      })
  }

  const look = async (): Promise<void> => {
    const judged = ctx.timers.judged(ctx)
    const now = judged.clock.now()
    for (const each of running)
      if (clock.now() - each.since >= each.job.timeoutSeconds * 1000) end(each, 'timeout')
    if (isStopped) return
    if (clock.now() - alignedAt >= REALIGN_MS) {
      alignedAt = clock.now()
      await realign(ctx, now)
      // What another server has noted.
      hasNews = true
    }
    if (await scheduleDue(ctx, now)) hasNews = true
    await giveBackLost(
      ctx,
      [...running].map(({ run }) => run.id),
    )
    if (hasNews) {
      hasNews = false
      // People are told again with the next look; the jobs themselves do not wait for that.
      await tellFailures(ctx).catch((error: unknown) =>
        ctx.log.error({ err: error }, 'failures of jobs were not told'),
      )
    }
    while (running.size < MOST_AT_ONCE && !isStopped) {
      const busy = [...stuck, ...[...running].map(({ run }) => run.jobClassName)]
      const run = await claim(ctx, busy, now)
      if (!run) return
      begin(run)
    }
  }

  return {
    look,
    async settle() {
      for (;;) {
        await look()
        const under = [...running].filter(({ ending }) => ending === null)
        if (running.size === 0) return
        await Promise.race(
          under.length > 0 ? under.map(({ ended }) => ended) : [...running].map((r) => r.ended),
        )
      }
    },
    async renew() {
      for (const each of running) {
        const state = await keep(ctx, each.run)
        if (state !== null) end(each, state)
      }
    },
    async stop() {
      isStopped = true
      for (const each of running) end(each, 'stopped')
      await Promise.all([...running].map(({ ended }) => ended))
    },
  }
}

/** Stands for a class that this version does not have: the run fails, and says so. */
const unknownJob = { timeoutSeconds: 60 } as AnyJob

/** The oldest run that waits, of a class that runs nowhere; held by a lease of its own. */
async function claim(ctx: Context, busy: readonly string[], now: number): Promise<Claimed | undefined> {
  try {
    const { rows } = await sql<Claimed>`
      update job_run set status = 'running', attempts = attempts + 1, lease_id = ${newId()}, node = ${hostname().slice(0, 80)} || ' #' || ${process.pid}::int,
        lease_until = now() + make_interval(secs => ${LEASE_SECONDS}), begin_time = ${new Date(now)}, error = null
      where id = (select w.id from job_run w where w.status = 'waiting'
          and (w.not_before is null or w.not_before <= ${new Date(now)})
          and w.job_class_name <> all(${busy}::text[])
          and not exists (select from job_run r where r.status = 'running' and r.job_class_name = w.job_class_name)
        order by w.fire_time, w.id limit 1 for update skip locked)
      returning id, job_id, job_class_name, parameter, fire_time, lease_id`.execute(ctx.db)
    return rows[0]
  } catch (error) {
    // Another server began a run of this class at the same moment (`job_run_alone`).
    if (error instanceof Error && 'code' in error && error.code === '23505') return undefined
    throw error
  }
}

/** Runs whose server gave no word for the time of a lease wait again, or are told as interrupted. */
async function giveBackLost(ctx: Context, own: readonly string[]): Promise<void> {
  const at = new Date(ctx.clock.now())
  const { rows } = await sql<{ id: string; jobClassName: string; status: string }>`
    update job_run set lease_id = null, lease_until = null,
      status = case when is_cancelled then 'cancelled' when attempts < ${MOST_ATTEMPTS} then 'waiting' else 'interrupted' end,
      error = '执行它的服务器在执行中停止' || case when not is_cancelled and attempts < ${MOST_ATTEMPTS} then '，将重新执行' else '' end,
      end_time = case when not is_cancelled and attempts < ${MOST_ATTEMPTS} then null else ${at}::timestamptz end,
      duration_ms = case when not is_cancelled and attempts < ${MOST_ATTEMPTS} then null
        else greatest(0, extract(epoch from ${at}::timestamptz - begin_time) * 1000)::bigint end
    where id in (select id from job_run where status = 'running' and lease_until < now() and id <> all(${own}::text[])
      for update skip locked)
    returning id, job_class_name, status`.execute(ctx.db)
  for (const row of rows) ctx.log.warn({ ...row }, 'the server of a job has gone away')
}

/** Renews the lease; why the run must end, null while it may go on. */
async function keep(ctx: Context, { id, leaseId }: Claimed): Promise<Ending | null> {
  const { rows } = await sql<{ isCancelled: boolean }>`
    update job_run set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = ${id} and lease_id = ${leaseId} and status = 'running' returning is_cancelled`.execute(ctx.db)
  const [row] = rows
  if (!row) return 'lost'
  return row.isCancelled ? 'cancelled' : null
}

/** Runs the job and notes how it ended: at its end, or when it is ended and does not stop by itself. */
async function carryOut(ctx: Context, each: Running, stuck: Set<string>, clock: Clock): Promise<void> {
  const { run, job, abort } = each
  const output = createOutput()
  const work = Promise.resolve().then(async () => {
    const check = checkJob(ctx.jobs, { ...run, cronExpression: '0 0 0 * * ?' }, ctx.clock.now())
    if (!check.ok) throw new JobRefused(check.reason)
    return await job.run({
      ctx: ctx.timers.judged(ctx),
      parameters: check.parameters as never,
      dueAt: run.fireTime.getTime(),
      signal: abort.signal,
      say: output.say,
    })
  })
  const outcome = work.then(
    (text): Outcome => ({ text }),
    (error: unknown): Outcome => ({ error }),
  )
  const ended = await Promise.race([outcome, endedWithout(abort.signal)])
  if (ended === null) {
    ctx.log.error({ job: run.jobClassName, run: run.id }, 'a job was ended and does not stop')
    stuck.add(run.jobClassName)
    void outcome.then(() => stuck.delete(run.jobClassName))
  }
  await noteEnd(ctx, each, ended, output.text(), Math.max(0, Math.round(clock.now() - each.since)))
}

type Outcome = { readonly text: string } | { readonly error: unknown }

/** A run that cannot begin: its class or parameter is no more what it was when it was saved. */
class JobRefused extends Error {
  override readonly name = 'JobRefused'
}

/** Null, some seconds after the signal: the job has been asked to stop and has not. */
const endedWithout = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => setTimeout(() => resolve(null), STOP_MS).unref(), { once: true })
  })

async function noteEnd(
  ctx: Context,
  { run, job, ending }: Running,
  outcome: Outcome | null,
  told: string,
  durationMs: number,
): Promise<void> {
  if (ending === 'lost') return
  const own = sql`id = ${run.id} and lease_id = ${run.leaseId} and status = 'running'`
  if (ending === 'stopped' && !(outcome && 'text' in outcome)) {
    await sql`update job_run set status = 'waiting', attempts = attempts - 1, lease_id = null, lease_until = null,
      begin_time = null, node = null where ${own}`.execute(ctx.db)
    return
  }
  const answered = outcome !== null && 'text' in outcome
  const status = answered
    ? 'done'
    : ending === 'timeout'
      ? 'timeout'
      : ending === 'cancelled'
        ? 'cancelled'
        : 'failed'
  const attempt = await attemptsOf(ctx, run)
  if (status === 'failed' && job.isEssential && attempt < ESSENTIAL_ATTEMPTS) {
    const reason = reasonOf(ctx, run, job, ending, outcome)
    await sql`update job_run set status = 'waiting', not_before = ${new Date(ctx.clock.now() + RETRY_MS)},
        error = ${`第 ${attempt} 次${reason}；5 分钟后重试`.replaceAll('\0', '').slice(0, 1000)},
        lease_id = null, lease_until = null, node = null
      where ${own}`.execute(ctx.db)
    return
  }
  const error = answered ? null : reasonOf(ctx, run, job, ending, outcome)
  const text = [told, answered ? outcome.text.replaceAll('\0', '') : '']
    .filter((part) => part !== '')
    .join('\n')
  await sql`update job_run set status = ${status}, output = ${text.slice(0, OUTPUT_CHARACTERS)},
      error = ${error === null ? null : error.replaceAll('\0', '').slice(0, 1000)}, end_time = ${new Date(ctx.clock.now())},
      duration_ms = ${durationMs}, lease_id = null, lease_until = null
    where ${own}`.execute(ctx.db)
}

async function attemptsOf(ctx: Context, { id }: Claimed): Promise<number> {
  const { rows } = await sql<{ attempts: number }>`select attempts from job_run where id = ${id}`.execute(
    ctx.db,
  )
  return rows[0]?.attempts ?? 0
}

function reasonOf(
  ctx: Context,
  run: Claimed,
  job: AnyJob,
  ending: Ending | null,
  outcome: Outcome | null,
): string {
  const unstopped = outcome === null ? '；任务没有响应终止，它结束之前不会再次执行' : ''
  if (ending === 'timeout') return `执行超过 ${job.timeoutSeconds} 秒，已终止${unstopped}`
  if (ending === 'cancelled') return `已由管理员终止${unstopped}`
  const error = outcome && 'error' in outcome ? outcome.error : null
  if (error instanceof JobRefused || error instanceof AppError) return error.message
  ctx.log.error({ err: error, job: run.jobClassName, run: run.id }, 'a job failed')
  return `执行出错：${error instanceof Error ? error.message : String(error)}`
}

const runners = new WeakMap<Context, JobRunner>()

/** The runner of a server's context. */
export function jobRunnerOf(ctx: Context): JobRunner {
  const known = runners.get(ctx)
  if (known) return known
  const runner = createJobRunner(ctx)
  runners.set(ctx, runner)
  return runner
}

/** Runs jobs every second until the returned function is called; that ends what is under way. */
export async function startJobs(ctx: Context): Promise<() => Promise<void>> {
  await addDeclaredJobs(ctx)
  const runner = jobRunnerOf(ctx)
  let looking: Promise<void> | null = null
  let renewing: Promise<void> | null = null
  const looks = setInterval(() => {
    // A look that takes longer than the time between two is not begun again.
    looking ??= runner
      .look()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'jobs that are due could not be read'))
      .finally(() => (looking = null))
  }, EVERY_MS).unref()
  const renewals = setInterval(() => {
    renewing ??= runner
      .renew()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the leases of jobs were not renewed'))
      .finally(() => (renewing = null))
  }, RENEW_EVERY_MS).unref()
  return async () => {
    clearInterval(looks)
    await looking
    await runner.stop()
    clearInterval(renewals)
    await renewing
  }
}
