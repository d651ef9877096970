import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/**
 * `waiting` for its turn, `running`, `done` (the file can be had until it expires), `failed`, `cancelled` by its owner, or
 * `interrupted` by the end of a server.
 */
export type ExportJobStatus = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted'

/** An export of one's own that is made in the background. */
export interface ExportJob {
  readonly id: string
  /** Of the list, e.g. 锁具日志. */
  readonly title: string
  readonly status: ExportJobStatus
  readonly rowsDone: number
  /** As the list told it when it was ordered; null where it did not. */
  readonly rowsExpected: number | null
  readonly bytes: number | null
  /** Why there is no file; else null. */
  readonly reason: string | null
  readonly createTime: string
  readonly endTime: string | null
  /** Until when the file is kept. */
  readonly expireTime: string | null
  /** The file, below the API base; null where there is none. */
  readonly fileUrl: string | null
}

const ofJob = { access: 'signedIn', input: z.object({ id: z.string().regex(/^\d{1,32}$/) }) } as const

/** 我的导出: what one has ordered oneself. `POST {base}/exportJob` orders one, with the parameters of `exportXls`. */
export const exportJobEndpoints = {
  list: defineEndpoint<readonly ExportJob[]>()({
    title: '我的导出',
    methods: ['GET'],
    path: '/sys/exportJob/list',
    access: 'signedIn',
    input: z.object({}),
  }),
  cancel: defineEndpoint<null>()({
    ...ofJob,
    title: '我的导出·取消',
    methods: ['POST'],
    path: '/sys/exportJob/cancel',
  }),
  /** Orders once more what was ordered then. */
  again: defineEndpoint<null>()({
    ...ofJob,
    title: '我的导出·重新导出',
    methods: ['POST'],
    path: '/sys/exportJob/again',
  }),
  remove: defineEndpoint<null>()({
    ...ofJob,
    title: '我的导出·删除',
    methods: ['DELETE'],
    path: '/sys/exportJob/delete',
  }),
} as const
