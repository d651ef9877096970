import { messageState, type MessageChannel } from '@suoan/contract'
import { newId } from '@suoan/kit/id'
import { masked } from '@suoan/kit/mask'
import { sql } from 'kysely'
import type { Context, Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { askNamed } from '@suoan/platform/db/named-statements'
import { LEASE_SECONDS, RENEW_EVERY_MS } from '@suoan/platform/db/lease'
import { inTransaction } from '@suoan/platform/db/transaction'
import { notifyUsers } from '@suoan/platform/notices/notify-users'
import { Undeliverable, type Carrier, type Outgoing } from './carrier.ts'
import { plainText } from './plain-text.ts'
import { wayOf } from './way-of.ts'

/** A message is given up after so many attempts (4-api.md §14, “Message re-send attempts below 6”). */
const mostAttempts = 6
/** Seconds before the next attempt after the first, second, … one: an outage of two and a half hours loses nothing. */
const waits = [30, 120, 600, 1_800, 7_200]
/** Of urgent ones: what is urgent is told again by then anyway, or too late. */
const urgentWaits = [5, 15, 30, 60, 120]
/** Claimed at once for each place of a lane, so that settling one does not wait for a claim. */
const CLAIMED_PER_PLACE = 5

/** Sends what is in the queue, on this node. */
export interface Sender {
  /** Looks whether something is due. */
  wake(): void
  /** Sends whatever is due; returns when nothing is left that is. */
  settle(): Promise<void>
  /** Takes nothing new, waits for what is under way, gives the rest back. */
  stop(): Promise<void>
}

interface Claimed {
  readonly id: string
  readonly tenantId: number
  readonly title: string
  readonly content: string
  readonly isHtml: boolean
  readonly receiver: string
  readonly userId: string | null
  readonly robotId: string | null
  readonly level: 1 | 2 | 3
  readonly attempts: number
  readonly aboutType: string | null
  readonly aboutId: string | null
}

/**
 * Starts the sender of a node. Each channel has two lanes, urgent messages and the others, so that neither a channel that
 * hangs nor ten thousand ordinary messages hold up what is urgent. Rows are claimed (`for update skip locked`) with a
 * lease that is renewed while they are under way; a node that dies gives them back by its end. A message is therefore
 * sent at least once: when a node dies after the other side has taken it and before that is noted, it is sent again under
 * the same number (`Message-ID`, `Idempotency-Key`).
 */
export function createSender(ctx: Context, carriers: readonly Carrier[]): Sender {
  const leaseId = newId()
  const held = new Set<string>()
  let isStopped = false
  const lanes = carriers.flatMap((carrier) => {
    // Both lanes of a channel share its connections: they are closed when neither has work.
    const busy = { lanes: 0 }
    return [true, false].map((urgent) => createLane(carrier, urgent, busy))
  })

  function createLane(carrier: Carrier, urgent: boolean, busy: { lanes: number }) {
    let draining: Promise<void> | null = null
    let isAsked = false
    const drain = async (): Promise<void> => {
      while (isAsked && !isStopped) {
        isAsked = false
        for (;;) {
          if (isStopped) return
          const rows = await claim(ctx, leaseId, carrier, urgent)
          if (rows.length === 0) break
          for (const { id } of rows) held.add(id)
          const places = Array.from({ length: carrier.atOnce }, async () => {
            for (let row = rows.shift(); row !== undefined && !isStopped; row = rows.shift()) {
              await sendOne(ctx, leaseId, carrier, row)
              held.delete(row.id)
            }
          })
          await Promise.all(places)
        }
      }
    }
    const wake = (): Promise<void> => {
      isAsked = true
      if (draining) return draining
      busy.lanes += 1
      draining = drain()
        .catch((error: unknown) =>
          ctx.log.error({ err: error, channel: carrier.channel }, 'the queue failed'),
        )
        .finally(() => {
          draining = null
          busy.lanes -= 1
          if (busy.lanes === 0) carrier.close?.()
          // Asked after the last look and before this.
          if (isAsked && !isStopped) void wake()
        })
      return draining
    }
    return { wake, ended: () => draining ?? Promise.resolve() }
  }

  const renewal = setInterval(() => {
    if (held.size === 0) return
    void sql`update sys_sms set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where lease_id = ${leaseId} and id = any(${[...held]}::text[])`
      .execute(ctx.db)
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the leases of messages were not renewed'))
  }, RENEW_EVERY_MS).unref()

  // Every second somebody looks, and nearly always there is nothing: one question for all channels, not two for each.
  let looking: Promise<void> | null = null
  let isAskedAgain = false
  const wake = (): void => {
    isAskedAgain = true
    if (isStopped || looking) return
    isAskedAgain = false
    looking = isAnyDue(ctx)
      .then((isDue) => {
        if (isDue && !isStopped) for (const lane of lanes) void lane.wake()
      })
      .catch((error: unknown) => ctx.log.error({ err: error }, 'the queue was not looked at'))
      .finally(() => {
        looking = null
        // Asked while the answer was on its way: it may not have been seen.
        if (isAskedAgain) wake()
      })
  }

  return {
    wake,
    async settle() {
      await Promise.all(lanes.map((lane) => lane.wake()))
    },
    async stop() {
      isStopped = true
      await looking
      await Promise.all(lanes.map((lane) => lane.ended()))
      clearInterval(renewal)
      for (const carrier of carriers) carrier.close?.()
      await sql`update sys_sms set lease_id = null, lease_until = null, es_send_num = es_send_num - 1
        where lease_id = ${leaseId}`.execute(ctx.db)
    },
  }
}

async function isAnyDue(ctx: Context): Promise<boolean> {
  const due = sql<{ due: boolean }>`select exists (select 1 from sys_sms
    where next_time <= ${new Date(ctx.clock.now())} and (lease_until is null or lease_until < now())) as due`
  return (await askNamed(ctx.db, due))[0]?.due === true
}

/** Urgent first within a lane by its level, then by the time it is due. */
async function claim(ctx: Context, leaseId: string, carrier: Carrier, urgent: boolean): Promise<Claimed[]> {
  const most = carrier.atOnce * CLAIMED_PER_PLACE
  const { rows } = await sql<Claimed>`
    with due as materialized (
      select id from sys_sms
      where es_type = ${carrier.channel} and ${urgent ? sql`msg_level >= 3` : sql`msg_level < 3`}
        and next_time <= ${new Date(ctx.clock.now())} and (lease_until is null or lease_until < now())
      order by msg_level desc, next_time, id limit ${most} for update skip locked)
    update sys_sms s set lease_id = ${leaseId}, es_send_num = s.es_send_num + 1,
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from due where s.id = due.id
    returning s.id, s.tenant_id, coalesce(s.es_title, '') as title, coalesce(s.es_content, '') as content, s.is_html = 1 as is_html,
      coalesce(s.es_receiver, '') as receiver, s.user_id, s.robot_id, s.msg_level as level, s.es_send_num as attempts,
      s.about_type, s.about_id`.execute(ctx.db)
  return rows.toSorted((a, b) => b.level - a.level || (a.id < b.id ? -1 : 1))
}

async function sendOne(ctx: Context, leaseId: string, carrier: Carrier, row: Claimed): Promise<void> {
  try {
    const { channel } = carrier
    if (wayOf(ctx, channel) === 'outbox')
      return await settle(ctx.db, leaseId, row.id, {
        state: messageState.kept,
        result: null,
        nextAt: null,
        now: ctx.clock.now(),
      })
    if (channel === 'system') return await sendInside(ctx, leaseId, row)
    await carrier.deliver(ctx, await outgoingOf(ctx, channel, row))
    await settle(ctx.db, leaseId, row.id, {
      state: messageState.sent,
      result: null,
      nextAt: null,
      now: ctx.clock.now(),
    })
  } catch (error) {
    // Whatever the other side or the network did is the row's story; the next attempt may do better.
    await noteFailure(ctx, leaseId, carrier.channel, row, error)
  }
}

/** The bell's own messages are written together with the note that it was done: exactly once. */
async function sendInside(ctx: Context, leaseId: string, row: Claimed): Promise<void> {
  await inTransaction(ctx, async (tx, emit) => {
    const { userId } = row
    if (userId === null) throw new Undeliverable('站内消息的接收人不是本单位的用户')
    const now = ctx.clock.now()
    await notifyUsers(tx, emit, {
      tenantId: row.tenantId,
      userIds: [userId],
      title: row.title,
      text: row.isHtml ? plainText(row.content) : row.content,
      level: row.level,
      open: null,
      about: { type: 'message', id: row.id },
      now,
    })
    await settle(tx, leaseId, row.id, { state: messageState.sent, result: null, nextAt: null, now })
  })
}

/** Looks the address up now: a number that was changed since is the right one, an account that was closed gets nothing. */
async function outgoingOf(ctx: Context, channel: MessageChannel, row: Claimed): Promise<Outgoing> {
  return {
    id: row.id,
    tenantId: row.tenantId,
    to: await addressOf(ctx, channel, row),
    title: row.title,
    text: row.isHtml ? plainText(row.content) : row.content,
    html: row.isHtml ? row.content : null,
    level: row.level,
  }
}

async function addressOf(ctx: Context, channel: MessageChannel, row: Claimed): Promise<string> {
  if (row.robotId !== null) return row.robotId
  if (row.userId === null) {
    if (row.receiver === '') throw new Undeliverable('没有接收人')
    return row.receiver
  }
  const { rows } = await sql<{ phone: string | null; email: string | null }>`
    select phone, email from sys_user u where u.id = ${row.userId} and u.status = 1 and u.del_flag = 0
      and ${belongsTo('u', row.tenantId)}`.execute(ctx.db)
  const [user] = rows
  if (user === undefined) throw new Undeliverable('接收人的账号已停用或已不在本单位')
  const address = channel === 'email' ? user.email : user.phone
  if (!address) throw new Undeliverable(`接收人没有登记${channel === 'email' ? '邮箱' : '手机号'}`)
  return address
}

interface Settled {
  readonly state: number
  readonly result: string | null
  readonly nextAt: number | null
  readonly now: number
}

/** Only while the claim is ours: a node that slept through its lease writes nothing over the other's. */
async function settle(
  db: Context['db'] | Tx,
  leaseId: string,
  id: string,
  { state, result, nextAt, now }: Settled,
): Promise<void> {
  await sql`update sys_sms set state = ${state}, es_result = ${result}, lease_id = null, lease_until = null,
      es_send_time = case when ${state === messageState.sent} then ${new Date(now)}::timestamptz else es_send_time end,
      next_time = ${nextAt === null ? null : new Date(nextAt)}
    where id = ${id} and lease_id = ${leaseId}`.execute(db)
}

async function noteFailure(
  ctx: Context,
  leaseId: string,
  channel: MessageChannel,
  row: Claimed,
  error: unknown,
): Promise<void> {
  // Mail servers repeat the address in their refusals, which whoever reads the list may not see whole (decision 0508).
  const said = masked('within', error instanceof Error ? error.message : String(error))
  const reason = [...said].slice(0, 255).join('')
  const now = ctx.clock.now()
  const wait = (row.level === 3 ? urgentWaits : waits)[row.attempts - 1]
  const isOver = row.attempts >= mostAttempts || wait === undefined
  const state =
    error instanceof Undeliverable
      ? messageState.undeliverable
      : isOver
        ? messageState.dead
        : messageState.retrying
  ctx.log.warn({ err: error, channel, messageId: row.id, attempts: row.attempts }, 'a message was not taken')
  try {
    await settle(ctx.db, leaseId, row.id, {
      state,
      result: reason,
      nextAt: state === messageState.retrying && wait !== undefined ? now + wait * 1_000 : null,
      now,
    })
  } catch (cause) {
    // The database is away: the lease runs out, and the message is taken again.
    ctx.log.error({ err: cause, messageId: row.id }, 'the state of a message was not stored')
  }
}
