import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'

/** Work that must follow on a change and has failed so far; it is tried again until it is done. */
export interface FailedReactionRow {
  id: string
  /** What is to be done, in Chinese. */
  title: string
  /** The lock, ticket or device it is about, as people name it. */
  subject: string
  attempts: number
  firstError: string
  lastError: string
  /** When the change happened, when the work failed first, and when it is tried next; wire times. */
  createdAt: string
  firstFailedAt: string
  nextTime: string
  /** Later work of the same subject that waits for this one. */
  behind: number
}

export const reactionEndpoints = {
  failed: defineEndpoint<Page<FailedReactionRow>>()({
    methods: ['GET'],
    path: '/sys/reaction/failed/list',
    access: { permission: 'system:reaction:list' },
    title: '失败的处理',
    input: z.object({
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).catch(10).default(10),
    }),
  }),
  retry: defineEndpoint<null>()({
    methods: ['POST'],
    path: '/sys/reaction/failed/retry',
    access: { permission: 'system:reaction:retry' },
    title: '立即重试失败的处理',
    input: z.object({ id: z.string().regex(/^\d{1,18}$/, '处理编号不正确') }),
  }),
}
