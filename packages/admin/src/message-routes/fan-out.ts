import {
  messageEvent,
  personalChannels,
  type MessageChannel,
  type MessageEvent,
  type PersonalChannel,
} from '@suoan/contract'
import type { ReactionEvents } from '@suoan/contract/events'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { sql } from 'kysely'
import type { Context, Reacting, Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { oneByOne } from '@suoan/platform/reactions'
import { enqueue, wayOf, type Queued } from '../message-queue/index.ts'
import { makeMessage, textOf, type TemplateText } from '../message-templates/index.ts'
import { afterQuiet } from './quiet-hours.ts'

type Wanted = ReactionEvents['message.wanted']

/**
 * Brings what people were told inside the console to the channels outside it (decision 0830). It is a reaction: written
 * with the event, done once in effect, tried again when it fails. Whatever happens here, the bell has rung before.
 */
export function reachOutside(ctx: Context): void {
  ctx.reactions.declare({
    name: 'messages.reachOutside',
    title: '把通知送到邮件、短信、电话和群',
    event: 'message.wanted',
    key: ({ tenantId, event, about }) => `${tenantId}/${event}/${about?.id ?? ''}`.slice(0, 64),
    atOnce: 20,
    handle: oneByOne(queueWanted),
  })
}

async function queueWanted({ ctx, tx, emit, now }: Reacting, wanted: Wanted): Promise<void> {
  const event = messageEvent(wanted.event)
  if (event === undefined) return
  const template = await templateOf(tx, wanted)
  const people = await receiversOf(tx, wanted)
  const messages = [
    ...people.flatMap((person) =>
      channelsFor(ctx, event, wanted, person).map((channel) =>
        messageTo(wanted, event, template, {
          channel,
          receiver: person.username,
          userId: person.id,
          robotId: null,
          realname: person.realname,
          notBefore: event.level === 3 ? now : afterQuiet(now, quietOf(person)),
        }),
      ),
    ),
    ...(await robotsOf(tx, wanted)).map(({ id, robotName, kind }) =>
      messageTo(wanted, event, template, {
        channel: kind,
        receiver: robotName,
        userId: null,
        robotId: id,
        realname: '各位',
        notBefore: now,
      }),
    ),
  ]
  await enqueue(tx, emit, messages, { by: 'system', now })
}

interface Person {
  readonly id: string
  readonly username: string
  readonly realname: string
  readonly hasPhone: boolean
  readonly hasEmail: boolean
  readonly fromMinute: number | null
  readonly untilMinute: number | null
  readonly choices: Readonly<Partial<Record<string, boolean>>> | null
}

async function receiversOf(tx: Tx, { tenantId, event, userIds, calls = [] }: Wanted): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.username, coalesce(u.realname, u.username) as realname, coalesce(u.phone, '') <> '' as has_phone,
      coalesce(u.email, '') <> '' as has_email, q.from_minute, q.until_minute,
      (select jsonb_object_agg(c.channel, c.is_on) from sys_message_choice c where c.user_id = u.id and c.event = ${event}) as choices
    from sys_user u left join sys_message_quiet q on q.user_id = u.id
    where u.id = any(${[...new Set([...userIds, ...calls])]}::text[]) and u.status = 1 and u.del_flag = 0
      and ${belongsTo('u', tenantId)} order by u.id`.execute(tx)
  return rows
}

const quietOf = ({ fromMinute, untilMinute }: Person) =>
  fromMinute === null || untilMinute === null ? null : { fromMinute, untilMinute }

/**
 * By which channels a person is reached: what he chose, else what the event has by default. Of an urgent event nothing is
 * switched off, and a missing address becomes a line that administrators see; of others it is passed over.
 */
function channelsFor(ctx: Context, event: MessageEvent, wanted: Wanted, person: Person): PersonalChannel[] {
  return personalChannels.filter((channel) => {
    if (wayOf(ctx, channel) === 'none') return false
    if (channel === 'voice') return wanted.calls?.includes(person.id) === true
    if (!wanted.userIds.includes(person.id)) return false
    const isDefault = event.channels.includes(channel)
    if (event.level === 3 && isDefault) return true
    if (!(person.choices?.[channel] ?? isDefault)) return false
    return channel === 'email' ? person.hasEmail : person.hasPhone
  })
}

type Template = TemplateText & { readonly templateCode: string }

async function templateOf(tx: Tx, { tenantId, event }: Wanted): Promise<Template | null> {
  const { rows } = await sql<Parameters<typeof textOf>[0] & { templateCode: string }>`
    select template_code, template_name, template_content, template_type, template_vars, event from sys_sms_template
    where tenant_id = ${tenantId} and event = ${event} and use_status = '1' order by create_time desc, id limit 1`.execute(
    tx,
  )
  const [row] = rows
  return row ? { ...textOf(row), templateCode: row.templateCode } : null
}

async function robotsOf(
  tx: Tx,
  { tenantId, event }: Wanted,
): Promise<{ id: string; robotName: string; kind: MessageChannel }[]> {
  const { rows } = await sql<{ id: string; robotName: string; kind: MessageChannel }>`
    select id, robot_name, kind from sys_message_robot
    where tenant_id = ${tenantId} and enabled = '1' and ${event} = any(string_to_array(coalesce(events, ''), ','))
    order by id`.execute(tx)
  return rows
}

interface To {
  readonly channel: MessageChannel
  readonly receiver: string
  readonly userId: string | null
  readonly robotId: string | null
  readonly realname: string
  readonly notBefore: number
}

/** A template that cannot be filled silences nobody: the words of the event itself go out, and the row says why. */
function messageTo(wanted: Wanted, event: MessageEvent, template: Template | null, to: To): Queued {
  const variables = {
    ...wanted.variables,
    title: wanted.title,
    content: wanted.text,
    time: shanghaiTime(wanted.at),
    receiver: to.realname,
  }
  const made = template === null ? null : makeMessage(template, variables)
  return {
    tenantId: wanted.tenantId,
    channel: to.channel,
    receiver: to.receiver,
    userId: to.userId,
    robotId: to.robotId,
    title: made?.ok ? made.title : wanted.title,
    content: made?.ok ? made.content : wanted.text,
    isHtml: made?.ok ? made.isHtml : false,
    param: JSON.stringify(variables),
    level: event.level,
    event: wanted.event,
    templateCode: made?.ok ? (template?.templateCode ?? null) : null,
    about: wanted.about,
    notBefore: to.notBefore,
    remark:
      made === null || made.ok
        ? null
        : `模板“${template?.templateName ?? ''}”不能用（${made.reason}），已改用系统文字`.slice(0, 500),
  }
}
