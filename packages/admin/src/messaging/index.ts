import { messageEndpoints, type SentMessageRow } from '@suoan/contract'
import { sql } from 'kysely'
import type { Feature } from '@suoan/platform/http/route'
import { shownTo } from '@suoan/platform/resource'
import { deliveryOf, messagesSettled } from './send-message.ts'

export { sendBySmsGateway } from './sms-gateway.ts'
export { deliveryOf, messagesSettled, noteMessage, sendMessage, type Message } from './send-message.ts'

/** Short messages and mails: their gateways, and the outbox that stands in for them in a demo. */
export const messaging: Feature = ({ app, ctx, bind }) => {
  // A message that was promised is handed over before the database closes.
  app.addHook('onClose', () => messagesSettled(ctx))

  bind(messageEndpoints.outbox, async ({ input, actor }) => {
    const { rows } = await sql<SentMessageRow>`
      select id, channel, purpose, recipient, subject, content, state, error,
        left(created_at::text, 19) as created_at, left(settled_at::text, 19) as settled_at
      from sent_message order by created_at desc, id desc
      limit ${input.pageSize} offset ${(input.pageNo - 1) * input.pageSize}`.execute(ctx.db)
    const counted = await sql<{ total: number }>`select count(*)::int as total from sent_message`.execute(
      ctx.db,
    )
    const total = counted.rows[0]?.total ?? 0
    return {
      sms: deliveryOf(ctx, 'sms'),
      mail: deliveryOf(ctx, 'mail'),
      page: {
        records: rows.map((row) => ({
          ...row,
          recipient: shownTo(actor, row.channel === 'mail' ? 'mail' : 'phone', row.recipient) ?? '',
        })),
        total,
        size: input.pageSize,
        current: input.pageNo,
        pages: Math.ceil(total / input.pageSize),
      },
    }
  })
}
