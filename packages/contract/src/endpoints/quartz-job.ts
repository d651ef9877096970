import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'

/** A job that the program knows: what 任务类名 may say. */
export interface JobClass {
  /** `jobs.LogRetention` */
  name: string
  title: string
  /** What it does, in Chinese. */
  description: string
  /** Its parameters, each with what it means and what holds where it is not given. */
  parameters: { name: string; meaning: string; initial: string | null; isRequired: boolean }[]
  /** A parameter text to begin with; '' where there are none. */
  example: string
  timeoutSeconds: number
  /** No expression may run it more often than this, seconds. */
  minIntervalSeconds: number
  /** May not be stopped or deleted. */
  isEssential: boolean
}

export const jobRunStatuses = [
  'waiting',
  'running',
  'done',
  'failed',
  'timeout',
  'cancelled',
  'interrupted',
  'missed',
] as const
export type JobRunStatus = (typeof jobRunStatuses)[number]

/** One execution of a job, or times that passed without one (`missed`). */
export interface JobRunRow {
  id: string
  jobId: string
  jobClassName: string
  /** The job's Chinese title; the class name where this version does not know it. */
  title: string
  /** Whether a person asked for it (执行一次). */
  isManual: boolean
  status: JobRunStatus
  /** When it was to run; wire time. */
  fireTime: string
  beginTime: string | null
  endTime: string | null
  durationMs: number | null
  /** What the job told, at most 16,384 characters. */
  output: string
  error: string | null
  /** How many times passed without a run; 0 for a run. */
  missedCount: number
  attempts: number
  /** The server that ran it. */
  node: string | null
  createBy: string | null
}

const id = z.object({ id: z.string().min(1, '缺少任务编号').max(64) })
const page = {
  pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).catch(10).default(10),
}

export const quartzJobEndpoints = {
  pause: defineEndpoint<null>()({
    title: '停止定时任务',
    methods: ['GET'],
    path: '/sys/quartzJob/pause',
    access: { permission: 'system:quartzJob:pause' },
    platformOnly: true,
    input: id,
  }),
  resume: defineEndpoint<null>()({
    title: '启动定时任务',
    methods: ['GET'],
    path: '/sys/quartzJob/resume',
    access: { permission: 'system:quartzJob:resume' },
    platformOnly: true,
    input: id,
  }),
  execute: defineEndpoint<{ runId: string; status: JobRunStatus } | null>()({
    title: '执行一次定时任务',
    methods: ['GET'],
    path: '/sys/quartzJob/execute',
    access: { permission: 'system:quartzJob:execute' },
    platformOnly: true,
    input: id,
  }),
  classes: defineEndpoint<JobClass[]>()({
    title: '可用的任务类',
    methods: ['GET'],
    path: '/sys/quartzJob/classes',
    access: { permission: 'system:quartzJob:list' },
    platformOnly: true,
    input: z.object({}),
  }),
  nextRuns: defineEndpoint<string[]>()({
    title: '最近十次执行时间',
    methods: ['GET'],
    path: '/sys/quartzJob/nextRuns',
    access: { permission: 'system:quartzJob:list' },
    platformOnly: true,
    input: z.object({ cronExpression: z.string().min(1, '请输入cron表达式').max(255) }),
  }),
  runs: defineEndpoint<Page<JobRunRow>>()({
    title: '定时任务执行记录',
    methods: ['GET'],
    path: '/sys/quartzJob/runs',
    access: { permission: 'system:quartzJob:list' },
    platformOnly: true,
    input: z.object({
      ...page,
      jobId: z.string().max(64).optional(),
      status: z.enum(jobRunStatuses).optional().catch(undefined),
    }),
  }),
  cancelRun: defineEndpoint<null>()({
    title: '终止定时任务的执行',
    methods: ['POST'],
    path: '/sys/quartzJob/cancelRun',
    access: { permission: 'system:quartzJob:execute' },
    platformOnly: true,
    input: id,
  }),
} as const
