import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessageDelivery, Page, SentMessageRow } from '@suoan/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { messagesSettled, messaging, sendMessage } from './index.ts'

interface Outbox {
  readonly sms: MessageDelivery
  readonly mail: MessageDelivery
  readonly page: Page<SentMessageRow>
}
const features = [{ name: 'messaging', mount: messaging }]
const outboxOf = async (world: TestWorld) => (await world.as().get<Outbox>('/sys/message/outbox/list')).result
const sms = (to: string, text = '【锁安】登录验证码 381204') =>
  ({ channel: 'sms', purpose: 'login', to, text, code: '381204' }) as const

/** A small gateway and a small mail server that remember what they were given. */
const heard: { headers: Record<string, unknown>; body: unknown }[] = []
const answers: { status: number; text: string; location?: string }[] = []
const mails: string[] = []
let gateway: Server
let mailServer: SMTPServer
let world: TestWorld

beforeAll(async () => {
  gateway = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heard.push({ headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) })
      const { status, text, location } = answers.shift() ?? { status: 200, text: '{"code":"OK"}' }
      response.writeHead(status, location === undefined ? {} : { location }).end(text)
    })
  })
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => (mails.push(Buffer.concat(parts).toString()), done()))
    },
  })
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready))
  await new Promise<void>((ready) => mailServer.listen(0, '127.0.0.1', () => ready()))
  const portOf = (address: AddressInfo | string | null) =>
    typeof address === 'object' ? address?.port : undefined
  world = await createTestWorld({
    features,
    env: {
      SMS_URL: `http://127.0.0.1:${portOf(gateway.address())}/send`,
      SMS_HEADERS: '{"authorization":"Bearer gateway-key"}',
      SMS_BODY: '{"to":["{mobile}"],"params":{"code":"{code}"},"text":"{text}","ref":"{id}"}',
      SMS_ACCEPT: '"OK"',
      MAIL_URL: `smtp://127.0.0.1:${portOf(mailServer.server.address())}`,
      MAIL_FROM: '锁安 <suoan@plant.example>',
    },
  })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  gateway.close()
  await new Promise<void>((done) => mailServer.close(done))
})

describe('a short message through the gateway', () => {
  it('arrives in the configured form, and its text is not kept', async () => {
    await sendMessage(world.ctx, sms('13900000001'))
    await messagesSettled(world.ctx)
    expect(heard.at(-1)).toMatchObject({
      headers: { authorization: 'Bearer gateway-key' },
      body: { to: ['13900000001'], params: { code: '381204' }, text: '【锁安】登录验证码 381204' },
    })
    const { sms: delivery, page } = await outboxOf(world)
    expect(delivery).toBe('gateway')
    expect(page.records[0]).toMatchObject({ state: 'sent', recipient: '139****0001', content: null })
  })
  it('cannot change the shape of the request by its text', async () => {
    await sendMessage(world.ctx, sms('13900000001', '"},"to":["x"] {mobile}'))
    await messagesSettled(world.ctx)
    expect(heard.at(-1)?.body).toEqual({
      ref: expect.any(String),
      to: ['13900000001'],
      params: { code: '381204' },
      text: '"},"to":["x"] {mobile}',
    })
  })
  it('is tried again, and given up with the reason after three tries', async () => {
    answers.push({ status: 503, text: '' })
    const before = heard.length
    await sendMessage(world.ctx, sms('13900000002'))
    await messagesSettled(world.ctx)
    expect(heard.length - before).toBe(2)
    // A gateway that took the first try all the same knows the second as the same message.
    const [first, second] = heard.slice(before)
    expect(first?.body).toMatchObject({ ref: first?.headers['idempotency-key'] })
    expect(second?.body).toEqual(first?.body)
    expect((await outboxOf(world)).page.records[0]).toMatchObject({ state: 'sent' })
    answers.push(
      { status: 503, text: '' },
      { status: 200, text: '{"code":"LIMIT"}' },
      { status: 500, text: '' },
    )
    world.clock.advance(1)
    await sendMessage(world.ctx, sms('13900000003'))
    await messagesSettled(world.ctx)
    expect((await outboxOf(world)).page.records[0]).toMatchObject({
      state: 'failed',
      error: '短信网关回答 HTTP 500',
    })
  })
  it('does not follow the gateway elsewhere with its key (V19)', async () => {
    const away = { status: 302, text: '', location: 'http://127.0.0.1:9/' }
    answers.push(away, away, away)
    world.clock.advance(1)
    await sendMessage(world.ctx, sms('13900000004'))
    await messagesSettled(world.ctx)
    expect((await outboxOf(world)).page.records[0]).toMatchObject({ state: 'failed' })
  })
})

describe('a mail through the server', () => {
  it('arrives with its Chinese subject and text', async () => {
    world.clock.advance(1)
    await sendMessage(world.ctx, {
      channel: 'mail',
      purpose: 'security',
      to: 'anna@plant.example',
      subject: '账号安全提醒',
      text: '您的账号刚刚修改了手机号。',
    })
    await messagesSettled(world.ctx)
    expect(mails.at(-1)).toContain('To: anna@plant.example')
    expect(mails.at(-1)).toContain(`=?UTF-8?B?${Buffer.from('账号安全提醒').toString('base64')}?=`)
    expect((await outboxOf(world)).page.records[0]).toMatchObject({
      state: 'sent',
      recipient: 'a***@plant.example',
    })
  })
})

describe('without a gateway', () => {
  it('the outbox of a demo keeps the message for administrators', async () => {
    await using demo = await createTestWorld({ features, env: { DEMO: '1' } })
    await sendMessage(demo.ctx, sms('13900000001'))
    const { sms: delivery, page } = await outboxOf(demo)
    expect(delivery).toBe('outbox')
    expect(page.records[0]).toMatchObject({
      state: 'kept',
      recipient: '13900000001',
      content: '【锁安】登录验证码 381204',
    })
    expect(await demo.as({ permissions: new Set() }).get('/sys/message/outbox/list')).toMatchObject({
      code: 510,
    })
    expect(await demo.as({ tenantId: 7 }).get('/sys/message/outbox/list')).toMatchObject({
      success: false,
      message: '“消息发件箱”由平台统一维护，请联系平台管理员',
    })
  })
  it('an installation that is no demo keeps and sends nothing', async () => {
    await using plain = await createTestWorld({ features, env: { DEMO: '0' } })
    await sendMessage(plain.ctx, sms('13900000001'))
    expect(await outboxOf(plain)).toMatchObject({ sms: 'none', page: { total: 0 } })
  })
})
