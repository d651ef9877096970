import type { NoticeRow } from '@suoan/contract'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notices } from '@suoan/admin/notices'
import { files } from '@suoan/platform/files'
import { seedDictionaries } from '@suoan/platform/seed/dictionaries'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { onePixel as png } from '@suoan/platform/testing/one-pixel'

let world: TestWorld
let folder: string
let author: TestClient

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'suoan-notice-pictures-'))
  world = await createTestWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'notices', mount: notices },
    ],
    env: { DATA_DIR: folder },
  })
  await world.ctx.db.transaction().execute((tx) => seedDictionaries(tx, world.clock.now()))
  await world.database.pool
    .query(`insert into sys_user (id, tenant_id, username, realname, create_time) values
    ('a', 0, 'a', '甲', '2026-01-01'), ('b', 0, 'b', '乙', '2026-01-01')`)
  author = world.as({ userId: 'author', username: 'author' })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const none = new Set<string>()
const person = (userId: string, more = {}) =>
  world.as({ userId, username: userId, permissions: none, ...more })
const upload = async (who: TestClient) =>
  (await who.upload('/sys/common/upload', { name: '泵房.png', content: png })).message
const showing = (stored: string) =>
  `<p>见图<img src="/jeecg-boot/sys/common/static/${stored}?w=240" alt="泵房"></p>`
const draft = { titile: '停电检修安排', msgCategory: '1', msgType: 'USER', userIds: 'a,', priority: 'H' }
const add = (who: TestClient, msgContent: string) =>
  who.post('/sys/annountCement/add', { ...draft, msgContent })
const newest = async () => {
  const { rows } = await world.database.pool.query<{ id: string; text: string; revision: number }>(
    'select id, msg_content as text, revision from sys_announcement order by id desc limit 1',
  )
  const [row] = rows
  if (!row) throw new Error('no announcement is there')
  return row
}
const opens = async (who: TestClient, stored: string) =>
  (await who.raw('GET', `/sys/common/static/${stored}`)).statusCode
const change = (what: 'doReleaseData' | 'doReovkeData', id: string) =>
  author.get(`/sys/annountCement/${what}`, { id })

describe('a picture in an announcement', () => {
  it('is read by who may read the announcement, as long as he may: a draft, released, revoked', async () => {
    const stored = await upload(author)
    expect(await add(author, showing(stored))).toMatchObject({ success: true })
    const { id, text } = await newest()
    expect(text).toBe(`<p>见图<img src="/jeecg-boot/sys/common/static/${stored}" alt="泵房"></p>`)
    const recipient = person('a')
    const colleague = world.as({ userId: 'colleague', username: 'colleague' })
    const seen = async () => [
      await opens(author, stored),
      await opens(colleague, stored),
      await opens(recipient, stored),
      await opens(person('b'), stored),
      await opens(person('a', { tenantId: 7 }), stored),
      await opens(world.as({ userId: 'other', tenantId: 7 }), stored),
    ]
    expect(await seen()).toEqual([200, 200, 404, 404, 404, 404])
    await change('doReleaseData', id)
    expect(await seen()).toEqual([200, 200, 200, 404, 404, 404])
    const read = await recipient.get<NoticeRow>('/sys/annountCement/queryById', { id })
    expect(read.result?.msgContent).toContain(stored)
    await change('doReovkeData', id)
    expect(await seen()).toEqual([200, 200, 404, 404, 404, 404])
  })

  it('is read by nobody through an announcement that no longer shows it', async () => {
    const stored = await upload(author)
    await add(author, showing(stored))
    const { id, revision } = await newest()
    expect(
      await author.post('/sys/annountCement/edit', { id, revision, msgContent: '<p>无图</p>' }),
    ).toMatchObject({ success: true })
    await change('doReleaseData', id)
    expect(await opens(person('a'), stored)).toBe(404)
  })

  it('stays when a colleague edits the text around it', async () => {
    const stored = await upload(author)
    await add(author, showing(stored))
    const { id, text, revision } = await newest()
    const colleague = world.as({ userId: 'colleague', username: 'colleague' })
    expect(
      await colleague.post('/sys/annountCement/edit', { id, revision, msgContent: `${text}<p>补充</p>` }),
    ).toMatchObject({ success: true })
    await change('doReleaseData', id)
    expect(await opens(person('a'), stored)).toBe(200)
  })
})

describe('the path of another’s file', () => {
  it('is refused in a text, in whatever address it stands, and gives no right', async () => {
    const secret = await upload(world.as({ userId: 'victim' }))
    const writer = world.as({ userId: 'writer', username: 'writer' })
    for (const html of [
      showing(secret),
      `<IMG SRC=/jeecg-boot/sys/common/static/${secret}>`,
      `<img src="/sys/common/static/${secret.replace('.', '&#46;')}">`,
    ])
      expect(await add(writer, html)).toMatchObject({
        success: false,
        message: expect.stringContaining('不是您上传的图片'),
      })
    expect(await opens(writer, secret)).toBe(404)
  })

  it('is refused when it is added to an announcement that is there', async () => {
    const secret = await upload(world.as({ userId: 'victim' }))
    await add(author, '<p>一</p>')
    const { id, revision } = await newest()
    expect(
      await author.post('/sys/annountCement/edit', { id, revision, msgContent: showing(secret) }),
    ).toMatchObject({ success: false })
    expect(await opens(author, secret)).toBe(404)
  })

  it('gives no right where another hand has written it into the text', async () => {
    const secret = await upload(world.as({ userId: 'victim' }))
    await add(author, '<p>一</p>')
    const { id, revision } = await newest()
    await world.database.pool.query('update sys_announcement set msg_content = $2 where id = $1', [
      id,
      showing(secret),
    ])
    await author.post('/sys/annountCement/edit', { id, revision, titile: '改题' })
    await change('doReleaseData', id)
    expect(await opens(person('a'), secret)).toBe(404)
  })

  it('of another tenant is refused, and a foreign address becomes a link', async () => {
    const elsewhere = await upload(world.as({ userId: 'author', tenantId: 7 }))
    expect(await add(author, showing(elsewhere))).toMatchObject({ success: false })
    expect(await add(author, '<img src="https://e.cn/p.png" alt="图">')).toMatchObject({ success: true })
    expect((await newest()).text).toBe(
      '<a href="https://e.cn/p.png" target="_blank" rel="noopener noreferrer">图</a>',
    )
  })
})

it('the page of an announcement may show pictures of the own store, and no others', async () => {
  await add(author, '<p>一</p>')
  const { id } = await newest()
  const { headers } = await author.raw('GET', `/sys/annountCement/show/${id}`)
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("img-src 'self';")
  expect(policy).toContain('sandbox allow-popups')
  expect(policy).not.toContain('allow-scripts')
})
