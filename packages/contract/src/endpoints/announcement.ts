import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'
import { shellRoutes } from './shell-routes.ts'

/** Announcements and system messages (4-api.md §7.12–7.14); the misspellings are the wire's. */
const base = '/sys/annountCement'
const receipts = '/sys/sysAnnouncementSend'
const id = z.string().min(1, '缺少通告编号').max(32)
const word = z.string().trim().max(100).optional()
const mayPublish = { permission: 'system:announcement:edit' } as const

/** An announcement as the notice calls send it: the whole entity, times as wire text. */
export interface NoticeRow {
  id: string
  titile: string
  msgContent: string | null
  msgAbstract: string | null
  startTime: string | null
  endTime: string | null
  sender: string | null
  /** The sender's name; himself where he is no user. */
  sender_dictText: string | null
  /** L, M or H. */
  priority: string | null
  msgCategory: string
  msgType: string | null
  sendStatus: string
  sendTime: string | null
  cancelTime: string | null
  delFlag: string
  createBy: string | null
  createTime: string | null
  updateBy: string | null
  updateTime: string | null
  userIds: string | null
  busType: string | null
  busId: string | null
  /** `url` shows 去处理; `component` opens a page by its component name. */
  openType: string | null
  openPage: string | null
  dtTaskId: string | null
}

/** An unclosed-lock warning in the third tab of the bell (3-domain.md §3.8). */
export interface WarningNotice {
  id: string
  titile: string
  msgContent: string
  sender: string
  sendTime: string
  createTime: string
  /** H, M, L for level 3, 2, 1. */
  priority: 'H' | 'M' | 'L'
  openType: 'component'
  openPage: 'isps/userUncloseLock'
  /** The warning's number. */
  busId: string
}

/** `listByUser`: what the caller has not read; totals count all, lists hold at most `pageSize`. */
export interface OwnNotices {
  anntMsgList: NoticeRow[]
  anntMsgTotal: number
  sysMsgList: NoticeRow[]
  sysMsgTotal: number
  // @NOTE Spelt so on the wire.
  warringMsgList: WarningNotice[]
  warringMsgTotal: number
}

/** A row of 我的消息; `id` is the receipt's. */
export interface OwnReceipt {
  id: string
  anntId: string
  userId: string
  titile: string
  msgContent: string | null
  sender: string | null
  /** The sender's name; himself where he is no user. */
  sender_dictText: string | null
  priority: string | null
  readFlag: string
  sendTime: string | null
  pageNo: null
  pageSize: null
  msgCategory: string
  busId: string | null
  busType: string | null
  openType: string | null
  openPage: string | null
  bizSource: string | null
  msgAbstract: string | null
}

export const announcementEndpoints = {
  queryById: defineEndpoint<Record<string, unknown>>()({
    ...shellRoutes.readNotice,
    input: z.object({ id }),
  }),
  /** The announcement as a page of its own, for a frame: by a ticket for it, or by the cookie on our own site. */
  show: defineEndpoint<null>()({
    byTicket: true,
    byCookie: true,
    methods: ['GET'],
    access: 'signedIn',
    path: `${base}/show/:id`,
    title: '通告页面',
    input: z.object({ id }),
  }),
  release: defineEndpoint<null>()({
    methods: ['GET', 'POST'],
    access: mayPublish,
    path: `${base}/doReleaseData`,
    title: '发布通告',
    input: z.object({ id }),
  }),
  revoke: defineEndpoint<null>()({
    methods: ['GET', 'POST'],
    access: mayPublish,
    path: `${base}/doReovkeData`,
    title: '撤销通告',
    input: z.object({ id }),
  }),
  listByUser: defineEndpoint<OwnNotices>()({
    ...shellRoutes.listByUser,
    input: z.object({ pageSize: z.coerce.number().int().min(1).max(100).catch(5) }),
  }),
  syncNotic: defineEndpoint<null>()({
    methods: ['GET'],
    access: 'signedIn',
    path: `${base}/syncNotic`,
    title: '刷新消息铃',
    input: z.object({ anntId: z.string().max(32).optional() }),
  }),
  markRead: defineEndpoint<null>()({
    ...shellRoutes.markRead,
    input: z.object({ anntId: z.string().max(32).default('') }),
  }),
  readAll: defineEndpoint<null>()({
    methods: ['PUT', 'POST'],
    access: 'signedIn',
    path: `${receipts}/readAll`,
    title: '全部标注已读',
    input: z.object({}),
  }),
  ownReceipts: defineEndpoint<Page<OwnReceipt>>()({
    methods: ['GET'],
    access: 'signedIn',
    path: `${receipts}/getMyAnnouncementSend`,
    title: '我的消息',
    input: z.object({
      titile: word,
      sender: word,
      readFlag: z.enum(['0', '1']).optional().catch(undefined),
      msgCategory: z.enum(['1', '2']).optional().catch(undefined),
      busType: word,
      pageNo: z.coerce.number().int().min(1).max(100_000).catch(1),
      pageSize: z.coerce.number().int().min(1).max(1000).catch(10),
    }),
  }),
} as const
