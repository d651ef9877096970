import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'
import type { Page } from '../envelope.ts'

/** How a channel's messages leave: by its gateway, into the outbox page (demo and development), or not at all. */
export type MessageDelivery = 'gateway' | 'outbox' | 'none'

/** A message that was sent, or kept because no gateway is configured. */
export interface SentMessageRow {
  id: string
  channel: 'sms' | 'mail'
  purpose: string
  /** Masked where a gateway sends it. */
  recipient: string
  subject: string | null
  /** Only in the outbox; what a gateway sends is not stored. */
  content: string | null
  state: 'queued' | 'sent' | 'failed' | 'kept'
  /** Why the gateway did not take it. */
  error: string | null
  createdAt: string
  settledAt: string | null
}

/** A line of text from a client: no NUL, which the database cannot hold. */
const line = (max: number) =>
  z
    .string()
    .max(max, `内容过长，最多 ${max} 个字符`)
    .refine((value) => !value.includes('\0'), '内容含有不能使用的字符')
const ids = z
  .union([line(70_000), z.array(line(64)).max(1_000, '一次最多处理 1000 条记录，请分批操作')])
  .default('')

/** Receivers that one call of `sendMsg` takes; a list of account names of up to 100 characters stays below the body limit. */
export const mostReceivers = 10_000

/** What a template becomes with values: what is missing or unknown is named, the rest is filled. */
export interface TemplatePreview {
  title: string
  /** Clean HTML where the template is rich text, else plain text. */
  content: string
  isHtml: boolean
  /** Variables without a value, by label and name. */
  missing: { name: string; label: string }[]
  /** All variables the text uses. */
  used: string[]
}

/** A variable as a form offers it. */
export interface EventVariables {
  event: string
  title: string
  variables: { name: string; label: string; sample: string }[]
}

/** How the messages of a channel leave, and how many of a tenant wait or are dead. */
export interface QueueSummary {
  channels: { channel: string; title: string; delivery: MessageDelivery }[]
  waiting: number
  retrying: number
  dead: number
  undeliverable: number
}

export const messageEndpoints = {
  outbox: defineEndpoint<{ sms: MessageDelivery; mail: MessageDelivery; page: Page<SentMessageRow> }>()({
    methods: ['GET'],
    path: '/sys/message/outbox/list',
    access: { permission: 'system:outbox:list' },
    title: '消息发件箱',
    // The rows are of all tenants, and name people.
    platformOnly: true,
    input: z.object({
      pageNo: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).catch(10).default(10),
    }),
  }),
  /** 发送测试, and the way other programs send by a template (4-api.md §7.16). */
  send: defineEndpoint<{ queued: number }>()({
    methods: ['POST'],
    path: '/sys/message/sysMessageTemplate/sendMsg',
    access: { permission: 'system:messageTemplate:send' },
    title: '按模板发送消息',
    input: z.object({
      templateCode: line(32).min(1, '缺少模板CODE'),
      /** Account names, joined by commas. */
      receiver: line(1_500_000).default(''),
      /** A channel of `messageType`. */
      msgType: line(50).default(''),
      /** JSON text of the variables. */
      testData: line(20_000).nullish(),
    }),
  }),
  preview: defineEndpoint<TemplatePreview>()({
    methods: ['POST'],
    path: '/sys/message/sysMessageTemplate/preview',
    access: { permission: 'system:messageTemplate:list' },
    title: '预览消息模板',
    input: z.object({
      templateName: line(50).default(''),
      templateContent: line(4_000).default(''),
      templateType: line(1).default('1'),
      templateVars: line(2_000).nullish(),
      event: line(32).nullish(),
      testData: line(20_000).nullish(),
    }),
  }),
  events: defineEndpoint<EventVariables[]>()({
    methods: ['GET'],
    path: '/sys/message/sysMessageTemplate/events',
    access: { permission: 'system:messageTemplate:list' },
    title: '业务事件的变量',
    input: z.object({}),
  }),
  summary: defineEndpoint<QueueSummary>()({
    methods: ['GET'],
    path: '/sys/message/sysMessage/summary',
    access: { permission: 'system:message:list' },
    title: '消息队列概况',
    input: z.object({}),
  }),
  resend: defineEndpoint<{ queued: number }>()({
    methods: ['POST'],
    path: '/sys/message/sysMessage/resend',
    access: { permission: 'system:message:resend' },
    title: '重新发送消息',
    input: z.object({
      ids,
      /** Every dead one of the tenant instead of named ones. */
      allDead: z.boolean().default(false),
    }),
  }),
  cancel: defineEndpoint<{ cancelled: number }>()({
    methods: ['POST'],
    path: '/sys/message/sysMessage/cancel',
    access: { permission: 'system:message:resend' },
    title: '取消待发送的消息',
    input: z.object({ ids }),
  }),
}
