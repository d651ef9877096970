import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

const id = z.string().max(64)

/** Somebody who is on duty now. */
export interface OnDuty {
  readonly id: string
  readonly userId: string
  readonly realname: string
  readonly dutyPost: string
  readonly areaName: string | null
  readonly sequence: number
  readonly startTime: string
  readonly endTime: string
  /** He has left a number that can be called. */
  readonly hasPhone: boolean
}

/** Shifts that one call of `arrange` makes at most. */
export const mostShifts = 400

export const dutyShiftEndpoints = {
  /** For everybody who may open the list: whom to call. */
  now: defineEndpoint<{ onDuty: OnDuty[]; calls: boolean }>()({
    title: '当前值班',
    methods: ['GET'],
    path: '/lodutyshift/loDutyShift/now',
    access: { permission: 'lo:dutyShift:list' },
    input: z.object({}),
  }),
  arrange: defineEndpoint<{ made: number }>()({
    title: '按轮换排班',
    methods: ['POST'],
    path: '/lodutyshift/loDutyShift/arrange',
    access: { permission: 'lo:dutyShift:add' },
    input: z.object({
      /** `lo_duty_post`. */
      dutyPost: z.enum(['DUTY', 'SAFETY'], '没有这个值班岗位，请重新选择'),
      areaId: id.nullish(),
      sequence: z.coerce.number().int().min(1).max(3).default(1),
      /** In the order in which they take turns. */
      userIds: z.array(id).min(1, '请选择值班人').max(50, '一次最多 50 人轮换'),
      /** `YYYY-MM-DD HH:mm:ss` of the first shift. */
      startTime: z
        .string()
        .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, '开始时间应为 YYYY-MM-DD HH:mm:ss'),
      hours: z.coerce.number().int().min(1, '每班至少 1 小时').max(168, '每班最长 168 小时'),
      shifts: z.coerce
        .number()
        .int()
        .min(1, '至少排 1 班')
        .max(mostShifts, `一次最多排 ${mostShifts} 班，请分次排班`),
    }),
  }),
} as const
