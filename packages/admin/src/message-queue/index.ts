import {
  chatChannels,
  message,
  messageChannels,
  messageEndpoints as calls,
  messageState,
  type QueueSummary,
} from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { inTransaction } from '@suoan/platform/db/transaction'
import { idsOf, mountResource, originOf, recordAudit } from '@suoan/platform/resource'
import type { Carrier } from './carrier.ts'
import { mailCarrier } from './carriers/mail.ts'
import { robotCarriers } from './carriers/robots.ts'
import { smsCarrier } from './carriers/sms.ts'
import { voiceCarrier } from './carriers/voice.ts'
import { messageHooks } from './message-hooks.ts'
import { resendJob } from './resend-job.ts'
import { createSender, type Sender } from './sender.ts'
import { wayOf } from './way-of.ts'

export { enqueue, type Queued } from './queue.ts'
export { channelOf } from './message-hooks.ts'
export { sealedFor } from './carriers/robots.ts'
export { objectionToAddress } from './guarded-post.ts'
export { wayOf } from './way-of.ts'
export { receiversOf } from './receivers.ts'
export { escapeHtml } from './plain-text.ts'

const senders = new WeakMap<Context, Sender>()

/** Every message that is due has been sent or has failed: for tests, and for a job that sends again. */
export async function queueSettled(ctx: Context): Promise<void> {
  await senders.get(ctx)?.settle()
}

/** 消息管理 (5-screens.md §7.1): the queue of what leaves the console, its sender, what is sent again by hand. */
export const messageQueue: Feature = (mount) => {
  const { app, ctx, bind } = mount
  mountResource(mount, message, messageHooks(ctx))

  const carriers: readonly Carrier[] = [
    systemCarrier,
    mailCarrier(),
    smsCarrier(),
    voiceCarrier(),
    ...robotCarriers(),
  ]
  const sender = createSender(ctx, carriers)
  senders.set(ctx, sender)
  ctx.broadcasts.on('messages.queued', () => sender.wake())
  // Retries, messages of other nodes and of a node that died. The look itself waits for nothing.
  ctx.timers.onLook(async () => sender.wake())
  app.addHook('onClose', () => sender.stop())
  ctx.jobs.declare(resendJob)

  bind(calls.summary, ({ actor }) => summaryOf(ctx, actor))
  bind(calls.resend, async ({ input, actor, request }) => {
    const queued = await inTransaction(ctx, async (tx, emit) => {
      const { rows } = await sql<{ id: string }>`
        update sys_sms set state = ${messageState.waiting}, es_send_num = 0, es_result = null,
          next_time = ${new Date(ctx.clock.now())}, update_by = ${actor.username}, update_time = ${new Date(ctx.clock.now())}
        where tenant_id = ${actor.tenantId} and state in (2, 3, 4, 5) and (lease_until is null or lease_until < now())
          and ${input.allDead ? sql`state = ${messageState.dead}` : sql`id = any(${chosen(input.ids)}::text[])`}
        returning id`.execute(tx)
      if (rows.length === 0)
        throw fail('REFUSED', {
          detail: input.allDead
            ? '没有死信需要重新发送'
            : '所选消息已送出、正在发送或已删除，没有重新发送任何消息',
        })
      await recordAudit(tx, {
        actor,
        content: `重新发送消息 ${rows.length} 条`,
        operateType: 3,
        origin: originOf(request),
        now: ctx.clock.now(),
      })
      emit('messages.queued', {})
      return rows.length
    })
    return answered({ queued }, `已重新排队 ${queued} 条消息，稍后刷新查看结果`)
  })
  bind(calls.cancel, async ({ input, actor, request }) => {
    const cancelled = await inTransaction(ctx, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        update sys_sms set state = ${messageState.cancelled}, next_time = null, update_by = ${actor.username},
          update_time = ${new Date(ctx.clock.now())}
        where tenant_id = ${actor.tenantId} and state in (0, 2) and (lease_until is null or lease_until < now())
          and id = any(${chosen(input.ids)}::text[]) returning id`.execute(tx)
      if (rows.length === 0)
        throw fail('REFUSED', { detail: '所选消息已送出、正在发送或已取消，没有取消任何消息' })
      await recordAudit(tx, {
        actor,
        content: `取消待发送的消息 ${rows.length} 条`,
        operateType: 3,
        origin: originOf(request),
        now: ctx.clock.now(),
      })
      return rows.length
    })
    return answered({ cancelled }, `已取消 ${cancelled} 条消息`)
  })
}

/** The bell: written by the sender itself, in the transaction of the note that it was done. */
const systemCarrier: Carrier = {
  channel: 'system',
  atOnce: 2,
  deliver: () => Promise.reject(new Error('messages of the bell are written by the sender')),
}

function chosen(ids: string | readonly string[]): readonly string[] {
  const list = idsOf(ids)
  if (list.length === 0) throw fail('BAD_INPUT', { detail: '请选择一条记录！' })
  return list
}

async function summaryOf(ctx: Context, { tenantId }: Actor): Promise<QueueSummary> {
  const { rows } = await sql<Omit<QueueSummary, 'channels'>>`
    select count(*) filter (where state = 0)::int as waiting, count(*) filter (where state = 2)::int as retrying,
      count(*) filter (where state = 3)::int as dead, count(*) filter (where state = 4)::int as undeliverable
    from sys_sms where tenant_id = ${tenantId} and state in (0, 2, 3, 4)`.execute(ctx.db)
  const robots = await sql<{ kind: string }>`
    select distinct kind from sys_message_robot where tenant_id = ${tenantId} and enabled = '1'`.execute(
    ctx.db,
  )
  const chats: readonly string[] = chatChannels
  return {
    channels: messageChannels.map(([channel, title]) => ({
      channel,
      title,
      // A group is reached where there is a robot of it.
      delivery:
        chats.includes(channel) && !robots.rows.some(({ kind }) => kind === channel)
          ? 'none'
          : wayOf(ctx, channel),
    })),
    waiting: rows[0]?.waiting ?? 0,
    retrying: rows[0]?.retrying ?? 0,
    dead: rows[0]?.dead ?? 0,
    undeliverable: rows[0]?.undeliverable ?? 0,
  }
}
