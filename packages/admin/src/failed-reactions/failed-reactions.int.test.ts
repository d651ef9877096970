import { reactionEndpoints, type FailedReactionRow, type Page } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { failedReactions } from './index.ts'

let world: TestWorld
let isBroken = true
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'failed-reactions', mount: failedReactions }] })
  world.ctx.reactions.declare({
    name: 'test.failing',
    title: '锁具打开后的测试处理',
    event: 'lock.rescued',
    key: ({ lockId }) => lockId,
    handle: async () => {
      if (isBroken) throw new Error('disk full')
    },
  })
  for (const tenantId of [0, 7])
    await world.emit('lock.rescued', { tenantId, lockId: `lock-${tenantId}`, workId: 'w', userId: 'u' })
  await world.settled()
})
afterAll(() => world[Symbol.asyncDispose]())

const failed = async (tenantId: number) =>
  (await world.as({ tenantId }).get<Page<FailedReactionRow>>(reactionEndpoints.failed.path)).result

it('failed work is listed with what, whom, how often and why; each tenant sees its own, the platform all', async () => {
  const all = await failed(0)
  expect(all.records.map(({ subject }) => subject)).toEqual(['lock-0', 'lock-7'])
  expect((await failed(7)).records).toMatchObject([
    {
      title: '锁具打开后的测试处理',
      subject: 'lock-7',
      attempts: 1,
      firstError: '处理出错：disk full',
      lastError: '处理出错：disk full',
      behind: 0,
    },
  ])
})

it('a page past the end is empty and says how many there are', async () => {
  const { result } = await world
    .as({ tenantId: 7 })
    .get<Page<FailedReactionRow>>(reactionEndpoints.failed.path, { pageNo: 9, pageSize: 10 })
  expect(result).toMatchObject({ records: [], total: 1, current: 9, pages: 1 })
})

it('work of a consumer that this version does not have is named so, and is not said to be tried again', async () => {
  await world.database.pool.query(`update reaction set consumer = 'gone.away' where tenant_id = 7`)
  const [row] = (await failed(7)).records
  expect(row?.title).toBe('本版程序没有的处理（gone.away）')
  const retry = await world.as({ tenantId: 7 }).post(reactionEndpoints.retry.path, { id: row?.id })
  expect(retry).toMatchObject({ success: false, message: expect.stringContaining('重试不会执行') })
  await world.database.pool.query(`update reaction set consumer = 'test.failing' where tenant_id = 7`)
})

it('neither list nor retry without the permission', async () => {
  const stranger = world.as({ permissions: new Set() })
  expect(await stranger.get(reactionEndpoints.failed.path)).toMatchObject({ code: 510 })
  expect(await stranger.post(reactionEndpoints.retry.path, { id: '1' })).toMatchObject({ code: 510 })
})

it('a retry by hand does it at once; of another tenant, or done already, it is refused', async () => {
  const [row] = (await failed(7)).records
  isBroken = false
  const retry = (tenantId: number) =>
    world.as({ tenantId }).post(reactionEndpoints.retry.path, { id: row?.id })
  expect(await retry(8)).toMatchObject({ success: false })
  expect(await retry(7)).toMatchObject({ success: true })
  await world.settled()
  expect((await failed(7)).records).toEqual([])
  expect((await retry(7)).message).toContain('已经完成')
})
