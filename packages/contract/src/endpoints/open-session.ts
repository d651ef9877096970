import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** What can be done about a lock that stands open (3-domain.md §6.2 open lists). */
const base = '/lolock/loLock'
/** Nobody is reminded of the same lock again within so many minutes. */
export const remindQuietMin = 5
/** At most so many minutes are asked for at once, and agreed to in all while no ticket says when an opening ends. */
export const mostExtendedMin = 240
const sessionId = z.string().min(1, '缺少开启记录').max(64)

/** More time that somebody has asked for and nobody has decided. */
export interface AskedExtension {
  readonly id: string
  readonly minutes: number
  readonly reason: string
  readonly askBy: string
  readonly askName: string
  /** The caller may decide it: somebody else has asked, and he has not opened the lock. */
  readonly mayDecide: boolean
}

export const openSessionEndpoints = {
  /** Asks those at the open locks to close them; who was asked a while ago (`remindQuietMin`) is left in peace. */
  remind: defineEndpoint<{ notified: number; waiting: number }>()({
    methods: ['POST'],
    access: { permission: 'lo:warn:ack' },
    path: `${base}/openRemind`,
    title: '提醒关锁',
    input: z.object({
      sessionIds: z.array(sessionId).min(1, '没有开着的锁').max(200, '一次最多提醒 200 把锁'),
    }),
  }),
  extendAsk: defineEndpoint<null>()({
    methods: ['POST'],
    access: 'signedIn',
    path: `${base}/openExtendAsk`,
    title: '申请延长开启时间',
    input: z.object({
      sessionId,
      minutes: z
        .number()
        .int()
        .min(5, '至少 5 分钟')
        .max(mostExtendedMin, `一次最多 ${mostExtendedMin} 分钟`),
      reason: z.string().trim().min(2, '请说明原因').max(200, '原因最多 200 个字'),
    }),
  }),
  extendDecide: defineEndpoint<null>()({
    methods: ['POST'],
    access: { permission: 'lo:warn:adminClose' },
    path: `${base}/openExtendDecide`,
    title: '审批延长开启时间',
    input: z.object({
      id: z.string().min(1, '缺少申请编号').max(32),
      agree: z.boolean(),
      remark: z.string().trim().max(200, '说明最多 200 个字').default(''),
    }),
  }),
} as const

/** Warnings of one area, person, reason or kind. */
export interface WarningGroup {
  readonly key: string
  readonly name: string
  readonly count: number
  /** Still live. */
  readonly live: number
  /** Risen to level 3. */
  readonly urgent: number
  readonly longestSec: number
}

export interface WarningStatistics {
  readonly total: number
  readonly live: number
  readonly byArea: readonly WarningGroup[]
  readonly byPerson: readonly WarningGroup[]
  readonly byCause: readonly WarningGroup[]
  readonly byType: readonly WarningGroup[]
  /** There were more than can be counted here: the period has to be shorter. */
  readonly isCut: boolean
}

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式须为 YYYY-MM-DD')
export const warningStatisticsEndpoints = {
  statistics: defineEndpoint<WarningStatistics>()({
    methods: ['GET'],
    access: { permission: 'lo:warn:list' },
    path: '/louncloselock/loUncloseLock/statistics',
    title: '未关锁警告统计',
    input: z.object({ beginDate: day, endDate: day }),
  }),
} as const
