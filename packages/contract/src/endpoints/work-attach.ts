import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import { ticketBase, ticketId, ticketMove, ticketMoveInput } from './work-ticket.ts'

/** A file of a ticket, as its tab shows it. */
export interface AttachRow {
  readonly id: string
  readonly bizType: string
  readonly bizType_dictText: string
  readonly fileName: string
  readonly filePath: string
  /** Bytes. */
  readonly fileSize: number
  readonly sha256: string
  readonly remark: string | null
  readonly byName: string | null
  /** `YYYY-MM-DD HH:mm:ss`, Asia/Shanghai. */
  readonly createTime: string
}

/** The files of a ticket and what the caller may do with them. */
export interface Attachments {
  readonly rows: readonly AttachRow[]
  readonly mayAdd: boolean
  readonly mayRemove: boolean
}

/** Files of tickets (3-domain.md §3.5 LoWorkAttach); who may add and take away is said in decision 0938. */
const access = { permission: 'lo:work:list', orNamed: true } as const
export const attachEndpoints = {
  list: defineEndpoint<Attachments>()({
    methods: ['GET'],
    path: `${ticketBase}/attachments`,
    title: '工作票附件',
    access,
    input: z.object({ id: ticketId }),
  }),
  add: ticketMove({
    methods: ['POST'],
    path: `${ticketBase}/attachAdd`,
    title: '上传附件',
    access,
    input: z.object({
      ...ticketMoveInput,
      /** Stored path of a file that the caller has uploaded. */
      path: z.string().min(1, '请选择文件').max(255),
      bizType: z.string().min(1, '请选择附件类型').max(4),
      remark: z.string().trim().max(200, '说明最多 200 字').default(''),
    }),
  }),
  remove: ticketMove({
    methods: ['POST'],
    path: `${ticketBase}/attachRemove`,
    title: '删除附件',
    access,
    input: z.object({ ...ticketMoveInput, attachId: ticketId }),
  }),
} as const
