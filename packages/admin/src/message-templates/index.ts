import {
  messageEndpoints as calls,
  messageEvents,
  messageTemplate,
  mostReceivers,
  variablesOf,
} from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { placesOf } from '@suoan/kit/text-template'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'
import { answered, type Feature } from '@suoan/platform/http/route'
import { inTransaction } from '@suoan/platform/db/transaction'
import { mountResource } from '@suoan/platform/resource'
import { channelOf, enqueue, receiversOf } from '../message-queue/index.ts'
import { cleanHtml } from '../notices/index.ts'
import { templateHooks, textOf } from './template-hooks.ts'
import { makeMessage, objectionTo, schemaOf, valuesOf } from './template-text.ts'

export { textOf } from './template-hooks.ts'
export { makeMessage, type TemplateText } from './template-text.ts'

/** 模板管理 (4-api.md §7.16; 5-screens.md §7.2): templates, their preview, and sending by one. */
export const messageTemplates: Feature = (mount) => {
  const { ctx, bind } = mount
  mountResource(mount, messageTemplate, templateHooks)

  bind(calls.events, async () =>
    Object.entries(messageEvents).map(([event, { title }]) => ({
      event,
      title,
      variables: variablesOf(event).map(({ name, label, sample }) => ({ name, label, sample })),
    })),
  )

  bind(calls.preview, async ({ input, actor }) => {
    const text = textOf(input)
    const objection = objectionTo(text)
    if (objection !== null) throw fail('BAD_INPUT', { detail: objection })
    const given = valuesOf(input.testData)
    if (given === null)
      throw fail('BAD_INPUT', { detail: '测试数据不是正确的 JSON 对象，例如 {"lockName":"3号泵开关柜"}' })
    const schema = schemaOf(text)
    const samples =
      typeof schema === 'string' ? {} : Object.fromEntries(schema.map(({ name, sample }) => [name, sample]))
    const values = {
      ...samples,
      receiver: actor.realname,
      time: shanghaiTime(ctx.clock.now()),
      ...given,
    }
    const made = makeMessage(text, values)
    const used = placesOf(`${text.templateName}\n${text.templateContent}`)
    if (!made.ok && made.missing.length === 0) throw fail('BAD_INPUT', { detail: made.reason })
    const isHtml = text.templateType === '2'
    // What is missing stays visible as its place, so that the rest can be judged.
    const shown = made.ok
      ? made
      : makeMessage(text, {
          ...values,
          ...Object.fromEntries(made.missing.map(({ name }) => [name, `\${${name}}`])),
        })
    const content = shown.ok ? shown.content : ''
    return {
      title: shown.ok ? shown.title : '',
      content: isHtml ? cleanHtml(ctx, content).html : content,
      isHtml,
      missing: made.ok ? [] : [...made.missing],
      used,
    }
  })

  bind(calls.send, async ({ input, actor }) => {
    const queued = await sendByTemplate(ctx, actor, input)
    return answered({ queued }, '消息发送成功！')
  })
}

async function sendByTemplate(
  ctx: Context,
  actor: Actor,
  input: {
    readonly templateCode: string
    readonly receiver: string
    readonly msgType: string
    readonly testData?: string | null | undefined
  },
): Promise<number> {
  const channel = channelOf(input.msgType)
  const names = input.receiver
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw fail('BAD_INPUT', { detail: '发送消息出错：请选择消息接收方' })
  if (names.length > mostReceivers)
    throw fail('BAD_INPUT', {
      detail: `发送消息出错：一次最多 ${mostReceivers} 个接收人，现在有 ${names.length} 个，请分批发送`,
    })
  const given = valuesOf(input.testData)
  if (given === null) throw fail('BAD_INPUT', { detail: '发送消息出错：测试数据不是正确的 JSON 对象' })
  return await inTransaction(ctx, async (tx, emit) => {
    const { rows } = await sql<Parameters<typeof textOf>[0] & { templateCode: string }>`
      select template_code, template_name, template_content, template_type, template_vars, event from sys_sms_template
      where tenant_id = ${actor.tenantId} and template_code = ${input.templateCode}`.execute(tx)
    const [row] = rows
    if (!row) throw fail('BAD_INPUT', { detail: `发送消息出错：没有模板CODE为“${input.templateCode}”的模板` })
    const text = textOf(row)
    const now = ctx.clock.now()
    const receivers = await receiversOf(tx, actor.tenantId, channel, names)
    const messages = receivers.map(({ receiver, userId, robotId, realname }) => {
      const values = { receiver: realname || receiver, time: shanghaiTime(now), ...given }
      const made = makeMessage(text, values)
      if (!made.ok)
        throw fail('BAD_INPUT', { detail: `发送消息出错：模板“${text.templateName}”${made.reason}` })
      return {
        tenantId: actor.tenantId,
        channel,
        receiver,
        userId,
        robotId,
        title: made.title,
        content: made.content,
        isHtml: made.isHtml,
        param: input.testData ?? null,
        // Whoever sends by hand does not jump the queue of warnings.
        level: 1 as const,
        event: null,
        templateCode: row.templateCode,
        about: null,
        notBefore: now,
      }
    })
    await enqueue(tx, emit, messages, { by: actor.username, now })
    return messages.length
  })
}
