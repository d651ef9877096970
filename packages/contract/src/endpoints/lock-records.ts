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
