import {
  messageChannels,
  messageEvent,
  messageEvents,
  personalChannels,
  type MessageChoices,
  type MessageEvent,
} from '@suoan/contract'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { shownTo } from '@suoan/platform/resource'
import { wayOf } from '../message-queue/index.ts'
import { minuteOf, timeOf } from './quiet-hours.ts'

/** Voice is not chosen: it calls whoever is on duty. */
const chosenChannels = personalChannels.filter((channel) => channel !== 'voice')

/** By which channels a person is told of what, and when he wants to be left alone. */
export async function listMessageChoices(ctx: Context, actor: Actor): Promise<MessageChoices> {
  const [own, user, quiet] = await Promise.all([
    sql<{ event: string; channel: string; isOn: boolean }>`
      select event, channel, is_on from sys_message_choice where user_id = ${actor.userId}`.execute(ctx.db),
    sql<{ phone: string | null; email: string | null }>`
      select phone, email from sys_user where id = ${actor.userId}`.execute(ctx.db),
    sql<{ fromMinute: number; untilMinute: number }>`
      select from_minute, until_minute from sys_message_quiet where user_id = ${actor.userId}`.execute(
      ctx.db,
    ),
  ])
  const stored = new Map(own.rows.map(({ event, channel, isOn }) => [`${event}/${channel}`, isOn]))
  const addresses: Readonly<Record<string, string | null>> = {
    email: shownTo(actor, 'mail', user.rows[0]?.email ?? null, actor.userId),
    sms: shownTo(actor, 'phone', user.rows[0]?.phone ?? null, actor.userId),
  }
  const [hours] = quiet.rows
  return {
    channels: chosenChannels.map((channel) => ({
      channel,
      title: messageChannels.find(([name]) => name === channel)?.[1] ?? channel,
      isReady: wayOf(ctx, channel) !== 'none',
      address: addresses[channel] || null,
    })),
    events: Object.entries(messageEvents).map(([name, event]: [string, MessageEvent]) => ({
      event: name,
      title: event.title,
      text: event.text,
      level: event.level,
      choices: chosenChannels.map((channel) => {
        const isDefault = event.channels.includes(channel)
        const locked = event.level === 3 && isDefault
        return { channel, locked, on: locked || (stored.get(`${name}/${channel}`) ?? isDefault) }
      }),
    })),
    quiet: hours === undefined ? null : { from: timeOf(hours.fromMinute), until: timeOf(hours.untilMinute) },
  }
}

/** Switches a channel of an event on or off; gives the reason when it cannot be switched. */
export async function chooseMessage(
  ctx: Context,
  userId: string,
  { event: name, channel, on }: { readonly event: string; readonly channel: string; readonly on: boolean },
): Promise<string | undefined> {
  const event = messageEvent(name)
  const isChannel = chosenChannels.some((each) => each === channel)
  if (event === undefined || !isChannel) return '没有这类消息或这种渠道，请刷新页面后重试'
  if (!on && event.level === 3 && (event.channels as readonly string[]).includes(channel))
    return `“${event.title}”关系到人身安全，不能关闭`
  await sql`insert into sys_message_choice (user_id, event, channel, is_on) values (${userId}, ${name}, ${channel}, ${on})
    on conflict (user_id, event, channel) do update set is_on = excluded.is_on`.execute(ctx.db)
  return undefined
}

/** Sets the quiet hours, or takes them away; gives the reason when the times cannot be. */
export async function setQuietHours(
  ctx: Context,
  userId: string,
  times: { readonly from: string; readonly until: string } | null,
): Promise<string | undefined> {
  if (times === null) {
    await sql`delete from sys_message_quiet where user_id = ${userId}`.execute(ctx.db)
    return undefined
  }
  const [from, until] = [minuteOf(times.from), minuteOf(times.until)]
  if (from === null || until === null) return '时间应为 HH:mm，例如 22:00'
  if (from === until) return '免打扰的开始和结束不能是同一时间；不需要免打扰请关闭开关'
  await sql`insert into sys_message_quiet (user_id, from_minute, until_minute) values (${userId}, ${from}, ${until})
    on conflict (user_id) do update set from_minute = excluded.from_minute, until_minute = excluded.until_minute`.execute(
    ctx.db,
  )
  return undefined
}
