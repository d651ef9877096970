import { position } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Feature } from '../http/route.ts'
import { createTestWorld, type TestClient, type TestWorld } from '../testing/test-world.ts'
import { defineHooks } from './hooks.ts'
import { mountResource } from './mount-resource.ts'
import { MOST_XLS_ROWS } from './send-sheet.ts'
import { readSheet } from './testing/read-sheet.ts'

const ROWS = 7_000
/** Presenting this row fails. */
let poisoned = ''
/** What happens while the rows around `P6900` are presented. */
let meanwhile = (): void => undefined
let world: TestWorld
let me: TestClient
/** Where the world is listened to: by `inject` nobody's connection breaks. */
let url: string
const path = `${position.path}/exportXls`

beforeAll(async () => {
  const positions: Feature = (mount) => {
    const present = async (rows: readonly Record<string, unknown>[]) => {
      if (rows.some((row) => row['code'] === 'P6900')) meanwhile()
      if (rows.some((row) => row['code'] === poisoned)) throw new Error('a row that cannot be presented')
    }
    mountResource(mount, position, defineHooks(position, { present }))
  }
  world = await createTestWorld({ features: [{ name: 'positions', mount: positions }] })
  me = world.as({ tenantId: 5 })
  url = await world.app.listen({ host: '127.0.0.1', port: 0 })
  await world.database.pool.query(
    `insert into sys_position (id, tenant_id, code, name, post_rank, create_time)
     select lpad(n::text, 19, '0'), 5, 'P' || n, '职务' || n, '1', timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, $1::int) n`,
    [ROWS],
  )
})
afterAll(() => world[Symbol.asyncDispose]())

const byTime = { column: 'createTime', order: 'asc' }
const whole = () => me.raw('GET', path, { query: byTime })
const disposition = (answer: Awaited<ReturnType<typeof whole>>) => answer.headers['content-disposition']

describe('an export', () => {
  it('is an .xls while it is short', async () => {
    const answer = await me.raw('GET', path, { query: { ...byTime, code: 'P12*' } })
    expect(answer.headers['content-type']).toContain('application/vnd.ms-excel')
    expect(disposition(answer)).toMatch(/\.xls$/)
    const sheet = await readSheet(answer.rawPayload)
    expect(sheet.ok && sheet.rows).toHaveLength(3 + 111)
  })

  it('of many rows is an .xlsx with every row in order, and says so', async () => {
    const answer = await whole()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    expect(disposition(answer)).toMatch(/\.xlsx$/)
    const sheet = await readSheet(answer.rawPayload)
    const codes = sheet.ok ? sheet.rows.slice(3).map((row) => row.find((cell) => /^P\d+$/.test(cell))) : []
    expect(codes).toEqual(Array.from({ length: ROWS }, (_, n) => `P${n + 1}`))
  })

  it('has the columns that were chosen, in their order, and nothing that may not leave', async () => {
    const headings = async (exportFields: string) => {
      const answer = await me.raw('GET', path, {
        query: { ...byTime, code: 'P12', exportFields, field: 'id,,code' },
      })
      const sheet = await readSheet(answer.rawPayload)
      return sheet.ok ? sheet.rows.slice(2) : []
    }
    expect(await headings('name,createTime,code,name')).toEqual([
      ['职务名称', '创建时间', '职务编码'],
      ['职务12', '2026-01-01 00:00:12', 'P12'],
    ])
    const usual = await headings('')
    expect(usual[0]).toEqual(['职务编码', '职务名称', '职级'])
    // Nothing of these is a column that a list may show.
    expect(await headings('delFlag,tenantId,revision,constructor,x')).toEqual(usual)
    expect((await headings('delFlag,code'))[0]).toEqual(['职务编码'])
  })

  it('leaves out a column that this person is not given, chosen or not', async () => {
    await world.database.pool.query(
      `insert into sys_permission (id, parent_id, name, menu_type, perms, perms_type, status) values
       ('col-rank', '', '职级列', 2, 'system:position:column:postRank', '1', '1')`,
    )
    const headings = async (who: TestClient, query: Record<string, string>) => {
      const answer = await who.raw('GET', path, { query: { ...byTime, code: 'P12', ...query } })
      const sheet = await readSheet(answer.rawPayload)
      return sheet.ok ? sheet.rows[2] : []
    }
    const own = ['system:position:export', 'system:position:list']
    const clerk = world.as({ tenantId: 5, permissions: new Set(own) })
    const given = world.as({
      tenantId: 5,
      permissions: new Set([...own, 'system:position:column:postRank']),
    })
    expect(await headings(clerk, {})).toEqual(['职务编码', '职务名称'])
    expect(await headings(clerk, { exportFields: 'postRank,code' })).toEqual(['职务编码'])
    expect(await headings(given, { exportFields: 'postRank,code' })).toEqual(['职级', '职务编码'])
  })

  it('gives its connection back: more exports after another than there are connections', async () => {
    for (let n = 0; n < 10; n += 1) expect((await whole()).statusCode).toBe(200)
  })

  it('is refused beyond the connections there are, also when all are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, whole))
    const done = answers.filter(({ statusCode }) => statusCode === 200)
    expect(done.length).toBeLessThanOrEqual(world.ctx.config.databaseExportPoolSize)
    expect(done.length).toBeGreaterThan(0)
    expect((await whole()).statusCode).toBe(200)
  })

  it('locks nobody out when one address floods with many accounts, and they are told to come back', async () => {
    const asked = (userId: string, address: string) =>
      world.as({ tenantId: 5, userId }, address).raw('GET', path, { query: byTime })
    const flood = Array.from({ length: 12 }, (_, n) => asked(`flood-${n}`, '10.1.0.1'))
    expect((await asked('bystander', '10.2.0.1')).statusCode).toBe(200)
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(new Set(refused.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
    for (const each of refused) {
      expect(each.headers['retry-after']).toBe('5')
      expect(each.json<{ message: string }>().message).toBe('操作过于频繁，请稍后再试')
    }
  })

  it('is not made for a HEAD, which nobody reads', async () => {
    expect(world.app.hasRoute({ method: 'GET', url: world.ctx.config.apiBase + path })).toBe(true)
    expect(world.app.hasRoute({ method: 'HEAD', url: world.ctx.config.apiBase + path })).toBe(false)
  })

  it('that fails in its first rows is an answer with a status, an envelope and no file name', async () => {
    poisoned = 'P17'
    const answer = await whole()
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toContain('application/json')
    expect(disposition(answer)).toBeUndefined()
    expect(answer.json()).toMatchObject({ success: false, code: 500 })
  })

  it('that fails later breaks the connection', async () => {
    poisoned = `P${MOST_XLS_ROWS + 900}`
    const answer = await fetch(`${url}${world.ctx.config.apiBase}${path}?column=createTime&order=asc`, {
      headers: { 'x-test-actor': 'actor-1' },
    })
    expect(answer.status).toBe(200)
    await expect(answer.arrayBuffer()).rejects.toThrow('terminated')
    poisoned = ''
    expect((await whole()).statusCode).toBe(200)
  })

  it('stops when the session of its reader ends, and not with anybody else’s', async () => {
    const readWhile = async (sessionId: string) => {
      meanwhile = () =>
        world.ctx.broadcasts.emit('session.ended', { sessionId, userId: 'u', reason: 'frozen' })
      const answer = await fetch(`${url}${world.ctx.config.apiBase}${path}?column=createTime&order=asc`, {
        headers: { 'x-test-actor': 'actor-1' },
      })
      expect(answer.status).toBe(200)
      return await answer.arrayBuffer()
    }
    expect((await readWhile('another')).byteLength).toBeGreaterThan(10_000)
    await expect(readWhile('s-test')).rejects.toThrow('terminated')
    meanwhile = () => undefined
    // Its place is free again.
    expect((await whole()).statusCode).toBe(200)
  })

  it('nobody may make is refused with a status', async () => {
    const nobody = world.as({ tenantId: 5, permissions: new Set() })
    const answer = await nobody.raw('GET', path)
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toMatchObject({ success: false, code: 510 })
  })
})
