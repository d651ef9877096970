import { createServer, type Server as HttpServer } from 'node:http'
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Page, TemplatePreview } from '@suoan/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { messageTemplates } from '../message-templates/index.ts'
import { messageQueue, queueSettled } from './index.ts'

const features = [
  { name: 'message-queue', mount: messageQueue },
  { name: 'message-templates', mount: messageTemplates },
]
const templates = '/sys/message/sysMessageTemplate'
const messages = '/sys/message/sysMessage'
const minute = 60_000

interface Row extends Record<string, unknown> {
  id: string
  esReceiver: string
  esSendStatus: string
  esSendNum: number
  state: number
  esResult: string | null
}

/** A mail server and a gateway that remember what they were given, and a port that accepts and says nothing. */
const mails: { to: string; text: string }[] = []
const texts: { body: unknown; key: unknown }[] = []
let refuse: { code: number; text: string } | null = null
let gatewayAnswer = { status: 200, text: 'OK' }
let mailServer: SMTPServer
let gateway: HttpServer
let silent: Server
const silentSockets = new Set<Socket>()
let world: TestWorld
let me: TestClient
const portOf = (server: { address(): AddressInfo | string | null }) => (server.address() as AddressInfo).port
const listen = (server: Server | HttpServer) =>
  new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))

const envOf = (mailPort: number) => ({
  MAIL_URL: `smtp://127.0.0.1:${mailPort}`,
  MAIL_FROM: '锁安 <suoan@plant.example>',
  SMS_URL: `http://127.0.0.1:${portOf(gateway)}/send`,
  SMS_ACCEPT: 'OK',
  MESSAGE_TIMEOUT_SECONDS: '1',
  DEMO: '0',
})

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_, __, done) =>
      done(refuse === null ? null : Object.assign(new Error(refuse.text), { responseCode: refuse.code })),
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        mails.push({
          to: session.envelope.rcptTo.map(({ address }) => address).join(),
          text: Buffer.concat(parts).toString(),
        })
        done()
      })
    },
  })
  gateway = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      texts.push({
        body: JSON.parse(Buffer.concat(parts).toString()),
        key: request.headers['idempotency-key'],
      })
      response.writeHead(gatewayAnswer.status).end(gatewayAnswer.text)
    })
  })
  silent = createSocketServer((socket) => {
    silentSockets.add(socket)
    socket.on('error', () => {})
  })
  await new Promise<void>((ready) => mailServer.listen(0, '127.0.0.1', () => ready()))
  await Promise.all([listen(gateway), listen(silent)])
  world = await createTestWorld({ features, env: envOf(portOf(mailServer.server)) })
  me = world.as({ tenantId: 5, username: 'sender' })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
  await world.database.pool
    .query(`insert into sys_user (id, username, realname, phone, email, status, del_flag, rel_tenant_ids)
    values ('u-anna', 'anna', '安娜', '13900000001', 'anna@plant.example', 1, 0, '5'),
      ('u-bare', 'bare', '无地址', null, null, 1, 0, '5'),
      ('u-other', 'other', '别家', '13900000002', 'other@plant.example', 1, 0, '6')`)
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  gateway.close()
  for (const socket of silentSockets) socket.destroy()
  silent.close()
  await new Promise<void>((done) => mailServer.close(done))
})
beforeEach(async () => {
  refuse = null
  gatewayAnswer = { status: 200, text: 'OK' }
  mails.length = 0
  texts.length = 0
  await world.database.pool.query('delete from sys_sms')
})

async function makeTemplate(fields: Record<string, unknown> = {}): Promise<string> {
  const templateCode = `t${String(fields['templateCode'] ?? Math.random().toString(36).slice(2))}`
  const answer = await me.post(`${templates}/add`, {
    templateName: '锁具 ${lockCode}',
    templateContent: '${receiver}：${lockCode} 在 ${place} 未关闭',
    templateType: '1',
    ...fields,
    templateCode,
  })
  expect(answer).toMatchObject({ success: true, message: '添加成功！' })
  return templateCode
}
const send = (templateCode: string, body: Record<string, unknown> = {}) =>
  me.post<{ queued: number }>(`${templates}/sendMsg`, {
    templateCode,
    receiver: 'anna',
    msgType: 'email',
    testData: '{"lockCode":"LK-0003","place":"泵房"}',
    ...body,
  })
const listed = async (client = me): Promise<Row[]> =>
  (await client.get<Page<Row>>(`${messages}/list`, { pageSize: 100 })).result.records
const mailText = (raw: string) => {
  const body = raw.slice(raw.indexOf('\r\n\r\n'))
  return raw.includes('base64') ? Buffer.from(body.trim(), 'base64').toString() : body
}

describe('a template', () => {
  it('fills subject and text of a mail, and the list says that it was handed over', async () => {
    expect(await send(await makeTemplate())).toMatchObject({
      success: true,
      message: '消息发送成功！',
      result: { queued: 1 },
    })
    await queueSettled(world.ctx)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toBe('anna@plant.example')
    expect(mailText(mails[0]?.text ?? '')).toContain('安娜：LK-0003 在 泵房 未关闭')
    expect(await listed()).toMatchObject([
      {
        esTitle: '锁具 LK-0003',
        esReceiver: 'anna',
        esSendStatus: '1',
        esSendStatus_dictText: '发送成功',
        esType_dictText: '邮件',
        esSendNum: 1,
        state: 1,
      },
    ])
  })
  it('with a missing variable sends nothing and names it by label', async () => {
    const code = await makeTemplate({
      templateVars:
        '[{"name":"lockCode","label":"锁具编码"},{"name":"place","label":"地点","required":false}]',
    })
    expect(await send(code, { testData: '{}' })).toMatchObject({
      success: false,
      message: expect.stringContaining('缺少变量：锁具编码（lockCode）'),
    })
    expect(await listed()).toEqual([])
    expect(await send(code, { testData: '{"lockCode":"LK-1"}' })).toMatchObject({ success: true })
  })
  it('refuses a value that is not of its kind, and data that is no JSON object', async () => {
    const code = await makeTemplate({
      templateName: '温度',
      templateContent: '${value}',
      templateVars: '[{"name":"value","label":"温度","type":"number"}]',
    })
    expect(await send(code, { testData: '{"value":"热"}' })).toMatchObject({
      success: false,
      message: expect.stringContaining('变量温度（value）要是数字'),
    })
    expect(await send(code, { testData: '[1]' })).toMatchObject({
      success: false,
      message: expect.stringContaining('不是正确的 JSON 对象'),
    })
  })
  it('shows a preview with what is missing left visible, and knows the variables of an event', async () => {
    const preview = await me.post<TemplatePreview>(`${templates}/preview`, {
      templateName: '锁 ${a}',
      templateContent: '<p onclick="x()">${a}<b>${b}</b></p>',
      templateType: '2',
      testData: '{"a":"<script>1</script>"}',
    })
    expect(preview.result).toMatchObject({
      isHtml: true,
      missing: [{ name: 'b', label: 'b' }],
      used: ['a', 'b'],
    })
    expect(preview.result.content).toBe('<p>&lt;script&gt;1&lt;/script&gt;<strong>${b}</strong></p>')
    expect(
      await me.post(`${templates}/preview`, {
        templateName: 'x',
        templateContent: '${nope}',
        event: 'warning3',
      }),
    ).toMatchObject({
      success: false,
      message: expect.stringContaining('里没有变量 ${nope}，可用的变量：title（标题）'),
    })
    expect(
      (
        await me.post<TemplatePreview>(`${templates}/preview`, {
          templateName: '${lockName}',
          templateContent: '${title} ${minutes}',
          event: 'warning3',
        })
      ).result,
    ).toMatchObject({ title: '3号泵开关柜', missing: [] })
  })
  it('that cannot be read is refused when it is saved', async () => {
    for (const [fields, message] of [
      [{ templateContent: '${锁号}' }, '写得不对'],
      [{ templateTestJson: '{a:1}' }, '测试数据不是正确的 JSON'],
      [{ templateVars: '[{"name":"1x"}]' }, '变量说明不对'],
      [{ event: 'nope' }, '没有业务事件'],
    ] as const)
      expect(
        await me.post(`${templates}/add`, {
          templateCode: 'bad',
          templateName: 'x',
          templateType: '1',
          templateContent: 'x',
          ...fields,
        }),
      ).toMatchObject({ success: false, message: expect.stringContaining(message) })
  })
  it('in use can be switched off and neither changed nor deleted, and an event has one', async () => {
    const base = { templateName: 'x', templateContent: '${title}', event: 'warning1', useStatus: '1' }
    const code = await makeTemplate(base)
    const row = (await me.get<Page<Row>>(`${templates}/list`, { templateCode: code })).result.records[0]
    expect(await me.put(`${templates}/edit`, { ...row, templateContent: 'y' })).toMatchObject({
      success: false,
      message: '此模板已被应用，禁止编辑!',
    })
    expect(await me.delete(`${templates}/delete`, { id: row?.id ?? '' })).toMatchObject({
      success: false,
      message: expect.stringContaining('该模板已被应用禁止删除!'),
    })
    expect(
      await me.post(`${templates}/add`, { ...base, templateType: '1', templateCode: `${code}2` }),
    ).toMatchObject({ success: false, message: expect.stringContaining('已在用模板') })
    expect(await me.put(`${templates}/edit`, { ...row, useStatus: '0' })).toMatchObject({
      success: true,
      message: '更新成功！',
    })
  })
})

describe('the receivers', () => {
  it('are all known or nothing is sent; people of another tenant are nobody', async () => {
    const code = await makeTemplate()
    expect(await send(code, { receiver: 'anna,other,nobody,' })).toMatchObject({
      success: false,
      message: '接收人“other”、“nobody”不是本单位在用的用户账号，消息没有发送',
    })
    expect(await send(code, { receiver: ' ,' })).toMatchObject({ success: false })
    expect(await send(code, { msgType: 'pigeon' })).toMatchObject({
      success: false,
      message: expect.stringContaining('没有“pigeon”这种发送方式'),
    })
    expect(await listed()).toEqual([])
  })
  it('may be 10,000 at once, each with a message of his own, and not one more', async () => {
    await world.database.pool
      .query(`insert into sys_user (id, username, realname, email, status, del_flag, rel_tenant_ids)
      select 'm-' || n, 'many' || n, '第' || n || '人', null, 1, 0, '5' from generate_series(1, 10001) n`)
    const names = Array.from({ length: 10_001 }, (_, n) => `many${n + 1}`)
    const code = await makeTemplate()
    expect(await send(code, { receiver: names.join(',') })).toMatchObject({
      success: false,
      message: expect.stringContaining('一次最多 10000 个接收人，现在有 10001 个'),
    })
    expect(await send(code, { receiver: names.slice(1).join(',') })).toMatchObject({
      result: { queued: 10_000 },
    })
    const { rows } = await world.database.pool.query(
      `select count(*)::int as n, count(distinct es_content)::int as texts from sys_sms`,
    )
    expect(rows).toEqual([{ n: 10_000, texts: 10_000 }])
    await world.database.pool.query('delete from sys_sms')
  })
  it('without an address are told apart from a failure of the way', async () => {
    await send(await makeTemplate(), { receiver: 'bare' })
    await queueSettled(world.ctx)
    expect(await listed()).toMatchObject([{ state: 4, esSendStatus: '2', esResult: '接收人没有登记邮箱' }])
  })
})

describe('a failure', () => {
  it('is tried again with growing waits, becomes a dead letter after six attempts, and is sent again by hand', async () => {
    gatewayAnswer = { status: 503, text: '' }
    await send(await makeTemplate(), { msgType: 'sms' })
    for (const [attempt, wait] of [30_000, 120_000, 600_000, 1_800_000, 7_200_000].entries()) {
      await queueSettled(world.ctx)
      expect(await listed()).toMatchObject([{ state: 2, esSendStatus: '2', esSendNum: attempt + 1 }])
      world.clock.advance(wait - 1)
      await queueSettled(world.ctx)
      expect(texts).toHaveLength(attempt + 1)
      world.clock.advance(1)
    }
    await queueSettled(world.ctx)
    const [dead] = await listed()
    expect(dead).toMatchObject({ state: 3, esSendNum: 6, esResult: '短信网关回答 HTTP 503' })
    expect(new Set(texts.map(({ key }) => key))).toEqual(new Set([dead?.id]))
    expect((await me.get(`${messages}/summary`)).result).toMatchObject({ dead: 1, waiting: 0 })
    gatewayAnswer = { status: 200, text: 'OK' }
    expect(await world.as({ tenantId: 6 }).post(`${messages}/resend`, { ids: dead?.id })).toMatchObject({
      success: false,
    })
    expect(await me.post(`${messages}/resend`, { allDead: true })).toMatchObject({ result: { queued: 1 } })
    await queueSettled(world.ctx)
    expect(await listed()).toMatchObject([{ state: 1, esSendNum: 1, esResult: null }])
    expect(await me.post(`${messages}/resend`, { ids: `${dead?.id},` })).toMatchObject({ success: false })
  })
  it('of an answer that is garbage counts as one', async () => {
    gatewayAnswer = { status: 200, text: '\u0000<html>garbage' }
    await send(await makeTemplate(), { msgType: 'sms' })
    await queueSettled(world.ctx)
    expect(await listed()).toMatchObject([{ state: 2, esResult: expect.stringContaining('SMS_ACCEPT') }])
  })
  it('of a receiver whom the mail server refuses for good is not tried again', async () => {
    refuse = { code: 550, text: 'no such user' }
    await send(await makeTemplate())
    await queueSettled(world.ctx)
    expect(await listed()).toMatchObject([
      { state: 4, esResult: expect.stringContaining('邮件服务器拒绝了收件人') },
    ])
  })
  it('of a mail server that accepts and says nothing, or whose port is closed, ends and holds up no other way', async () => {
    const closed = createSocketServer()
    await listen(closed)
    const closedPort = portOf(closed)
    await new Promise((done) => closed.close(done))
    for (const [port, reason] of [
      [portOf(silent), '没有回应'],
      [closedPort, '连不上邮件服务器'],
    ] as const) {
      await using other = await createTestWorld({ features, env: envOf(port) })
      await other.database.pool
        .query(`insert into sys_user (id, username, realname, phone, email, status, del_flag, rel_tenant_ids)
        values ('u-anna', 'anna', '安娜', '13900000001', 'anna@plant.example', 1, 0, '5')`)
      const they = other.as({ tenantId: 5 })
      for (const esType of ['email', 'sms'])
        expect(
          await they.post(`${messages}/add`, { esTitle: 't', esContent: 'c', esReceiver: 'anna', esType }),
        ).toMatchObject({ success: true, message: '添加成功！' })
      await queueSettled(other.ctx)
      const rows = await listed(they)
      expect(rows.find(({ esType }) => esType === 'sms')).toMatchObject({ state: 1 })
      expect(rows.find(({ esType }) => esType === 'email')).toMatchObject({
        state: 2,
        esResult: expect.stringContaining(reason),
      })
    }
  })
})

describe('the queue', () => {
  it('sends what a node held that died, after its claim has run out, and nothing that another holds', async () => {
    await send(await makeTemplate(), { msgType: 'system' })
    await queueSettled(world.ctx)
    const [row] = await listed()
    await world.database.pool.query(
      `update sys_sms set state = 0, next_time = now() - interval '9 years', lease_id = 'dead', lease_until = now() + interval '1 hour'`,
    )
    await queueSettled(world.ctx)
    expect(await listed()).toMatchObject([{ id: row?.id, state: 0 }])
    await world.database.pool.query(`update sys_sms set lease_until = now() - interval '1 second'`)
    await queueSettled(world.ctx)
    expect(await listed()).toMatchObject([{ id: row?.id, state: 1, esSendNum: 2 }])
  })
  it('writes a message of the bell exactly once', async () => {
    await send(await makeTemplate(), { msgType: 'system' })
    await queueSettled(world.ctx)
    await queueSettled(world.ctx)
    const { rows } = await world.database.pool.query(
      `select a.titile, s.user_id from sys_announcement a join sys_announcement_send s on s.annt_id = a.id where a.tenant_id = 5 and bus_type = 'message'
       and bus_id in (select id from sys_sms)`,
    )
    expect(rows).toEqual([{ titile: '锁具 LK-0003', user_id: 'u-anna' }])
  })
  it('can be stopped for one message before it is sent, and keeps it then', async () => {
    gatewayAnswer = { status: 500, text: '' }
    await send(await makeTemplate(), { msgType: 'sms' })
    await queueSettled(world.ctx)
    const [row] = await listed()
    expect(await me.post(`${messages}/cancel`, { ids: row?.id })).toMatchObject({ result: { cancelled: 1 } })
    world.clock.advance(10 * minute)
    await queueSettled(world.ctx)
    expect(await listed()).toMatchObject([{ state: 5, esSendNum: 1, esSendStatus: '0' }])
    expect(await me.post(`${messages}/cancel`, { ids: row?.id })).toMatchObject({ success: false })
  })
  it('masks addresses for whoever may not see them whole', async () => {
    await me.post(`${messages}/add`, {
      esTitle: 't',
      esContent: 'c',
      esReceiver: 'boss@plant.example',
      esType: 'email',
    })
    const plain = world.as({ tenantId: 5, permissions: new Set(['system:message:list']) })
    expect((await listed(plain)).map(({ esReceiver }) => esReceiver)).toEqual(['b***@plant.example'])
  })
})
