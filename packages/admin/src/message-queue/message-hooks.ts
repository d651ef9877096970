import { message, messageChannels, messageState, type MessageChannel } from '@suoan/contract'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { defineHooks, type HookCall } from '@suoan/platform/resource'
import { receiversOf } from './receivers.ts'

/** What a message respects beside plain CRUD: a receiver who exists, and nothing changed once it was handed over. */
export const messageHooks = (_ctx: Context) =>
  defineHooks(message, {
    async beforeAdd(draft, call) {
      await receiverOf(draft, call)
      readJson(draft.esParam)
    },
    async afterAdd(row, call) {
      const { userId, robotId } = await receiverOf(row, call)
      await sql`update sys_sms set user_id = ${userId}, robot_id = ${robotId}, next_time = ${new Date(call.now)}
        where id = ${row.id}`.execute(call.tx)
      call.emit('messages.queued', {})
    },
    async beforeEdit(draft, before, call) {
      if (before.state === messageState.sent)
        throw fail('REFUSED', { detail: `“${before.esTitle}”已经送出，不能再修改` })
      await refuseUnderWay(call, before.id, before.esTitle)
      readJson(draft.esParam)
      await receiverOf({ ...before, ...draft }, call)
    },
    async afterEdit(row, before, call) {
      if (row.esReceiver === before.esReceiver && row.esType === before.esType) return
      const { userId, robotId } = await receiverOf(row, call)
      await sql`update sys_sms set user_id = ${userId}, robot_id = ${robotId} where id = ${row.id}`.execute(
        call.tx,
      )
    },
  })

async function receiverOf(
  { esType, esReceiver }: { esType?: string | null; esReceiver?: string | null },
  { tx, scope }: HookCall,
) {
  const channel = channelOf(esType ?? '')
  const [one] = await receiversOf(tx, scope.tenantId, channel, [esReceiver ?? ''])
  if (one === undefined) throw fail('BAD_INPUT', { detail: '请填写接收人' })
  return one
}

/** A channel by its value in `messageType`; refuses another one with the choices. */
export function channelOf(value: string): MessageChannel {
  const known = messageChannels.find(([name]) => name === value)
  if (known === undefined) {
    const choices = messageChannels.map(([name, title]) => `${name}（${title}）`).join('、')
    throw fail('BAD_INPUT', { detail: `没有“${value}”这种发送方式，请选择：${choices}` })
  }
  return known[0]
}

function readJson(text: string | null | undefined): void {
  if (!text) return
  try {
    JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw fail('BAD_INPUT', { detail: '“发送所需参数”不是正确的 JSON，请检查引号和逗号' })
  }
}

async function refuseUnderWay({ tx }: HookCall, id: string, title: string | null): Promise<void> {
  const { rows } = await sql`select 1 from sys_sms where id = ${id} and lease_until > now()`.execute(tx)
  if (rows.length > 0) throw fail('REFUSED', { detail: `“${title}”正在发送，请稍后再修改` })
}
