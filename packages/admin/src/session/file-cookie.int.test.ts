import { files } from '@suoan/platform/files'
import { notices } from '../notices/index.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSessionWorld, type SessionWorld } from './testing/session-world.ts'

let world: SessionWorld
beforeAll(async () => {
  world = await createSessionWorld({ ALLOWED_ORIGINS: 'https://client.example' }, [
    { name: 'files', mount: files },
    { name: 'notices', mount: notices },
  ])
})
afterAll(() => world[Symbol.asyncDispose]())

/** The status of a refused session (4-api.md §1.2). */
const NO_SESSION = 500

const stored = `20260302/${'a'.repeat(32)}.png`
const report = `logs/20260302/userImportExcelErrorLog${'b'.repeat(32)}.txt`

/** Loads a page as the clients do and returns what the browser keeps. */
async function pageOf(token: string, path = '/sys/permission/getUserPermissionByToken', tenantId?: string) {
  const answer = await world.app.inject({
    url: `${world.ctx.config.apiBase}${path}`,
    headers: { 'x-access-token': token, ...(tenantId === undefined ? {} : { 'tenant-id': tenantId }) },
  })
  return String([answer.headers['set-cookie']].flat().find((each) => each?.startsWith('suoan-files=')) ?? '')
}
const cookieIn = (header: string): string => header.split(';')[0] ?? ''
const asked = async (cookie: string, path = `/sys/common/static/${report}`) =>
  (await world.app.inject({ url: `${world.ctx.config.apiBase}${path}`, headers: { cookie } })).statusCode

describe('pictures and links, which send no header (decision 0507)', () => {
  beforeAll(async () => {
    await world.database.pool.query(
      `insert into sheet_report (id, tenant_id, user_id, file_name, content, create_time)
        values ('r1', 0, 'anna', $1, '第 3 行：手机号已经存在', $2), ('r2', 8, 'bert', 'x', '', $2)`,
      [report.split('/')[2], new Date(world.clock.now())],
    )
    await world.database.pool.query(
      `insert into stored_file (path, tenant_id, original_name, media_type, size, sha256, user_id, create_time)
        values ($1, 0, 'p.png', 'image/png', 1, 'x', 'anna', $2)`,
      [stored, new Date(world.clock.now())],
    )
  })

  it('are opened by a cookie that scripts cannot read, foreign pages do not send and other calls do not get', async () => {
    const token = await world.tokenOf('anna')
    for (const path of ['/sys/permission/getUserPermissionByToken', '/sys/user/getUserInfo']) {
      const header = await pageOf(token, path)
      expect(header).toContain('HttpOnly; SameSite=Strict')
      expect(header).toContain(`Path=${world.ctx.config.apiBase}/sys/common/static;`)
      expect(header).not.toContain(token)
      expect(await asked(cookieIn(header))).toBe(200)
    }
    const cookie = cookieIn(await pageOf(token))
    for (const path of [
      '/sys/user/getUserInfo',
      '/sys/permission/getUserPermissionByToken',
      '/sys/online/list',
    ])
      expect([path, await asked(cookie, path)]).toEqual([path, NO_SESSION])
    const key = cookie.split('=')[1]?.split('.')[0] ?? ''
    expect((await world.get(key, '/sys/user/getUserInfo')).http).toBe(NO_SESSION)
  })

  it('are refused to the cookie of somebody else, a made-up one, and none', async () => {
    expect(await asked(cookieIn(await pageOf(await world.tokenOf('cora'))))).toBe(404)
    for (const cookie of [
      '',
      `suoan-files=${'a'.repeat(43)}.0`,
      'suoan-files=x',
      `X-Access-Token=${'a'.repeat(43)}`,
    ])
      expect([cookie, await asked(cookie)]).toEqual([cookie, NO_SESSION])
  })

  it('end with the session', async () => {
    const token = await world.tokenOf('anna')
    const cookie = cookieIn(await pageOf(token))
    expect(await asked(cookie)).toBe(200)
    const left = await world.app.inject({
      method: 'POST',
      url: `${world.ctx.config.apiBase}/sys/logout`,
      headers: { 'x-access-token': token },
    })
    expect(String(left.headers['set-cookie'])).toContain('suoan-files=; Max-Age=0')
    expect(await asked(cookie)).toBe(NO_SESSION)
  })

  it('are of the tenant the page works in, and a tenant that is not his own is refused whatever the cookie says', async () => {
    const token = await world.tokenOf('bert')
    const cookie = cookieIn(await pageOf(token, '/sys/user/getUserInfo', '9'))
    expect(cookie).toMatch(/\.9$/)
    expect(await asked(cookie)).toBe(404)
    expect(await asked(cookie.replace(/\.9$/, '.7'))).toBe(NO_SESSION)
  })

  it('are opened by a ticket for one file and a minute', async () => {
    const token = await world.tokenOf('anna')
    const path = `${world.ctx.config.apiBase}/sys/common/static/${report}`
    const { result } = await world.send<{ ticket: string }>(token, 'POST', '/sys/ticket', { path })
    const open = (address: string) => world.app.inject({ url: `${address}?ticket=${result.ticket}` })
    expect((await open(path)).statusCode).toBe(200)
    expect((await open(`${world.ctx.config.apiBase}/sys/common/static/${stored}`)).statusCode).toBe(
      NO_SESSION,
    )
    world.clock.advance(61_000)
    expect((await open(path)).statusCode).toBe(NO_SESSION)
    world.clock.advance(-61_000)
  })
})

describe('the page of an announcement in a frame (decision 0811)', () => {
  const path = '/sys/annountCement/show/a1'
  beforeAll(async () => {
    await world.database.pool.query(
      `insert into sys_announcement (id, tenant_id, titile, msg_content, msg_type, msg_category, priority, send_status, send_time, sender, create_time)
        values ('a1', 0, '年度检修', '<p>停电</p>', 'ALL', '1', 'H', '1', $1, 'anna', $1)`,
      [new Date(world.clock.now())],
    )
  })

  it('opens by the cookie of our own site, whatever the client writes as its token', async () => {
    const token = await world.tokenOf('anna')
    const cookie = cookieIn(await pageOf(token))
    const show = await world.app.inject({
      url: `${world.ctx.config.apiBase}${path}?token=${token}`,
      headers: { cookie },
    })
    expect([show.statusCode, show.body]).toEqual([200, expect.stringContaining('年度检修')])
    expect(await asked('', `${path}?token=${token}`)).toBe(NO_SESSION)
  })

  it('opens by a ticket for this one announcement, in frames of the named sites alone', async () => {
    const token = await world.tokenOf('anna')
    const address = `${world.ctx.config.apiBase}${path}`
    const { result } = await world.send<{ ticket: string }>(token, 'POST', '/sys/ticket', { path: address })
    const show = await world.app.inject({ url: `${address}?token=${result.ticket}` })
    expect(show.statusCode).toBe(200)
    expect(show.headers['content-security-policy']).toContain(
      "frame-ancestors 'self' https://client.example;",
    )
    expect(await asked('', `/sys/annountCement/show/a2?token=${result.ticket}`)).toBe(NO_SESSION)
  })

  it('is one of the calls that only named sites make from another origin', async () => {
    const from = async (origin: string) =>
      (await world.app.inject({ url: `${world.ctx.config.apiBase}/sys/login/ways`, headers: { origin } }))
        .headers['access-control-allow-origin']
    expect(await from('https://client.example')).toBe('https://client.example')
    expect(await from('https://evil.example')).toBe(undefined)
  })
})
