import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'
import type { Filled, Presented } from '../presented.ts'
import type { uncloseLock } from '../resources/alarm.ts'
import { told } from './work-ticket.ts'

/** Unclosed-lock warnings and alarms beyond the verbs (3-domain.md §3.7, §5.10). */
const base = '/louncloselock/loUncloseLock'
const alarmBase = '/loalarm/loAlarm'
const id = z.string().min(1, '缺少警告编号').max(32)
const remark = z.string().trim().max(255, '说明最多 255 个字')
const perform = (action: string) => ({
  methods: ['POST'] as const,
  access: { permission: `lo:warn:${action}` },
})

/** What lists show beside a warning: its lock, and the name of its area. */
export interface WarningMore {
  lockName: string
  lockCode: string
  areaName: string
  lockStatus: number | null
  stateTrust: number | null
}

/** A warning in lists, with its texts and how long the lock has been open. */
export type WarningRow = Filled<
  Presented<typeof uncloseLock>,
  'warnNo' | 'warnType' | 'warnLevel' | 'lockId' | 'durationSec' | 'status'
> &
  WarningMore

/** `waiting`: the first of two people has asked, another must confirm within ten minutes. */
export interface ClosingAnswer {
  done: boolean
  waiting: boolean
}

export const warningEndpoints = {
  myList: defineEndpoint<Page<WarningRow>>()({
    methods: ['GET'],
    access: 'signedIn',
    path: `${base}/myList`,
    title: '我的未关锁警告',
    input: z.looseObject({
      status: z.string().max(20).optional(),
      level: z.string().max(20).optional(),
      warnLevel: z.string().max(20).optional(),
      warnType: z.string().max(60).optional(),
      areaCode: z.string().max(64).optional(),
    }),
  }),
  count: defineEndpoint<{ total: number; l1: number; l2: number; l3: number }>()({
    methods: ['GET'],
    access: 'signedIn',
    path: `${base}/count`,
    title: '未读未关锁警告数',
    input: z.object({}),
  }),
  ack: defineEndpoint<null>()({
    methods: ['POST'],
    access: { permission: 'lo:warn:ack', orNamed: true },
    path: `${base}/ack`,
    title: '确认警告',
    input: z.object({ id, remark: told(255).default('') }),
  }),
  adminClose: defineEndpoint<ClosingAnswer>()({
    ...perform('adminClose'),
    path: `${base}/adminClose`,
    title: '管理关闭',
    input: z.object({
      id,
      remark: remark.min(2, '请说明现场情况'),
      photo: z.string().max(1000).nullish(),
      secondUserId: z.string().max(32).nullish(),
      cause: z.string().max(4).nullish(),
    }),
  }),
  falseAlarm: defineEndpoint<ClosingAnswer>()({
    ...perform('falseAlarm'),
    path: `${base}/falseAlarm`,
    title: '标记误报',
    input: z.object({
      id,
      remark: remark.min(2, '请说明误报原因'),
      photo: z.string().max(1000).nullish(),
      secondUserId: z.string().max(32).nullish(),
    }),
  }),
  finding: defineEndpoint<null>()({
    ...perform('ack'),
    path: `${base}/finding`,
    title: '登记查明情况',
    input: z.object({
      id,
      finding: z.string().trim().min(2, '请填写查明情况').max(500, '最多 500 个字'),
      cause: z.string().max(4).nullish(),
    }),
  }),
  requestClose: defineEndpoint<{ notified: number }>()({
    ...perform('ack'),
    path: `${base}/requestClose`,
    title: '催促关锁',
    input: z.object({ id }),
  }),
} as const

const alarm = (action: 'ack' | 'close', title: string) => ({
  methods: ['POST'] as const,
  access: { permission: `lo:alarm:${action}` },
  path: `${alarmBase}/${action}`,
  title,
})

export const alarmEndpoints = {
  ack: defineEndpoint<null>()({
    ...alarm('ack', '确认报警'),
    input: z.object({ id: z.string().min(1, '缺少报警编号').max(32) }),
  }),
  close: defineEndpoint<null>()({
    ...alarm('close', '关闭报警'),
    input: z.object({
      id: z.string().min(1, '缺少报警编号').max(32),
      handleResult: z.string().trim().min(2, '请填写处理结果').max(255, '最多 255 个字'),
      incidentNo: z.string().trim().max(50).nullish(),
    }),
  }),
} as const
