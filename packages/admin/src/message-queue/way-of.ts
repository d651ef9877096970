import type { Context } from '@suoan/platform/context'
import { deliveryOf } from '../messaging/index.ts'

/** How messages of a channel leave here. */
export function wayOf(ctx: Context, channel: string): 'gateway' | 'outbox' | 'none' {
  if (channel === 'sms') return deliveryOf(ctx, 'sms')
  if (channel === 'email') return deliveryOf(ctx, 'mail')
  if (channel !== 'voice') return 'gateway'
  if (ctx.config.voice !== undefined) return 'gateway'
  return ctx.config.messageOutbox ? 'outbox' : 'none'
}
