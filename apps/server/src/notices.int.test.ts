import type { NoticeRow, OwnReceipt, Page } from '@suoan/contract'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '@suoan/platform/db/transaction'
import type { Broadcasts } from '@suoan/contract/events'
import { writeXlsx } from '@suoan/platform/resource/sheet-writer-xlsx'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { markRead, unreadNotices } from '@suoan/platform/notices/own-notices'
import { notices } from '@suoan/admin/notices'
import { openTicket } from '@suoan/safety/open-ticket'
import { notifyUsers, type Notification } from '@suoan/platform/notices/notify-users'

let world: TestWorld
let admin: TestClient
const pushed: Broadcasts['notice.sent'][] = []

beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'notices', mount: notices }] })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
  await world.database.pool
    .query(`insert into sys_user (id, tenant_id, username, realname, create_time) values
    ('a', 0, 'a', '甲', '2026-01-01'), ('b', 0, 'b', '乙', '2026-01-01'), ('c', 0, 'c', '丙', '2026-06-01')`)
  world.ctx.broadcasts.on('notice.sent', (event) => void pushed.push(event))
  admin = world.as()
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.database.pool.query('delete from sys_announcement; delete from sys_announcement_send')
  pushed.length = 0
})

const none = new Set<string>()
const person = (userId: string, more = {}) =>
  world.as({ userId, username: userId, permissions: none, ...more })
const unread = async (userId: string, tenantId = 0) =>
  await unreadNotices(world.ctx, { ...actor, userId, tenantId }, 5)
const actor = {
  sessionId: 's',
  userId: 'a',
  username: 'a',
  realname: '甲',
  tenantId: 0,
  orgCode: '',
  orgCodes: [],
  roleIds: [],
  roleCodes: [],
  permissions: none,
}
const notify = (changes: Partial<Notification> = {}) =>
  inTransaction(world.ctx, (tx, emit) =>
    notifyUsers(tx, emit, {
      tenantId: 0,
      userIds: ['a', 'b', 'a'],
      title: '工作票待审核',
      text: '票 1 <b>号</b>\n请处理',
      level: 3,
      open: openTicket('w1'),
      now: world.clock.now(),
      ...changes,
    }),
  )
const draft = {
  titile: '停电检修安排',
  msgCategory: '1',
  msgType: 'ALL',
  priority: 'H',
  msgContent: '<p>2月3日</p>',
}
const publish = async (changes = {}) => {
  expect(await admin.post('/sys/annountCement/add', { ...draft, ...changes })).toMatchObject({
    success: true,
    message: '添加成功！',
  })
  const { rows } = await world.database.pool.query('select id from sys_announcement order by id desc limit 1')
  const id = String(rows[0].id)
  expect(await admin.get('/sys/annountCement/doReleaseData', { id })).toMatchObject({
    message: '该系统通知发布成功',
  })
  return id
}

describe('a system message', () => {
  it('reaches each person once, escaped, leads to the ticket and is pushed after the commit', async () => {
    const id = await notify()
    const { '2': own } = await unread('a')
    expect(own.total).toBe(1)
    expect(own.rows[0]).toMatchObject({
      id,
      titile: '工作票待审核',
      msgContent: '<p>票 1 &lt;b&gt;号&lt;/b&gt;</p><p>请处理</p>',
      priority: 'H',
      msgCategory: '2',
      msgType: 'USER',
      sendStatus: '1',
      openType: 'url',
      openPage: '/isps/loWorkView/w1',
      delFlag: '0',
    })
    expect((await unread('c'))['2'].total).toBe(0)
    expect(pushed).toEqual([{ tenantId: 0, userIds: ['a', 'b'], msgId: id, msgTxt: '工作票待审核' }])
  })

  it('is not written and not pushed when the transaction fails', async () => {
    await expect(
      inTransaction(world.ctx, async (tx, emit) => {
        await notifyUsers(tx, emit, { ...(await spoken()) })
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect((await unread('a'))['2'].total).toBe(0)
    expect(pushed).toEqual([])
  })

  it('that may be told once only stays one, from several servers at the same moment too', async () => {
    const about = { type: 'W03-30', id: 'session-1' }
    await Promise.all([1, 2, 3, 4].map(() => notify({ about, once: true })))
    expect((await unread('a'))['2'].total).toBe(1)
  })

  it('of a silent alarm carries no text to read aloud', async () => {
    await notify({ silent: true })
    expect(pushed[0]?.msgTxt).toBe('')
  })

  it('says nothing when there is nobody to tell', async () => {
    expect(await notify({ userIds: [] })).toBeNull()
  })
})

const spoken = async (): Promise<Notification> => ({
  tenantId: 0,
  userIds: ['a'],
  title: 't',
  text: 'x',
  level: 1,
  open: null,
  now: world.clock.now(),
})

describe('an announcement', () => {
  it('to everybody is a draft until released, then reaches everyone of the tenant, and is gone when revoked', async () => {
    const id = await publish()
    expect((await unread('b'))['1'].rows).toMatchObject([{ id, titile: '停电检修安排', sender: 'tester' }])
    expect((await unread('b', 7))['1'].total).toBe(0)
    expect(pushed.at(-1)).toEqual({ tenantId: 0, userIds: null, msgId: id, msgTxt: '停电检修安排' })
    const refused = await admin.post('/sys/annountCement/edit', { id, titile: '别的' })
    expect(refused).toMatchObject({ success: false, message: '“停电检修安排”已发布，请先撤销再修改' })
    expect(await admin.get('/sys/annountCement/doReovkeData', { id })).toMatchObject({
      message: '该系统通知撤销成功',
    })
    expect((await unread('b'))['1'].total).toBe(0)
  })

  it('that ended before the user was made never reaches him; one without an end does', async () => {
    await publish({ endTime: '2026-03-01 00:00:00' })
    await publish({ titile: '长期' })
    expect((await unread('b'))['1'].total).toBe(2)
    expect((await unread('c'))['1'].rows.map((row) => row.titile)).toEqual(['长期'])
  })

  it('to named users takes the trailing comma of the client and reaches only them', async () => {
    await publish({ msgType: 'USER', userIds: 'a,b,' })
    expect([(await unread('a'))['1'].total, (await unread('c'))['1'].total]).toEqual([1, 0])
    expect(await admin.post('/sys/annountCement/add', { ...draft, msgType: 'USER' })).toMatchObject({
      message: '指定用户不能为空！',
    })
  })

  it('to ten thousand named people is posted, released, changed, revoked and deleted as one to two', async () => {
    const ids = Array.from({ length: 10_000 }, (_, at) => `named-person-${String(at).padStart(14, '0')}`)
    await world.database.pool.query(
      `insert into sys_user (id, tenant_id, username, realname, create_time)
       select id, 0, id, '员工', '2026-01-01' from unnest($1::text[]) as named(id)`,
      [ids],
    )
    const receipts = async () =>
      (await world.database.pool.query('select count(*)::int as n from sys_announcement_send')).rows
    const id = await publish({ msgType: 'USER', userIds: `${ids.join(',')},` })
    expect(await receipts()).toEqual([{ n: 10_000 }])
    expect(pushed.at(-1)?.userIds).toHaveLength(10_000)
    expect([(await unread(ids[9_999] ?? ''))['1'].total, (await unread('a'))['1'].total]).toEqual([1, 0])
    // Clients edit what the list gave them: the ids stand there, their ten thousand names do not.
    const listed = async () =>
      (await admin.get<Page<Record<string, unknown>>>('/sys/annountCement/list')).result.records[0]
    expect(await listed()).toMatchObject({ id, userIds: expect.stringContaining(String(ids[9_999])) })
    expect(await listed()).not.toHaveProperty('userIds_dictText')
    await admin.get('/sys/annountCement/doReovkeData', { id })
    const fewer = { ...(await listed()), userIds: ids.slice(0, 9_990).join(',') }
    expect(await admin.put('/sys/annountCement/edit', fewer)).toMatchObject({ success: true })
    expect(await receipts()).toEqual([{ n: 9_990 }])
    expect(await admin.delete('/sys/annountCement/delete', { id })).toMatchObject({ success: true })
    expect((await unread(ids[0] ?? ''))['1'].total).toBe(0)
    await world.database.pool.query(`delete from sys_user where id like 'named-person-%'`)
  })

  it('is read by those it is addressed to; others and other tenants find nothing', async () => {
    const id = await publish({ msgType: 'USER', userIds: 'a,' })
    const read = (who: TestClient) => who.get<NoticeRow>('/sys/annountCement/queryById', { id })
    expect(await read(person('a'))).toMatchObject({ success: true, result: { id, userIds: null } })
    expect(await read(person('c'))).toMatchObject({ success: false, message: '未找到对应实体' })
    expect(await read(person('a', { tenantId: 7 }))).toMatchObject({ success: false })
    expect(await person('a').get('/sys/annountCement/doReleaseData', { id })).toMatchObject({ code: 510 })
  })
})

const hostile = `<p onclick="steal()">一<script>steal()</script><img src=x onerror=steal()></p>
  <a href="javascript:steal()">二</a><a href="//evil.example">三</a><iframe srcdoc="<script>steal()</script>"></iframe>
  <style>body{display:none}</style><svg><a xlink:href="javascript:steal()">四</a></svg>
  <table><tr><td colspan="2" style="background:url(//evil.example)">五</td></tr></table>`

describe('what people write', () => {
  const stored = async (id: string) =>
    String(
      (await world.database.pool.query('select msg_content from sys_announcement where id = $1', [id]))
        .rows[0].msg_content,
    )

  it('is stored without anything that could act for its reader, when added and when edited (V18)', async () => {
    const id = await publish({ msgContent: hostile })
    const added = await stored(id)
    expect(added).not.toMatch(/steal|javascript|evil|onclick|onerror|iframe|style|svg|img/)
    for (const word of ['一', '二', '三', '五']) expect(added).toContain(word)
    expect(added).toContain('<td colspan="2">五</td>')
    await admin.get('/sys/annountCement/doReovkeData', { id })
    const next = { id, msgContent: `<h2>题</h2><a href="https://example.com/a">好</a>${hostile}` }
    const { rows } = await world.database.pool.query('select revision from sys_announcement where id = $1', [
      id,
    ])
    expect(
      await admin.post('/sys/annountCement/edit', { ...next, revision: rows[0].revision }),
    ).toMatchObject({
      success: true,
    })
    const edited = await stored(id)
    expect(edited).toContain(
      '<h2>题</h2><a href="https://example.com/a" target="_blank" rel="noopener noreferrer">好</a>',
    )
    expect(edited).not.toMatch(/steal|javascript|evil/)
  })

  it('takes only priorities that exist (V18)', async () => {
    expect(await admin.post('/sys/annountCement/add', { ...draft, priority: '<b>' })).toMatchObject({
      success: false,
    })
  })
})

describe('a sheet of announcements (4-api.md §6.5, §6.6)', () => {
  it('brings drafts in the name of who imports, cleaned, whatever the sheet says of releases (V12, V18)', async () => {
    const headings = ['标题', '内容', '发布人', '优先级', '消息类型', '通告对象类型', '发布状态', '发布时间']
    const rows = [
      ['检修', hostile, 'b', '高', '通知公告', '全体用户', '已发布', '2026-01-01 00:00:00'],
      ['无人', '', '', '高', '通知公告', '指定用户', '', ''],
    ]
    const sink = new PassThrough()
    const content = buffer(sink)
    const columns = headings.map((heading) => ({ heading }))
    await writeXlsx({ name: '系统通告', titles: [], columns }, rows, sink)
    sink.end()
    const file = { name: '通告.xlsx', content: await content }
    expect(await admin.upload('/sys/annountCement/importExcel', file)).toMatchObject({
      code: 201,
      result: { successCount: 1, errorCount: 1 },
    })
    const { result } = await admin.get<Page<NoticeRow>>('/sys/annountCement/list')
    expect(result.records).toMatchObject([
      { titile: '检修', sender: 'tester', sendStatus: '0', sendTime: null, priority: 'H', msgType: 'ALL' },
    ])
    expect(result.records[0]?.msgContent).not.toMatch(/steal|javascript|evil/)
    expect((await unread('a'))['1'].total).toBe(0)
    expect(await person('a').upload('/sys/annountCement/importExcel', file)).toMatchObject({ code: 510 })
  })
})

describe('the time of an announcement', () => {
  const tomorrow = '2026-03-03 08:00:00'

  it('begins at its start: before, nobody has it, reads it or marks it read with the rest', async () => {
    const id = await publish({ startTime: tomorrow })
    const named = await publish({ startTime: tomorrow, msgType: 'USER', userIds: 'a,' })
    const a = person('a')
    expect(pushed.map(({ msgTxt }) => msgTxt)).toEqual(['', ''])
    expect((await unread('a'))['1'].total).toBe(0)
    expect(await a.get('/sys/annountCement/queryById', { id })).toMatchObject({ message: '未找到对应实体' })
    expect(await a.get('/sys/annountCement/queryById', { id: named })).toMatchObject({ success: false })
    await a.put('/sys/sysAnnouncementSend/readAll')
    const day = 86_400_000
    world.clock.advance(day)
    expect((await unread('a'))['1'].total).toBe(2)
    world.clock.advance(-day)
  })

  it('leaves a draft unread when its receiver marks everything read', async () => {
    await admin.post('/sys/annountCement/add', { ...draft, msgType: 'USER', userIds: 'a,' })
    await person('a').put('/sys/sysAnnouncementSend/readAll')
    const { rows } = await world.database.pool.query('select id from sys_announcement')
    await admin.get('/sys/annountCement/doReleaseData', { id: rows[0].id })
    expect((await unread('a'))['1'].total).toBe(1)
  })
})

describe('an announcement as a page (4-api.md §7.12)', () => {
  const show = (who: TestClient, id: string) => who.raw('GET', `/sys/annountCement/show/${id}`)

  it('is shown to those it is addressed to, with the name of the sender, and can act for nobody (V18)', async () => {
    const id = await publish({
      msgType: 'USER',
      userIds: 'a,',
      titile: '检修 <b>',
      msgContent: '<p>正文</p>',
    })
    await world.database.pool.query(
      `update sys_announcement set sender = 'b', msg_content = '<p>旧正文</p><script>steal()</script>' where id = $1`,
      [id],
    )
    const { statusCode, headers, body } = await show(person('a'), id)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*sandbox/)
    expect(headers['cache-control']).toBe('no-store')
    expect(body).toContain('<h1>检修 &lt;b&gt;</h1>')
    expect(body).toContain('<p>旧正文</p>')
    expect(body).not.toContain('steal')
  })

  it('is 404 for whom it is not addressed to, for other tenants and before its release', async () => {
    const id = await publish({ msgType: 'USER', userIds: 'a,' })
    expect((await show(person('c'), id)).statusCode).toBe(404)
    expect((await show(person('a', { tenantId: 7 }), id)).statusCode).toBe(404)
    await admin.get('/sys/annountCement/doReovkeData', { id })
    const { statusCode, body } = await show(person('a'), id)
    expect(statusCode).toBe(404)
    expect(body).not.toContain(draft.titile)
  })

  it('is nothing for who has no session: not released, not with a token in the address (V9, V18)', async () => {
    const id = await publish()
    expect((await show(world.anonymous, id)).body).not.toContain(draft.titile)
    const asked = await world.anonymous.raw('GET', `/sys/annountCement/show/${id}`, { query: { token: 'x' } })
    expect(asked.json()).toMatchObject({ message: expect.stringContaining('Token失效') })
  })
})

describe('the sender of an announcement', () => {
  it('is called by his name wherever it is read, found by it, and stays who he is on the wire', async () => {
    const id = await publish()
    await world.database.pool.query(`update sys_announcement set sender = 'b' where id = $1`, [id])
    const named = { sender: 'b', sender_dictText: '乙' }
    expect((await unread('a'))['1'].rows[0]).toMatchObject(named)
    const own = async (query = {}) =>
      (await person('a').get<Page<OwnReceipt>>('/sys/sysAnnouncementSend/getMyAnnouncementSend', query))
        .result
    expect((await own()).records[0]).toMatchObject(named)
    expect([(await own({ sender: '乙' })).total, (await own({ sender: '丙' })).total]).toEqual([1, 0])
  })

  it('is the server where the server wrote it', async () => {
    await notify()
    expect((await unread('a'))['2'].rows[0]).toMatchObject({ sender: '系统', sender_dictText: '系统' })
  })
})

describe('who has read', () => {
  const counts = async () =>
    (await admin.get<Page<Record<string, unknown>>>('/sys/annountCement/list')).result.records.map((row) => [
      row['readCount'],
      row['unreadCount'],
    ])

  it('is counted in the list: of named users by name, of everybody also those who have not looked yet', async () => {
    const named = await publish({ msgType: 'USER', userIds: 'a,b,' })
    expect(await counts()).toEqual([[0, 2]])
    await markRead(world.ctx, actor, named)
    expect(await counts()).toEqual([[1, 1]])
    const everybody = await world.database.pool.query(
      'select count(*)::int as n from sys_user where tenant_id = 0 and del_flag = 0 and status = 1',
    )
    await publish()
    await unread('c')
    expect((await counts())[0]).toEqual([0, everybody.rows[0].n])
  })

  it('is nobody’s business without the list’s permission, and another tenant sees none of it', async () => {
    await publish()
    expect(await person('a').get('/sys/annountCement/list')).toMatchObject({ code: 510 })
    const other = world.as({ tenantId: 7 })
    expect((await other.get<Page<unknown>>('/sys/annountCement/list')).result.total).toBe(0)
  })

  it('starts anew when it is published again: who read the former text has not read this one', async () => {
    const id = await publish({ msgType: 'USER', userIds: 'a,b,' })
    await markRead(world.ctx, actor, id)
    expect([await counts(), (await unread('a'))['1'].total]).toEqual([[[1, 1]], 0])
    await admin.get('/sys/annountCement/doReovkeData', { id })
    await admin.get('/sys/annountCement/doReleaseData', { id })
    expect([await counts(), (await unread('a'))['1'].total]).toEqual([[[0, 2]], 1])
    await markRead(world.ctx, actor, id)
    await admin.get('/sys/annountCement/doReleaseData', { id })
    expect(await counts(), 'releasing what is released is nothing').toEqual([[1, 1]])
  })

  it('is changed by nobody for somebody else: a mark counts for the caller only', async () => {
    const id = await publish({ msgType: 'USER', userIds: 'a,' })
    await markRead(world.ctx, { ...actor, userId: 'b' }, id)
    expect((await unread('a'))['1'].total).toBe(1)
  })
})

describe('own messages', () => {
  it('are marked read one by one or all at once, unread first; an unknown id is nothing', async () => {
    const id = await notify()
    await notify({ title: '第二条' })
    const a = person('a')
    const list = async (query = {}) =>
      (await a.get<Page<OwnReceipt>>('/sys/sysAnnouncementSend/getMyAnnouncementSend', query)).result
    await markRead(world.ctx, actor, 'unknown')
    await markRead(world.ctx, actor, id ?? '')
    const { records, total } = await list()
    expect([total, records.map((row) => [row.titile, row.readFlag])]).toEqual([
      2,
      [
        ['第二条', '0'],
        ['工作票待审核', '1'],
      ],
    ])
    expect((await list({ titile: '%' })).total).toBe(0)
    expect(await a.put('/sys/sysAnnouncementSend/readAll')).toMatchObject({ message: '全部已读' })
    expect((await unread('a'))['2'].total).toBe(0)
    expect((await unread('b'))['2'].total).toBe(2)
  })
})
