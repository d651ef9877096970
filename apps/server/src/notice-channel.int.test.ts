import type { LoginAnswer } from '@suoan/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { RunningServer } from './create-server.ts'
import { openDemoServer, passwords, type DemoServer } from './testing/demo-server.ts'

/** Lines of the server’s log, errors alone. */
const complaints: string[] = []
let demo: DemoServer
let server: RunningServer
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => complaints.push(line) })
  demo = await openDemoServer({ ALLOWED_ORIGINS: 'https://client.example' }, log)
  server = demo.server
})
afterAll(() => demo[Symbol.asyncDispose]())

async function post<T>(name: string, body: unknown, token = ''): Promise<{ success: boolean; result: T }> {
  const answer = await fetch(`${server.url}/jeecg-boot${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': token },
    body: JSON.stringify(body),
  })
  // Our own envelope.
  return (await answer.json()) as { success: boolean; result: T }
}
const signIn = async (username: string) =>
  (
    await post<LoginAnswer>('/sys/login', {
      username,
      password: username === 'admin' ? passwords.admin : passwords.demo,
    })
  ).result

/** Opens a socket and tells how it went: the protocol the server echoed, or the HTTP status of the refusal. */
function open(userId: string, token: string | undefined, origin?: string, tenantId?: number) {
  const query = tenantId === undefined ? '?changes=1' : `?changes=1&tenant-id=${tenantId}`
  return openAt(userId, token, query, origin)
}

function openAt(userId: string, token: string | undefined, query: string, origin?: string) {
  const address = `${server.url.replace('http', 'ws')}/jeecg-boot/websocket/${userId}${query}`
  const socket = new WebSocket(
    address,
    token === undefined ? [] : [token],
    origin === undefined ? {} : { origin },
  )
  const frames: unknown[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8'))))
  const opened = new Promise<string | number>((resolve) => {
    socket.on('open', () => resolve(socket.protocol))
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => resolve(0))
  })
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))
  return { socket, frames, opened, closed }
}

test('the token as sub-protocol opens the own channel and is echoed; heartbeats are answered silently', async () => {
  const { token, userInfo } = await signIn('u1')
  const channel = open(userInfo.id, token)
  expect(await channel.opened).toBe(token)
  channel.socket.send('HeartBeat')
  await expect.poll(() => channel.frames).toContainEqual({ cmd: 'heartcheck', msgTxt: '' })
  channel.socket.close()
})

test('no token, a wrong one, another person’s id and a foreign page open nothing (V26)', async () => {
  const { token, userInfo } = await signIn('u1')
  expect(await open(userInfo.id, undefined).opened).not.toBe('')
  expect(await open(userInfo.id, 'x'.repeat(43)).opened).toBe(500)
  expect(await open('u2', token).opened).not.toBe(token)
  expect(await open(userInfo.id, token, 'https://elsewhere.example').opened).not.toBe(token)
  // A client on another site that ALLOWED_ORIGINS names.
  const named = open(userInfo.id, token, 'https://client.example')
  expect(await named.opened).toBe(token)
  named.socket.terminate()
  const own = open(userInfo.id, token, server.url)
  expect(await own.opened).toBe(token)
  own.socket.close()
})

test('what a client does to its socket is no error of the server', async () => {
  const { token, userInfo } = await signIn('u1')
  const channel = open(userInfo.id, token)
  expect(await channel.opened).toBe(token)
  channel.socket.send(Buffer.alloc(3 * 2 ** 20))
  expect(await channel.closed).toBe(1009)
  expect(complaints).toEqual([])
})

test('a frame says what changed, not what it says; a forced logout closes the socket', async () => {
  const [{ token, userInfo }, admin] = [await signIn('u3'), await signIn('admin')]
  const channel = open(userInfo.id, token)
  expect(await channel.opened).toBe(token)
  const add = await post('/sys/position/add', { code: 'WS1', name: '秘密职务', postRank: '1' }, admin.token)
  expect(add).toMatchObject({ success: true })
  await expect.poll(() => JSON.stringify(channel.frames)).toContain('"resource":"position"')
  expect(JSON.stringify(channel.frames)).not.toContain('秘密')
  const { rows } = await demo.database.pool.query<{ id: string }>(
    `select id from sys_session where user_id = 'u3'`,
  )
  await post('/sys/online/forceLogout', { token: rows[0]?.id }, admin.token)
  expect(await channel.closed).toBe(4401)
})

test('a message for one person reaches every socket of his and nobody else; an announcement reaches everybody', async () => {
  const [mine, other] = [await signIn('u6'), await signIn('u7')]
  const [phone, desk, stranger] = [open('u6', mine.token), open('u6', mine.token), open('u7', other.token)]
  await Promise.all([phone, desk, stranger].map(({ opened }) => opened))
  const tell = { tenantId: 0, msgId: 'a1', msgTxt: '3号柜锁未关闭' }
  server.ctx.broadcasts.emit('notice.sent', { ...tell, userIds: ['u6'] })
  const frame = { cmd: 'user', userId: 'u6', msgId: 'a1', msgTxt: '3号柜锁未关闭' }
  for (const { frames } of [phone, desk]) await expect.poll(() => frames).toContainEqual(frame)
  server.ctx.broadcasts.emit('notice.sent', { ...tell, userIds: null })
  await expect
    .poll(() => stranger.frames)
    .toContainEqual({ cmd: 'topic', msgId: 'a1', msgTxt: '3号柜锁未关闭' })
  expect(stranger.frames).not.toContainEqual(frame)
  for (const { socket } of [phone, desk, stranger]) socket.close()
})

test('the tenant that the page shows is heard, among one’s own (V11)', async () => {
  await demo.database.pool
    .query(`insert into sys_tenant (id, name, status) values (8, '甲厂', 1), (9, '乙厂', 1), (10, '丙厂', 1);
    update sys_user set rel_tenant_ids = '8,9' where id = 'u9'`)
  const { token, tenantList } = await signIn('u9')
  expect(tenantList?.map(({ id }) => id)).toEqual([8, 9])
  const [first, second] = [open('u9', token), open('u9', token, undefined, 9)]
  expect(await Promise.all([first.opened, second.opened])).toEqual([token, token])
  expect(await open('u9', token, undefined, 10).opened).toBe(500)
  for (const tenantId of [8, 9, 10])
    server.ctx.broadcasts.emit('lock.changed', { tenantId, ids: [`lock-of-${tenantId}`] })
  const frame = (id: string) => ({ cmd: 'resource', resource: 'lock', ids: [id], msgTxt: '' })
  await expect.poll(() => first.frames).toEqual([frame('lock-of-8')])
  await expect.poll(() => second.frames).toEqual([frame('lock-of-9')])
  // A message to him too: of each tenant on the pages of that tenant.
  for (const tenantId of [9, 8])
    server.ctx.broadcasts.emit('notice.sent', {
      tenantId,
      userIds: ['u9'],
      msgId: `m${tenantId}`,
      msgTxt: '锁未关闭',
    })
  const told = (msgId: string) => ({ cmd: 'user', userId: 'u9', msgId, msgTxt: '锁未关闭' })
  await expect.poll(() => first.frames).toEqual([frame('lock-of-8'), told('m8')])
  await expect.poll(() => second.frames).toEqual([frame('lock-of-9'), told('m9')])
  for (const { socket } of [first, second]) socket.close()
})

test('which rows changed is named only to who may list them all; the others are told that some did', async () => {
  // The worker lists tickets within his sight and no users, the administrator lists both.
  const [worker, admin] = [await signIn('u6'), await signIn('admin')]
  const [narrow, wide] = [open('u6', worker.token), open(admin.userInfo.id, admin.token)]
  expect(await Promise.all([narrow.opened, wide.opened])).toEqual([worker.token, admin.token])
  const { broadcasts } = server.ctx
  broadcasts.emit('resource.changed', { tenantId: 0, resource: 'user', ids: ['secret-user'] })
  broadcasts.emit('ticket.changed', { tenantId: 0, ids: ['secret-ticket'] })
  const frame = (resource: string, ids: string[]) => ({ cmd: 'resource', resource, ids, msgTxt: '' })
  for (const each of [frame('user', ['secret-user']), frame('work', ['secret-ticket'])])
    await expect.poll(() => wide.frames).toContainEqual(each)
  for (const name of ['user', 'work']) await expect.poll(() => narrow.frames).toContainEqual(frame(name, []))
  expect(JSON.stringify(narrow.frames)).not.toContain('secret')
  for (const { socket } of [narrow, wide]) socket.close()
})

test('a client of the family, which asks for no changes, is sent messages and nothing that it does not know', async () => {
  const { token } = await signIn('u6')
  const [family, own] = [openAt('u6', token, ''), open('u6', token)]
  await Promise.all([family.opened, own.opened])
  server.ctx.broadcasts.emit('resource.changed', { tenantId: 0, resource: 'position', ids: ['p1'] })
  await expect.poll(() => JSON.stringify(own.frames)).toContain('"resource":"position"')
  server.ctx.broadcasts.emit('notice.sent', { tenantId: 0, userIds: ['u6'], msgId: 'm1', msgTxt: '轮到您' })
  await expect
    .poll(() => family.frames)
    .toEqual([{ cmd: 'user', userId: 'u6', msgId: 'm1', msgTxt: '轮到您' }])
  for (const { socket } of [family, own]) socket.close()
})

test('what is told over a socket is no use of its session', async () => {
  const { token } = await signIn('u6')
  const channel = open('u6', token)
  await channel.opened
  const seen = async () =>
    (await demo.database.pool.query(`select max(last_seen_at) as at from sys_session where user_id = 'u6'`))
      .rows
  await demo.database.pool.query(
    `update sys_session set last_seen_at = now() - interval '5 min' where user_id = 'u6'`,
  )
  const before = await seen()
  server.ctx.broadcasts.emit('permissions.changed', { userIds: 'all' })
  server.ctx.broadcasts.emit('ticket.changed', { tenantId: 0, ids: ['t'] })
  await expect.poll(() => JSON.stringify(channel.frames)).toContain('"work"')
  expect(await seen()).toEqual(before)
  channel.socket.close()
})

test('a session has ten sockets: the next one puts its oldest out, and nobody else', async () => {
  const [mine, other] = [await signIn('u4'), await signIn('u4')]
  const bystander = open('u4', other.token)
  await bystander.opened
  const sockets: ReturnType<typeof open>[] = []
  for (let n = 0; n < 11; n++) {
    const socket = open('u4', mine.token)
    expect(await socket.opened).toBe(mine.token)
    sockets.push(socket)
  }
  expect(await sockets[0]?.closed).toBe(4429)
  const rest = [...sockets.slice(1), bystander]
  expect(rest.map(({ socket }) => socket.readyState)).toEqual(rest.map(() => WebSocket.OPEN))
  for (const { socket } of rest) socket.close()
})

test('a client that floods or sends much is put out', async () => {
  const { token, userInfo } = await signIn('u4')
  const chatty = open(userInfo.id, token)
  await chatty.opened
  for (let n = 0; n < 80; n++) chatty.socket.send('HeartBeat')
  expect(await chatty.closed).toBe(1008)
  const large = open(userInfo.id, token)
  await large.opened
  large.socket.send('x'.repeat(4096))
  expect(await large.closed).toBe(1009)
})

test('a stop closes the sockets with a code that says so', async () => {
  const { token, userInfo } = await signIn('u5')
  const channel = open(userInfo.id, token)
  await channel.opened
  await server.stop()
  expect(await channel.closed).toBe(1001)
})
