import { chatChannels, type MessageChannel } from '@suoan/contract'
import { sql } from 'kysely'
import type { Tx } from '@suoan/platform/context'
import { belongsTo } from '@suoan/platform/db/belongs-to'
import { fail } from '@suoan/platform/fail'

/** Somebody a message can be addressed to. */
export interface Receiver {
  readonly receiver: string
  readonly userId: string | null
  readonly robotId: string | null
  readonly realname: string
}

const mailAddress = /^[^\s@,;<>"]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/
const phoneNumber = /^\+?\d{5,15}$/

/**
 * Whom the names of a list mean in a tenant: accounts in force for the personal channels and the bell (mail addresses and
 * telephone numbers too where the channel has them), robots by name for the chat channels. Refuses with every name that
 * is nobody, so that nothing is sent to half of a list.
 */
export async function receiversOf(
  tx: Tx,
  tenantId: number,
  channel: MessageChannel,
  names: readonly string[],
): Promise<Receiver[]> {
  const wanted = [...new Set(names)]
  const found = isChat(channel)
    ? await robots(tx, tenantId, channel, wanted)
    : await people(tx, tenantId, wanted)
  const known = new Map(found.map((each) => [each.receiver, each]))
  const unknown: string[] = []
  const receivers = wanted.flatMap((name): Receiver[] => {
    const one = known.get(name) ?? addressed(channel, name)
    if (one === null) unknown.push(name)
    return one === null ? [] : [one]
  })
  if (unknown.length > 0) {
    const some = unknown
      .slice(0, 5)
      .map((name) => `“${name}”`)
      .join('、')
    const more = unknown.length > 5 ? `等 ${unknown.length} 个` : ''
    const what = isChat(channel) ? '启用中的群机器人' : '本单位在用的用户账号'
    throw fail('BAD_INPUT', { detail: `接收人${some}${more}不是${what}，消息没有发送` })
  }
  return receivers
}

const isChat = (channel: MessageChannel): boolean => (chatChannels as readonly string[]).includes(channel)

function addressed(channel: MessageChannel, name: string): Receiver | null {
  const isAddress =
    channel === 'email'
      ? mailAddress.test(name)
      : channel === 'sms' || channel === 'voice'
        ? phoneNumber.test(name)
        : false
  return isAddress ? { receiver: name, userId: null, robotId: null, realname: '' } : null
}

async function people(tx: Tx, tenantId: number, names: readonly string[]): Promise<Receiver[]> {
  const { rows } = await sql<{ id: string; username: string; realname: string | null }>`
    select u.id, u.username, u.realname from sys_user u
    where u.username = any(${[...names]}::text[]) and u.status = 1 and u.del_flag = 0
      and ${belongsTo('u', tenantId)}`.execute(tx)
  return rows.map(({ id, username, realname }) => ({
    receiver: username,
    userId: id,
    robotId: null,
    realname: realname ?? username,
  }))
}

async function robots(tx: Tx, tenantId: number, kind: string, names: readonly string[]): Promise<Receiver[]> {
  const { rows } = await sql<{ id: string; robotName: string }>`
    select id, robot_name from sys_message_robot
    where tenant_id = ${tenantId} and kind = ${kind} and enabled = '1' and robot_name = any(${[...names]}::text[])`.execute(
    tx,
  )
  return rows.map(({ id, robotName }) => ({
    receiver: robotName,
    userId: null,
    robotId: id,
    realname: robotName,
  }))
}
