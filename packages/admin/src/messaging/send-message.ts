import { newId } from '@suoan/kit/id'
import { masked } from '@suoan/kit/mask'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context, Tx } from '@suoan/platform/context'
import { sendByMailServer } from './mail-server.ts'
import { sendBySmsGateway } from './sms-gateway.ts'

/** A message to one person outside the console. */
export type Message =
  | {
      readonly channel: 'sms'
      readonly purpose: string
      readonly to: string
      readonly text: string
      readonly code: string | null
    }
  | {
      readonly channel: 'mail'
      readonly purpose: string
      readonly to: string
      readonly subject: string
      readonly text: string
    }

/** How messages of a channel leave: through the gateway, into the outbox of a demo, or not at all. */
export type Delivery = 'gateway' | 'outbox' | 'none'

/** What the configuration provides for a channel. */
export function deliveryOf(ctx: Context, channel: Message['channel']): Delivery {
  if (ctx.config[channel] !== undefined) return 'gateway'
  return ctx.config.messageOutbox ? 'outbox' : 'none'
}

/** Waits before the second and the third try, ms. */
const PAUSES_MS = [0, 500, 3_000]
/** Rows of what was sent are kept this long. */
const KEPT_MS = 7 * 86_400_000

const underWay = new WeakMap<Context, Set<Promise<void>>>()

/** Notes the message and starts to send it; does not wait for the gateway. */
export async function sendMessage(ctx: Context, message: Message): Promise<void> {
  const send = await noteMessage(ctx.db, ctx, message, true)
  send()
}

/**
 * Notes the message among the sent ones and gives what starts to send it, to be called after the commit. One that is not
 * meant costs the same statements and leaves nothing, and nobody waits for the gateway, so that the time of an answer
 * tells nobody whether a message was sent (security.md V15). Its text stays in memory, except in the outbox of a demo.
 */
export async function noteMessage(
  db: Context['db'] | Tx,
  ctx: Context,
  message: Message,
  isMeant: boolean,
): Promise<() => void> {
  const delivery = deliveryOf(ctx, message.channel)
  if (delivery === 'none') return () => {}
  const isKept = delivery === 'outbox'
  const id = newId()
  const now = new Date(ctx.clock.now())
  await db
    .insertInto('sentMessage')
    .values({
      id,
      channel: message.channel,
      purpose: message.purpose,
      recipient: isKept ? message.to : toFind(message.to),
      subject: message.channel === 'mail' ? message.subject : null,
      content: isKept ? message.text : null,
      state: isKept ? 'kept' : 'queued',
      createdAt: now,
      settledAt: isKept ? now : null,
    })
    .execute()
  await db
    .deleteFrom('sentMessage')
    .where((where) =>
      where.or([
        where('createdAt', '<', new Date(now.getTime() - KEPT_MS)),
        where('id', '=', isMeant ? '' : id),
      ]),
    )
    .execute()
  return () => {
    if (isKept || !isMeant) return
    const sending = underWay.get(ctx) ?? new Set()
    underWay.set(ctx, sending)
    const work = deliver(ctx, id, message).finally(() => sending.delete(work))
    sending.add(work)
  }
}

/** Resolves when every message under way has been taken or given up. */
export async function messagesSettled(ctx: Context): Promise<void> {
  const sending = underWay.get(ctx)
  if (sending) await Promise.all(sending)
}

async function deliver(ctx: Context, id: string, message: Message): Promise<void> {
  let reason = ''
  for (const pause of PAUSES_MS) {
    if (pause > 0) await sleep(pause)
    try {
      await handOver(ctx, id, message)
      await settle(ctx, id, 'sent', null)
      return
    } catch (error) {
      // Whatever the network or the gateway says, the next try may do better; the last reason is kept for the operator.
      reason = error instanceof Error ? error.message : String(error)
      ctx.log.warn({ err: error, channel: message.channel, messageId: id }, 'a message was not taken')
    }
  }
  // Servers repeat the address in their refusals (decision 0508).
  await settle(ctx, id, 'failed', masked('within', reason).slice(0, 300))
}

async function handOver(ctx: Context, id: string, message: Message): Promise<void> {
  const { sms, mail } = ctx.config
  if (message.channel === 'sms' && sms !== undefined) await sendBySmsGateway(sms, { ...message, id })
  if (message.channel === 'mail' && mail !== undefined) await sendByMailServer(mail, message)
}

async function settle(
  ctx: Context,
  id: string,
  state: 'sent' | 'failed',
  error: string | null,
): Promise<void> {
  try {
    await ctx.db
      .updateTable('sentMessage')
      .set({ state, error, settledAt: new Date(ctx.clock.now()) })
      .where('id', '=', id)
      .execute()
  } catch (cause) {
    // Nobody waits for this: the row stays 待发送 and the log says why.
    ctx.log.error({ err: cause, messageId: id }, 'the state of a message was not stored')
  }
}

/** `139****0001`, `w***@mail.example`: enough for an operator to find the message, not the person. */
function toFind(to: string): string {
  const [name = '', host] = to.split('@')
  if (host !== undefined) return `${name.slice(0, 1)}***@${host}`.slice(0, 120)
  return to.length > 7 ? `${to.slice(0, 3)}****${to.slice(-4)}` : '****'
}
