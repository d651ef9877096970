import type { ChatChannel } from '@suoan/contract'
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '@suoan/platform/context'
import { unseal } from '@suoan/platform/secret-key'
import { Undeliverable, type Carrier, type Outgoing } from '../carrier.ts'
import { guardedPost, type Answer } from '../guarded-post.ts'

/** What the secrets of a robot are sealed for; bound to its tenant. */
export const sealedFor = (tenantId: number): string => `message-robot/${tenantId}`

/** A text of a group robot: WeCom takes 2,048 bytes of UTF-8, the others more. */
const TEXT_BYTES = 2_000

/** How one kind of robot is called and what it answers (their own documents). */
interface Kind {
  call(
    webhook: string,
    secret: string | null,
    text: string,
    now: number,
  ): { readonly url: string; readonly body: unknown }
  /** The number and words of a refusal; null when it was taken. */
  refusal(answer: Readonly<Record<string, unknown>>): string | null
}

const plainBody = (text: string) => ({ msgtype: 'text', text: { content: text } })

const errcode = ({ errcode: code, errmsg }: Readonly<Record<string, unknown>>): string | null =>
  code === 0 ? null : `${String(code)} ${String(errmsg ?? '')}`

const kinds: Readonly<Record<ChatChannel, Kind>> = {
  // The key in the address is all there is.
  wechat_enterprise: {
    call: (webhook, _, text) => ({ url: webhook, body: plainBody(text) }),
    refusal: errcode,
  },
  // The signature stands in the address: HMAC-SHA256 of "ms\nsecret" under the secret.
  dingtalk: {
    call(webhook, secret, text, now) {
      if (secret === null) return { url: webhook, body: plainBody(text) }
      const url = new URL(webhook)
      url.searchParams.set('timestamp', String(now))
      url.searchParams.set('sign', createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64'))
      return { url: url.href, body: plainBody(text) }
    },
    refusal: errcode,
  },
  // The signature stands in the body: HMAC-SHA256 of nothing under "s\nsecret".
  feishu: {
    call(webhook, secret, text, now) {
      const body = { msg_type: 'text', content: { text } }
      if (secret === null) return { url: webhook, body }
      const timestamp = String(Math.floor(now / 1_000))
      const sign = createHmac('sha256', `${timestamp}\n${secret}`).update('').digest('base64')
      return { url: webhook, body: { timestamp, sign, ...body } }
    },
    refusal: ({ code, StatusCode, msg }) =>
      (code ?? StatusCode) === 0 ? null : `${String(code ?? StatusCode)} ${String(msg ?? '')}`,
  },
}

/** Robots of groups, by their webhook, signed where they ask for it. */
export const robotCarriers = (): Carrier[] =>
  (Object.keys(kinds) as ChatChannel[]).map((channel) => ({
    channel,
    atOnce: 2,
    deliver: (ctx, message) => deliver(ctx, channel, message),
  }))

async function deliver(ctx: Context, channel: ChatChannel, message: Outgoing): Promise<void> {
  const { rows } = await sql<{ webhook: string | null; signSecret: string | null; enabled: string | null }>`
    select webhook, sign_secret, enabled from sys_message_robot
    where id = ${message.to} and tenant_id = ${message.tenantId}`.execute(ctx.db)
  const [robot] = rows
  if (robot === undefined) throw new Undeliverable('群机器人已删除')
  if (robot.enabled !== '1') throw new Undeliverable('群机器人已停用')
  if (robot.webhook === null) throw new Undeliverable('群机器人没有填写地址')
  const open = (sealed: string): string => unseal(ctx.config, sealedFor(message.tenantId), sealed)
  const secret = robot.signSecret === null ? null : open(robot.signSecret)
  const kind = kinds[channel]
  const { url, body } = kind.call(open(robot.webhook), secret, textOf(message), ctx.clock.now())
  const answer = await guardedPost(url, body, {
    hosts: ctx.config.messageHosts,
    patienceMs: ctx.config.messageTimeoutMs,
  })
  const refusal = refusalOf(kind, answer)
  if (refusal !== null) throw new Error(refusal)
}

function refusalOf(kind: Kind, { status, text }: Answer): string | null {
  if (status < 200 || status > 299) return `群机器人回答 HTTP ${status}`
  const answer = objectOf(text)
  if (answer === null) return '群机器人的回答无法识别，请检查机器人地址'
  const refusal = kind.refusal(answer)
  return refusal === null ? null : `群机器人没有接受消息：${[...refusal].slice(0, 150).join('')}`
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function textOf({ title, text }: Outgoing): string {
  const whole = text.startsWith(title) ? text : `${title}\n${text}`
  if (Buffer.byteLength(whole) <= TEXT_BYTES) return whole
  let cut = ''
  let size = 0
  for (const letter of whole) {
    size += Buffer.byteLength(letter)
    if (size > TEXT_BYTES - 3) break
    cut += letter
  }
  return `${cut}…`
}
