import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'

/** Reading the lock log (3-domain.md §3.7). */
const base = '/lolocklog/loLockLog'
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式须为 YYYY-MM-DD')
const moment = z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '时间格式须为 YYYY-MM-DD HH:mm:ss')
const flag = z.enum(['0', '1']).optional()
const word = (max: number) => z.string().trim().max(max).optional()
const look = { methods: ['GET'] as const, access: { permission: 'lo:lockLog:list' } }

export type LogRecord = Record<string, unknown> & { id: string }

/** A page of the log; `cursor` fetches the next one at any depth. */
export type LogPage = Page<LogRecord> & { cursor: string | null }

export interface DayCount {
  /** `YYYY-MM-DD`, with the hour for `dim=hour`. */
  date: string
  openCount: number
  closeCount: number
  failCount: number
  alarmCount: number
  noTicketCount: number
}

export const lockRecordEndpoints = {
  selectCondition: defineEndpoint<LogPage>()({
    ...look,
    path: `${base}/selectCondition`,
    title: '按条件查询锁具日志',
    input: z.object({
      lockName: word(100),
      lockCode: word(32),
      areaCode: word(64),
      userId: word(32),
      eventType: word(200),
      openMethod: word(4),
      opResult: flag,
      workNo: word(40),
      beginTime: moment.optional(),
      endTime: moment.optional(),
      historical: flag,
      noTicket: flag,
      pageNo: z.coerce.number().int().catch(1),
      pageSize: z.coerce
        .number()
        .int()
        .transform((size) => Math.min(size, 1000))
        .catch(10),
      cursor: z.string().max(80).optional(),
    }),
  }),
  selectLockIdAreaCode: defineEndpoint<LogRecord[]>()({
    ...look,
    path: `${base}/selectLockIdAreaCode`,
    title: '按锁具或区域查询锁具日志',
    input: z.object({
      lockId: word(32),
      areaCode: word(64),
      limit: z.coerce.number().int().min(1).max(200, '一次最多查询 200 条').default(50),
      beforeId: word(32),
    }),
  }),
  selectDate: defineEndpoint<DayCount[]>()({
    ...look,
    path: `${base}/selectDate`,
    title: '按日期统计开关锁',
    input: z.object({
      beginDate: day,
      endDate: day,
      areaCode: word(64),
      lockId: word(32),
      dim: z.enum(['day', 'hour']).default('day'),
    }),
  }),
} as const

/** How a row of the log stands in the chain of its lock, and what was said of it later. */
export interface LogMark {
  readonly id: string
  /** Its number in the chain; null where it is in none. */
  readonly seq: number | null
  readonly state: 'ok' | 'broken' | 'unchained'
  readonly remarks: readonly { readonly text: string; readonly name: string; readonly time: string }[]
}

export const lockLogEndpoints = {
  marks: defineEndpoint<LogMark[]>()({
    ...look,
    path: `${base}/marks`,
    title: '锁具日志证据链标记',
    input: z.object({
      ids: z
        .string()
        .transform((ids) => [...new Set(ids.split(',').map((id) => id.trim()))].filter(Boolean))
        .refine((ids) => ids.length > 0 && ids.length <= 200, '一次查询 1 到 200 条'),
    }),
  }),
  remark: defineEndpoint<null>()({
    methods: ['POST'],
    access: { permission: 'lo:warn:ack' },
    path: `${base}/remark`,
    title: '锁具日志备注',
    input: z.object({
      logId: z.string().min(1, '缺少日志编号').max(32),
      remark: z.string().trim().min(2, '备注至少 2 个字').max(255, '备注最多 255 个字'),
    }),
  }),
  /**
   * The log as its export would have it: as CSV and, of few rows, as PDF, with the heads of the chains, in an archive with a
   * manifest that the installation has signed. Takes the parameters of `exportXls`; sends the ZIP file itself.
   */
  exportSigned: defineEndpoint<null>()({
    methods: ['GET'],
    access: { permission: 'lo:lockLog:export' },
    path: `${base}/exportSigned`,
    title: '导出签名的锁具日志',
    sendsFile: true,
    input: z.looseObject({}),
  }),
} as const
