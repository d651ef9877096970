import type { LoginAnswer } from '@suoan/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { RunningServer } from './create-server.ts'
import { openDemoServer, passwords, type DemoServer } from './testing/demo-server.ts'

let demo: DemoServer
let server: RunningServer
beforeAll(async () => {
  demo = await openDemoServer()
  server = demo.server
  // u3 reads posts, u4 reads and edits them, u5 reads those of rank 1 only, u7 nothing, u8 and u9 edit those of tenants.
  await demo.database.pool.query(`
    insert into sys_tenant (id, name, status) values (8, '甲厂', 1), (9, '乙厂', 1);
    delete from sys_user_role where user_id in ('u3', 'u4', 'u5', 'u7', 'u8', 'u9');
    insert into sys_role (id, tenant_id, role_name, role_code) values
      ('r-read', 0, '读', 'T_READ'), ('r-edit', 0, '改', 'T_EDIT'), ('r-rule', 0, '部分', 'T_RULE');
    insert into sys_permission_data_rule (id, permission_id, rule_name, rule_column, rule_conditions, rule_value, status)
      select 'rule-1', id, '一级', 'postRank', '=', '1', '1' from sys_permission where perms = 'system:position:list';
    insert into sys_role_permission (id, role_id, permission_id, data_rule_ids)
      select r.id || p.perms, r.id, p.id, case when r.id = 'r-rule' then 'rule-1' end from sys_role r, sys_permission p
      where r.id in ('r-read', 'r-edit', 'r-rule') and p.menu_type = 2 and (p.perms in ('system:position:list', 'lo:externalPerson:list')
        or (r.id = 'r-edit' and p.perms in ('system:position:edit', 'system:position:add')));
    insert into sys_user_role (id, user_id, role_id) values ('a', 'u3', 'r-read'), ('b', 'u4', 'r-edit'),
      ('c', 'u5', 'r-rule'), ('d', 'u8', 'r-edit'), ('e', 'u9', 'r-edit');
    update sys_user set rel_tenant_ids = '8' where id = 'u8';
    update sys_user set rel_tenant_ids = '8,9' where id = 'u9';
    insert into sys_position (id, tenant_id, code, name, post_rank, del_flag, revision) values
      ('p1', 0, 'TP1', '班长', '1', 0, 1), ('p2', 0, 'TP2', '技师', '2', 0, 1), ('p8', 8, 'TP8', '甲厂班长', '1', 0, 1),
      ('p9', 9, 'TP9', '乙厂班长', '1', 0, 1)`)
})
const sockets: WebSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(() => demo[Symbol.asyncDispose]())

async function send<T>(method: string, name: string, body: unknown, token = '', tenantId = 0) {
  const answer = await fetch(`${server.url}/jeecg-boot${name}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-access-token': token,
      'tenant-id': String(tenantId),
    },
    body: JSON.stringify(body),
  })
  // Our own envelope.
  return (await answer.json()) as { success: boolean; result: T; message: string }
}
const signIn = async (username: string) =>
  (
    await send<LoginAnswer>('POST', '/sys/login', {
      username,
      password: username === 'admin' ? passwords.admin : passwords.demo,
    })
  ).result
const edit = (token: string, row: Readonly<Record<string, unknown>>, tenantId = 0) =>
  send('PUT', '/sys/position/edit', row, token, tenantId)

interface Frame {
  readonly type: string
  readonly data: unknown
}

/** Opens a page's socket; `opened` is the protocol the server echoed, or the HTTP status of the refusal. */
function open(userId: string, token: string | undefined, pageId: string, tenantId?: number, origin?: string) {
  const query = tenantId === undefined ? '' : `?tenant-id=${tenantId}`
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/jeecg-boot/vxeSocket/${userId}/${pageId}${query}`,
    token === undefined ? [] : [token],
    origin === undefined ? {} : { origin },
  )
  sockets.push(socket)
  const frames: Frame[] = []
  // Our own frames.
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString('utf8')) as Frame))
  const opened = new Promise<string | number>((resolve) => {
    socket.on('open', () => resolve(socket.protocol))
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => resolve(0))
  })
  const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)))
  return {
    socket,
    frames,
    opened,
    closed,
    say: (frame: unknown) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    /** The server has answered everything that was sent before. */
    async settled() {
      const before = frames.filter(({ type }) => type === 'heart_beat').length
      socket.send('{"type":"heart_beat","data":""}')
      await expect.poll(() => frames.filter(({ type }) => type === 'heart_beat').length).toBe(before + 1)
    },
    /** Rows it was told of. */
    rows: () =>
      frames.flatMap(({ type, data }) =>
        type === 'update_vxe_table' && typeof data === 'object' && data !== null && 'args' in data
          ? [data]
          : [],
      ),
    text: () => JSON.stringify(frames),
  }
}
async function opened(username: string, pageId: string, tenantId?: number) {
  const { token, userInfo } = await signIn(username)
  const page = open(userInfo.id, token, pageId, tenantId)
  expect(await page.opened).toBe(token)
  return { ...page, token }
}
/** Whatever is told of a change has been told: a change that both may hear of has arrived. */
async function afterwards(page: { readonly text: () => string }, token: string) {
  const mark = `班长${Math.random()}`
  expect(await edit(token, { id: 'p1', name: mark })).toMatchObject({ success: true })
  await expect.poll(() => page.text()).toContain(mark)
}
const update = (socketKey: string, row: unknown, caseId = 'case') => ({
  type: 'update_vxe_table',
  data: { socketKey, args: [row, caseId] },
})
const presence = (cell: unknown, more: object = {}) => ({
  type: 'common_send_date',
  data: { key: 'presence', args: [cell], ...more },
})

test('the token is echoed, a heartbeat is answered to its sender (4-api.md §11.2)', async () => {
  const [page, other] = [await opened('u3', 'position.a'), await opened('u4', 'position.b')]
  page.say({ type: 'heart_beat', data: '' })
  await expect.poll(() => page.frames).toEqual([{ type: 'heart_beat', data: true }])
  expect(other.frames).toEqual([])
})

test('no token, a wrong one, another person’s id, a foreign page and an odd page id open nothing (V26)', async () => {
  const { token } = await signIn('u3')
  expect(await open('u3', undefined, 'position').opened).not.toBe('')
  expect(await open('u3', 'x'.repeat(43), 'position').opened).toBe(500)
  expect(await open('u4', token, 'position').opened).not.toBe(token)
  expect(await open('u3', token, 'position', undefined, 'https://elsewhere.example').opened).not.toBe(token)
  for (const pageId of ['a'.repeat(65), 'a%20b', '%E8%81%8C', 'a.b.c', '%2e%2e'])
    expect(await open('u3', token, pageId).opened).not.toBe(token)
  expect(await open('u3', token, 'position', 9).opened).toBe(500)
})

test('a stored edit is told to the others on the page with what is stored, and with its revision', async () => {
  const [reader, editor] = [await opened('u3', 'position.a'), await opened('u4', 'position.b')]
  expect(await edit(editor.token, { id: 'p1', name: '值班长', revision: 1 })).toMatchObject({ success: true })
  await expect
    .poll(() => reader.rows())
    .toMatchObject([
      { socketKey: 'position', args: [{ id: 'p1', name: '值班长', revision: 2, updateBy: 'u4' }, ''] },
    ])
})

test('who may not list the table hears nothing of it, who sees some rows hears of those only', async () => {
  const [editor, some, nobody] = [
    await opened('u4', 'position.a'),
    await opened('u5', 'position.b'),
    await opened('u7', 'position.c'),
  ]
  await edit(editor.token, { id: 'p2', name: '秘密技师' })
  await expect.poll(() => editor.text()).toContain('秘密技师')
  await afterwards(some, editor.token)
  expect(some.text()).not.toContain('秘密')
  expect(some.text()).not.toContain('"p2"')
  expect(nobody.frames).toEqual([])
})

test('tenants are kept apart, whichever page they have open (V11)', async () => {
  const [first, second, platform] = [
    await opened('u8', 'position.a', 8),
    await opened('u9', 'position.b', 9),
    await opened('u3', 'position.c'),
  ]
  expect(await edit(first.token, { id: 'p8', name: '甲厂值班长' }, 8)).toMatchObject({ success: true })
  first.say(presence({ id: 'p8', key: 'name' }))
  await expect.poll(() => first.text()).toContain('甲厂值班长')
  await first.settled()
  // A change of the other tenant's own is all it hears of: not even that there was one elsewhere.
  expect(await edit(second.token, { id: 'p9', name: '乙厂值班长' }, 9)).toMatchObject({ success: true })
  await expect.poll(() => second.text()).toContain('乙厂值班长')
  expect(second.frames).toHaveLength(1)
  expect(first.text()).not.toContain('p9')
  await platform.settled()
  expect(platform.frames).toHaveLength(1)
})

test('a row that a page reports is told as it is stored, never as the sender wrote it', async () => {
  const [editor, reader, standard] = [
    await opened('u4', 'd1f0c2'),
    await opened('u3', 'position.b'),
    await opened('u3', 'e2a1b3'),
  ]
  editor.say(update('position', { id: 'p2', name: '捏造', __proto__: 1, msg: '<img>' }, 'case-1'))
  for (const page of [reader, standard]) {
    await expect
      .poll(() => page.rows())
      .toMatchObject([{ socketKey: 'position', args: [{ id: 'p2' }, 'case-1'] }])
    expect(page.text()).not.toContain('捏造')
    expect(page.text()).not.toContain('<img>')
  }
  expect(editor.rows()).toEqual([])
})

test('a report is ignored of who may not edit, of a table that is none, and of a row that is not there', async () => {
  const [reader, editor] = [await opened('u3', 'position.a'), await opened('u4', 'position.b')]
  reader.say(update('position', { id: 'p1' }))
  for (const socketKey of ['user', 'nothing', '__proto__', 'vxe-default', 'dictItem'])
    editor.say(update(socketKey, { id: 'p1' }))
  editor.say(update('position', { id: 'nobody' }))
  editor.say(update('position', { id: 'p8' }))
  await reader.settled()
  await editor.settled()
  await afterwards(reader, editor.token)
  expect(editor.rows()).toHaveLength(1)
  expect(reader.rows()).toHaveLength(1)
})

test('presence is told by the name of the session, to who may see the row, and ends with the socket', async () => {
  const [editor, reader, some] = [
    await opened('u4', 'position.a'),
    await opened('u3', 'position.b'),
    await opened('u5', 'position.c'),
  ]
  editor.say(presence({ id: 'p2', key: 'name', name: '冒名' }, { name: '冒名' }))
  await expect.poll(() => reader.text()).toContain('"cell":{"id":"p2","key":"name"}')
  expect(reader.text()).not.toContain('冒名')
  const { rows } = await demo.database.pool.query<{ realname: string }>(
    `select realname from sys_user where id = 'u4'`,
  )
  expect(reader.text()).toContain(rows[0]?.realname)
  const late = await opened('u3', 'position.d')
  await expect.poll(() => late.text()).toContain('"cell":{"id":"p2","key":"name"}')
  await some.settled()
  expect(some.text()).not.toContain('p2')
  editor.socket.close()
  await expect.poll(() => reader.text()).toContain('"cell":null')
  expect(editor.text()).not.toContain('presence')
})

test('other words of a client are passed on to nobody; junk is ignored and the socket stays', async () => {
  const [editor, reader] = [await opened('u4', 'position.a'), await opened('u3', 'position.b')]
  for (const junk of [
    '',
    'HeartBeat',
    '[]',
    'null',
    '{"type":"update_vxe_table"}',
    '{"type":"eval","data":"1"}',
  ])
    editor.say(junk)
  editor.say({ type: 'common_send_date', data: { key: 'reload', args: ['position'] } })
  editor.say({ type: 'common_send_date', data: { key: 'anything', args: ['<script>'] } })
  editor.say(presence({ id: 'p1' }))
  editor.say(presence({ id: 'x'.repeat(100), key: 'name' }))
  editor.say(update('position', { id: { $ne: 1 } }))
  editor.socket.send(Buffer.from([0xff, 0xfe, 0]))
  await editor.settled()
  await afterwards(reader, editor.token)
  expect(reader.frames).toHaveLength(1)
})

test('a row that is deleted, or changed beyond one’s sight, is told without its id', async () => {
  const [editor, some] = [await opened('admin', 'position.a'), await opened('u5', 'position.b')]
  await edit(editor.token, { id: 'p2', name: '技师长' })
  await expect
    .poll(() => some.frames)
    .toEqual([{ type: 'common_send_date', data: { key: 'reload', args: ['position'] } }])
})

test('what is masked in a list is masked here (decision 0508)', async () => {
  await demo.database.pool
    .query(`insert into lo_external_person (id, tenant_id, person_name, source, company, phone, revision)
    values ('x1', 0, '外来甲', 2, '安装公司', '13812345678', 1)`)
  const [reader, admin] = [await opened('u3', 'externalPerson.a'), await opened('admin', 'externalPerson.b')]
  server.ctx.broadcasts.emit('resource.changed', { tenantId: 0, resource: 'externalPerson', ids: ['x1'] })
  await expect.poll(() => reader.text()).toContain('外来甲')
  expect(reader.text()).not.toContain('13812345678')
  await expect.poll(() => admin.text()).toContain('13812345678')
})

test('a large change is not told row by row', async () => {
  const reader = await opened('u3', 'position.a')
  const ids = Array.from({ length: 500 }, (_, index) => `many-${index}`)
  server.ctx.broadcasts.emit('resource.changed', { tenantId: 0, resource: 'position', ids })
  await expect
    .poll(() => reader.frames)
    .toEqual([{ type: 'common_send_date', data: { key: 'reload', args: ['position'] } }])
})

test('a page that opens again takes the place of its old socket; a session’s limit counts both channels', async () => {
  const first = await opened('u4', 'position.same')
  const second = open('u4', first.token, 'position.same')
  expect(await second.opened).toBe(first.token)
  expect(await first.closed).toBe(4429)
  const many = []
  for (let n = 0; n < 10; n++) {
    const page = open('u4', first.token, `position.n${n}`)
    await page.opened
    many.push(page)
  }
  expect(await second.closed).toBe(4429)
  expect(many.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
})

test('no notice goes over a table socket', async () => {
  const page = await opened('u3', 'position.a')
  server.ctx.broadcasts.emit('notice.sent', { tenantId: 0, userIds: ['u3'], msgId: 'a1', msgTxt: '通知' })
  server.ctx.broadcasts.emit('notice.sent', { tenantId: 0, userIds: null, msgId: 'a1', msgTxt: '通知' })
  server.ctx.broadcasts.emit('lock.changed', { tenantId: 0, ids: ['l1'] })
  // Changes of locks are gathered for 300 ms; a change of the table that comes after them is heard.
  await new Promise((resolve) => setTimeout(resolve, 400))
  await page.settled()
  expect(page.frames).toEqual([{ type: 'heart_beat', data: true }])
})

test('who floods, sends much, or was signed out is put out', async () => {
  const chatty = await opened('u3', 'position.a')
  for (let n = 0; n < 400; n++) chatty.say({ type: 'heart_beat', data: '' })
  expect(await chatty.closed).toBe(1008)
  const large = await opened('u3', 'position.b')
  large.say('x'.repeat(17 * 1024))
  expect(await large.closed).toBe(1009)
  const page = await opened('u3', 'position.c')
  await send('POST', '/sys/logout', {}, page.token)
  expect(await page.closed).toBe(4401)
})
