import { CronError, longestInterval, nextRuns, shortestInterval } from '@suoan/kit/cron'
import { z } from 'zod'
import { MIN_INTERVAL_SECONDS, type AnyJob, type Jobs } from './registry.ts'

/** The zone of every expression (design/stack-backend.md: the plant's clock). */
export const JOB_ZONE = 'Asia/Shanghai'

export type JobCheck =
  | { readonly ok: true; readonly job: AnyJob; readonly parameters: unknown; readonly next: Date }
  | { readonly ok: false; readonly reason: string; readonly about: 'class' | 'cron' | 'parameter' }

/**
 * Whether a row may be saved and run (design/security.md V21): the class is one that the program knows, the expression
 * has a next time and is not too frequent, and the parameter is what the class asks for. Reasons are Chinese.
 */
export function checkJob(
  jobs: Jobs,
  row: {
    readonly jobClassName: string
    readonly cronExpression: string
    readonly parameter: string | null
  },
  now: number,
): JobCheck {
  const job = jobs.of(row.jobClassName.trim())
  if (!job) return { ok: false, about: 'class', reason: `后台找不到该类名：${row.jobClassName}` }
  const times = timesOf(row.cronExpression, now, 1)
  if (!times.ok) return { ok: false, about: 'cron', reason: times.reason }
  const [next] = times.times
  if (!next) return { ok: false, about: 'cron', reason: 'cron表达式以后没有执行时间，请修改年份或日期' }
  const least = job.minIntervalSeconds ?? MIN_INTERVAL_SECONDS
  if (shortestInterval(row.cronExpression) < least * 1000)
    return {
      ok: false,
      about: 'cron',
      reason: `“${job.title}”最短每 ${intervalText(least)}执行一次，请把cron表达式改得稀一些`,
    }
  const most = job.maxIntervalSeconds
  if (most !== undefined && longestInterval(row.cronExpression) > most * 1000)
    return {
      ok: false,
      about: 'cron',
      reason: `“${job.title}”至少每 ${intervalText(most)}要执行一次，且不能限定年份，请修改cron表达式`,
    }
  const read = readParameter(job, row.parameter)
  return read.ok ? { ok: true, job, parameters: read.parameters, next } : { ...read, about: 'parameter' }
}

/** The next times of an expression after `now` (epoch ms), or why it means nothing, in Chinese. */
export function timesOf(
  expression: string,
  now: number,
  count: number,
): { readonly ok: true; readonly times: Date[] } | { readonly ok: false; readonly reason: string } {
  try {
    return { ok: true, times: nextRuns(expression, { from: new Date(now), count, zone: JOB_ZONE }) }
  } catch (error) {
    if (error instanceof CronError) return { ok: false, reason: `cron表达式不正确：${error.message}` }
    throw error
  }
}

type Read =
  | { readonly ok: true; readonly parameters: unknown }
  | { readonly ok: false; readonly reason: string }

/** The parameter text of a row by the schema of its class; empty is `{}`. */
function readParameter(job: AnyJob, parameter: string | null): Read {
  let given: unknown = {}
  if (parameter !== null && parameter.trim() !== '') {
    try {
      given = JSON.parse(parameter)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      return { ok: false, reason: `参数应为 JSON，例如 ${exampleOf(job) || '{}'}` }
    }
  }
  const read = job.parameters.safeParse(given)
  if (read.success) return { ok: true, parameters: read.data }
  const issue = read.error.issues[0]
  const where = issue?.path.join('.') ?? ''
  return {
    ok: false,
    reason: `“${job.title}”的参数${where === '' ? '' : `“${where}”`}不正确：${issue?.message ?? '请对照说明填写'}`,
  }
}

/**
 * Names in the parameter text that the class does not know: a misspelt one would change nothing, in silence. Asked when a
 * row is saved only, so that a row goes on running when a later version drops a parameter.
 */
export function unknownParameters(job: AnyJob, parameter: string | null): string[] {
  if (parameter === null || parameter.trim() === '') return []
  const known = new Set(parametersOf(job).map(({ name }) => name))
  return Object.keys(JSON.parse(parameter) as object).filter((name) => !known.has(name))
}

/** What the schema of a class says about each of its parameters. */
export function parametersOf(
  job: AnyJob,
): { name: string; meaning: string; initial: string | null; isRequired: boolean }[] {
  const schema = z.toJSONSchema(job.parameters, { io: 'input', unrepresentable: 'any' })
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { description, default: initial } = typeof property === 'boolean' ? {} : property
    return {
      name,
      meaning: description ?? '',
      initial: initial === undefined ? null : JSON.stringify(initial),
      isRequired: required.has(name),
    }
  })
}

/** A parameter text to begin with: all that have a default, by it. */
export function exampleOf(job: AnyJob): string {
  const given = parametersOf(job).filter(({ initial }) => initial !== null)
  if (given.length === 0) return ''
  return `{${given.map(({ name, initial }) => `"${name}":${initial}`).join(',')}}`
}

function intervalText(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} 小时`
  return seconds % 60 === 0 ? `${seconds / 60} 分钟` : `${seconds} 秒`
}
