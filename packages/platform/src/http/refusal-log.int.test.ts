import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { position } from '@suoan/contract'
import { mountResource } from '../resource/index.ts'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [{ name: 'positions', mount: (mount) => mountResource(mount, position) }],
  })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.clock.advance(11 * 60_000)
})

const rows = async (userid: string) =>
  (
    await world.database.pool.query(
      `select log_type, log_content, userid, username, ip, request_url, request_param, request_type, tenant_id
      from sys_log where userid = $1 order by create_time, id`,
      [userid],
    )
  ).rows
const outsider = (username: string) =>
  world.as({ userId: username, username, realname: '无权人', tenantId: 4, permissions: new Set<string>() })

it('a call without its permission is noted: who, from where, which call, on which object', async () => {
  const eve = outsider('eve')
  expect(await eve.get(`${position.path}/list`)).toMatchObject({ code: 510 })
  expect(await eve.delete(`${position.path}/delete`, { id: 'p-1' })).toMatchObject({ code: 510 })
  expect(await eve.post(`${position.path}/edit`, { id: 'p-2', name: '不该出现的内容' })).toMatchObject({
    code: 510,
  })
  const noted = await rows('eve')
  expect(noted).toHaveLength(3)
  expect(noted[1]).toMatchObject({
    log_type: 3,
    username: '无权人',
    tenant_id: 4,
    request_type: 'DELETE',
    request_param: 'id=p-1',
    request_url: expect.stringContaining(`${position.path}/delete`),
    log_content: expect.stringContaining('没有权限'),
  })
  expect(noted[2]).toMatchObject({ request_param: 'id=p-2' })
  expect(JSON.stringify(noted)).not.toContain('不该出现的内容')
})

it('what is allowed, and what is refused for another reason, is no such row', async () => {
  const boss = world.as({ userId: 'boss', username: 'boss' })
  await boss.get(`${position.path}/list`)
  await boss.get(`${position.path}/queryById`, { id: 'nothing' })
  await world.anonymous.get(`${position.path}/list`)
  expect(await rows('boss')).toEqual([])
  expect(await rows('')).toEqual([])
})

it('a row that is hidden behind “not found” is noted too, whatever the verb; one that is not there is not', async () => {
  const { rows: made } = await world.database.pool.query<{ id: string }>(
    `insert into sys_position (id, tenant_id, code, name) values ('p-hidden', 9, 'HID', '外厂职务') returning id`,
  )
  expect(made).toHaveLength(1)
  const nosy = world.as({ userId: 'nosy', username: 'nosy', tenantId: 4 })
  const refused = { success: false, message: '未找到对应实体' }
  expect(await nosy.get(`${position.path}/queryById`, { id: 'p-hidden' })).toMatchObject(refused)
  expect(await nosy.post(`${position.path}/edit`, { id: 'p-hidden', name: '改名' })).toMatchObject(refused)
  expect(await nosy.delete(`${position.path}/delete`, { id: 'p-hidden' })).toMatchObject(refused)
  expect(await nosy.get(`${position.path}/queryById`, { id: 'p-nowhere' })).toMatchObject(refused)
  expect((await rows('nosy')).map((row) => row.request_param)).toEqual([
    'id=p-hidden',
    'id=p-hidden',
    'id=p-hidden',
  ])
})

it('thirty of one person in ten minutes are noted one by one, the last says so; others are still noted', async () => {
  const mallory = outsider('mallory')
  for (let n = 0; n < 40; n += 1) await mallory.get(`${position.path}/list`)
  const noted = await rows('mallory')
  expect(noted).toHaveLength(30)
  expect(noted.at(-1).log_content).toContain('不再逐条记录')
  await outsider('trudy').get(`${position.path}/list`)
  expect(await rows('trudy')).toHaveLength(1)
  world.clock.advance(11 * 60_000)
  await mallory.get(`${position.path}/list`)
  expect(await rows('mallory')).toHaveLength(31)
})
