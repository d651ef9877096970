import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MessageChoices, Page } from '@suoan/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '@suoan/platform/db/transaction'
import { notifyUsers, type Notification } from '@suoan/platform/notices/notify-users'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { messageQueue, queueSettled } from '../message-queue/index.ts'
import { messageRobots } from '../message-robots/index.ts'
import { messageTemplates } from '../message-templates/index.ts'
import { messageRoutes } from './index.ts'

interface Row {
  esType: string
  esReceiver: string
  esTitle: string
  esContent: string
  state: number
  esResult: string | null
  remark: string | null
  nextTime: string | null
}

let server: Server
let place = ''
let world: TestWorld
let anna: TestClient
let admin: TestClient
const heard: { url: URL; body: Record<string, unknown> }[] = []
let answer = '{"errcode":0,"code":0}'

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heard.push({
        url: new URL(request.url ?? '', `http://${place}`),
        body: JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>,
      })
      response.end(answer)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()))
  place = `127.0.0.1:${(server.address() as AddressInfo).port}`
  world = await createTestWorld({
    features: [
      { name: 'message-queue', mount: messageQueue },
      { name: 'message-templates', mount: messageTemplates },
      { name: 'message-robots', mount: messageRobots },
      { name: 'message-routes', mount: messageRoutes },
    ],
    // Without a mail server and a gateway the outbox of a demo keeps what would be sent.
    env: { DEMO: '1', MESSAGE_HOSTS: `open.feishu.cn,${place}`, MESSAGE_TIMEOUT_SECONDS: '2' },
  })
  await world.database.pool
    .query(`insert into sys_user (id, username, realname, phone, email, status, del_flag, rel_tenant_ids)
    values ('u-anna', 'anna', '安娜', '13900000001', 'anna@plant.example', 1, 0, '5'),
      ('u-bare', 'bare', '无地址', null, null, 1, 0, '5'), ('u-gone', 'gone', '离职', '13900000003', 'g@plant.example', 2, 0, '5')`)
  anna = world.as({ userId: 'u-anna', username: 'anna', tenantId: 5, permissions: new Set() })
  admin = world.as({ tenantId: 5 })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  server.close()
})
beforeEach(async () => {
  heard.length = 0
  answer = '{"errcode":0,"code":0}'
  for (const table of [
    'sys_sms',
    'sys_message_choice',
    'sys_message_quiet',
    'sys_message_robot',
    'sys_sms_template',
  ])
    await world.database.pool.query(`delete from ${table}`)
})

const tell = async (more: Partial<Notification> = {}) => {
  await inTransaction(world.ctx, (tx, emit) =>
    notifyUsers(tx, emit, {
      tenantId: 5,
      userIds: ['u-anna', 'u-bare', 'u-gone'],
      title: '工作票 WK1 待审核',
      text: '请审核。',
      level: 2,
      open: null,
      now: world.clock.now(),
      event: 'stepWaiting',
      ...more,
    }),
  )
  await world.settled()
  await queueSettled(world.ctx)
  return (
    await admin.get<Page<Row>>('/sys/message/sysMessage/list', {
      pageSize: 50,
      column: 'esType',
      order: 'asc',
    })
  ).result.records
}
const kept = (rows: readonly Row[]) =>
  rows.map(({ esType, esReceiver }) => `${esType} ${esReceiver}`).toSorted()

describe('what people are told', () => {
  it('reaches them by the channels of the event; a person without an address or with a closed account by none', async () => {
    expect(kept(await tell())).toEqual(['email anna'])
    expect(kept(await tell({ event: 'ticketNews' }))).toEqual(['email anna'])
  })
  it('without an event stays inside, and so does what is silent (A15)', async () => {
    const { event: _, ...without } = { event: 'stepWaiting' as const }
    await inTransaction(world.ctx, (tx, emit) =>
      notifyUsers(tx, emit, {
        tenantId: 5,
        userIds: ['u-anna'],
        title: 't',
        text: 't',
        level: 1,
        open: null,
        now: 1,
        ...without,
      }),
    )
    expect(await tell({ silent: true, event: 'alarm3', level: 3 })).toEqual([])
  })
  it('follows the choice of each person and event', async () => {
    expect(
      await anna.put('/sys/user/messageChoice', { event: 'stepWaiting', channel: 'email', on: false }),
    ).toMatchObject({
      success: true,
    })
    await anna.put('/sys/user/messageChoice', { event: 'stepWaiting', channel: 'sms', on: true })
    expect(kept(await tell())).toEqual(['sms anna'])
  })
  it('waits for the end of quiet hours, which a warning of level 3 never does', async () => {
    // The clock of the test stands at 08:00.
    expect(await anna.put('/sys/user/quietHours', { from: '22:00', until: '09:30' })).toMatchObject({
      success: true,
      message: '22:00 至 09:30 免打扰，紧急消息除外',
    })
    expect((await tell()).map(({ state, nextTime }) => [state, nextTime])).toEqual([
      [0, '2026-03-02 09:30:00'],
    ])
    const rows = await tell({ event: 'warning3', level: 3 })
    expect(kept(rows.filter(({ state }) => state === 6))).toEqual([
      'email anna',
      'email bare',
      'sms anna',
      'sms bare',
    ])
  })
  it('of level 3 cannot be switched off, and a missing address is shown', async () => {
    for (const channel of ['email', 'sms'])
      expect(
        await anna.put('/sys/user/messageChoice', { event: 'warning3', channel, on: false }),
      ).toMatchObject({
        success: false,
        message: '“三级警告”关系到人身安全，不能关闭',
      })
    await world.database.pool.query(
      `insert into sys_message_choice (user_id, event, channel, is_on) values ('u-anna', 'warning3', 'sms', false)`,
    )
    const rows = await tell({ event: 'warning3', level: 3 })
    expect(kept(rows)).toEqual(['email anna', 'email bare', 'sms anna', 'sms bare'])
  })
  it('is told inside although the queue is broken, and goes out when it works again', async () => {
    const { pool } = world.database
    const bell = async () =>
      (
        await pool.query<{ n: number }>(
          `select count(*)::int as n from sys_announcement_send where user_id = 'u-anna' and annt_id in (select id from sys_announcement where titile = '队列坏了')`,
        )
      ).rows[0]?.n
    let rung = 0
    const end = world.ctx.broadcasts.on('notice.sent', ({ msgTxt }) => {
      if (msgTxt === '队列坏了') rung += 1
    })
    await pool.query('alter table sys_sms rename to sys_sms_away')
    await inTransaction(world.ctx, (tx, emit) =>
      notifyUsers(tx, emit, {
        tenantId: 5,
        userIds: ['u-anna'],
        title: '队列坏了',
        text: 't',
        level: 3,
        open: null,
        now: world.clock.now(),
        event: 'warning3',
      }),
    )
    await world.settled()
    end()
    expect([await bell(), rung]).toEqual([1, 1])
    expect(
      (
        await pool.query(
          `select 1 from reaction where consumer = 'messages.reachOutside' and last_error is not null`,
        )
      ).rows,
    ).toHaveLength(1)
    await pool.query('alter table sys_sms_away rename to sys_sms')
    await pool.query('update reaction set next_time = now()')
    await world.settled()
    await queueSettled(world.ctx)
    expect((await pool.query(`select es_title from sys_sms`)).rows).toEqual([
      { es_title: '队列坏了' },
      { es_title: '队列坏了' },
    ])
  })
})

describe('a template of an event', () => {
  const add = (templateContent: string) =>
    admin.post('/sys/message/sysMessageTemplate/add', {
      templateCode: 'w3',
      templateName: '${lockName}',
      templateContent,
      templateType: '1',
      event: 'warning3',
      useStatus: '1',
    })
  const variables = { lockName: '3号柜', warnNo: 'W1', minutes: '32' }

  it('makes the text', async () => {
    expect(await add('${receiver}，${lockName} 已开 ${minutes} 分钟')).toMatchObject({ success: true })
    expect((await tell({ event: 'warning3', userIds: ['u-anna'], variables }))[0]).toMatchObject({
      esTitle: '3号柜',
      esContent: '安娜，3号柜 已开 32 分钟',
    })
  })
  it('that cannot be filled silences nobody: the words of the event go out, and the row says why', async () => {
    await add('${lockName} ${minutes}')
    const rows = await tell({ event: 'warning3', userIds: ['u-anna'], variables: { lockName: '3号柜' } })
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      esTitle: '工作票 WK1 待审核',
      esContent: '请审核。',
      remark: '模板“${lockName}”不能用（缺少变量：已开启分钟（minutes）），已改用系统文字',
    })
  })
})

describe('a robot of a group', () => {
  const robot = (kind: string, more: object = {}) =>
    admin.post('/sys/message/robot/add', {
      robotName: `${kind}群`,
      kind,
      webhook: `http://${place}/${kind}?access_token=t`,
      events: 'warning1,warning3',
      ...more,
    })
  it('is called with the signature of its kind', async () => {
    await robot('wechat_enterprise')
    await robot('dingtalk', { signSecret: 'SEC-d' })
    await robot('feishu', { signSecret: 'SEC-f' })
    await robot('feishu', { robotName: '不相干', events: 'battery' })
    const rows = await tell({ event: 'warning1', userIds: ['u-bare'] })
    expect(rows.map(({ esType, state }) => [esType, state])).toEqual([
      ['dingtalk', 1],
      ['feishu', 1],
      ['wechat_enterprise', 1],
    ])
    const of = (kind: string) => heard.find(({ url }) => url.pathname === `/${kind}`)
    const text = '工作票 WK1 待审核\n请审核。'
    const now = world.clock.now()
    expect(of('wechat_enterprise')?.body).toEqual({ msgtype: 'text', text: { content: text } })
    const ding = of('dingtalk')?.url.searchParams
    expect([ding?.get('access_token'), ding?.get('timestamp'), ding?.get('sign')]).toEqual([
      't',
      String(now),
      createHmac('sha256', 'SEC-d').update(`${now}\nSEC-d`).digest('base64'),
    ])
    const seconds = String(now / 1000)
    expect(of('feishu')?.body).toEqual({
      timestamp: seconds,
      sign: createHmac('sha256', `${seconds}\nSEC-f`).digest('base64'),
      msg_type: 'text',
      content: { text },
    })
  })
  it.each([
    ['<html>502</html>', '回答无法识别'],
    ['{"errcode":310000,"errmsg":"sign not match"}', '310000 sign not match'],
    ['[]', '没有接受消息'],
  ])('that answers %s has not taken the message', async (given, reason) => {
    answer = given
    await robot('dingtalk')
    const [row] = await tell({ event: 'warning1', userIds: ['u-bare'] })
    expect(row).toMatchObject({ state: 2, esResult: expect.stringContaining(reason) })
  })
  it('has an address on the list of hosts, and neither address nor secret is ever answered or stored as it is', async () => {
    for (const webhook of [
      'https://169.254.169.254/x',
      'https://evil.example/',
      'http://open.feishu.cn/x',
      '',
    ])
      expect(await robot('feishu', { webhook })).toMatchObject({ success: false })
    expect(await robot('wechat_enterprise', { signSecret: 'x' })).toMatchObject({ success: false })
    await robot('feishu', { signSecret: 'SEC-f' })
    const listed = await admin.raw('GET', '/sys/message/robot/list')
    expect(listed.body).toContain('feishu群')
    expect(listed.body).not.toMatch(/SEC-f|access_token|webhook|signSecret/)
    const { rows } = await world.database.pool.query<{ all: string }>(
      `select (select string_agg(r::text, '') from sys_message_robot r) || (select string_agg(l::text, '') from sys_data_log l) as all`,
    )
    expect(rows[0]?.all).not.toMatch(/SEC-f|access_token/)
  })
})

describe('one’s own choices', () => {
  it('show every event with its channels, what is locked, and where one is reached', async () => {
    const { result } = await anna.get<MessageChoices>('/sys/user/messageChoices')
    expect(result.channels).toMatchObject([
      { channel: 'email', isReady: true, address: 'anna@plant.example' },
      { channel: 'sms', isReady: true, address: '13900000001' },
    ])
    expect(result.events.find(({ event }) => event === 'warning3')?.choices).toEqual([
      { channel: 'email', locked: true, on: true },
      { channel: 'sms', locked: true, on: true },
    ])
    expect(result.quiet).toBeNull()
  })
  it('refuse what is none, and take quiet hours away again', async () => {
    expect(
      await anna.put('/sys/user/messageChoice', { event: 'x', channel: 'email', on: true }),
    ).toMatchObject({
      success: false,
    })
    for (const times of [
      { from: '25:00', until: '07:00' },
      { from: '07:00', until: '07:00' },
      { from: '07:00', until: '' },
    ])
      expect(await anna.put('/sys/user/quietHours', times)).toMatchObject({ success: false })
    await anna.put('/sys/user/quietHours', { from: '22:00', until: '07:00' })
    expect((await anna.get<MessageChoices>('/sys/user/messageChoices')).result.quiet).toEqual({
      from: '22:00',
      until: '07:00',
    })
    expect(await anna.put('/sys/user/quietHours', {})).toMatchObject({
      success: true,
      message: '已关闭免打扰',
    })
    expect((await anna.get<MessageChoices>('/sys/user/messageChoices')).result.quiet).toBeNull()
  })
})
