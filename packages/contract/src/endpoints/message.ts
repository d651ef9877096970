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
}
