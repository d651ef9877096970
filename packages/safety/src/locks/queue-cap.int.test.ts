import { queueLimit } from '@suoan/domain/device'
import { commandStatus } from '@suoan/domain/dictionaries'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '@suoan/platform/db/transaction'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { dispatch, storeCommand } from './index.ts'

let world: TestWorld
let whileSending: (() => Promise<unknown>) | null = null
beforeAll(async () => {
  world = await createTestWorld({
    features: [],
    locks: {
      async send() {
        const work = whileSending
        whileSending = null
        await work?.()
        return { sent: false, code: 'LO-D3004' }
      },
    },
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

const issue = async (type: 'READLOG' | 'FREEZE') => {
  const order = { tenantId: 0, lockId: 'demo-lk4', sn: 'LK4', parentSn: null, type, by: 'u9' } as const
  const stored = await inTransaction(world.ctx, (tx, emit) =>
    storeCommand(tx, emit, order, world.clock.now()),
  )
  return 'refused' in stored ? null : await dispatch(world.ctx, stored)
}
const waiting = async () => {
  const { rows } = await world.database.pool.query(
    `select cmd_type from lo_cmd where device_sn = 'LK4' and status = $1 order by cmd_id`,
    [commandStatus.queued],
  )
  return rows.map(({ cmd_type }) => String(cmd_type))
}

it('§5.6 no more than 20 commands wait, also when one that was being sent comes back', async () => {
  for (let n = 0; n < queueLimit - 1; n += 1) await issue('READLOG')
  whileSending = () => issue('READLOG')
  const back = await issue('READLOG')
  expect(await waiting()).toHaveLength(queueLimit)
  expect(back?.status).toBe(commandStatus.failed)
  whileSending = () => issue('READLOG')
  expect((await issue('FREEZE'))?.status).toBe(commandStatus.queued)
  expect((await waiting()).filter((type) => type === 'FREEZE')).toHaveLength(1)
  expect(await waiting()).toHaveLength(queueLimit)
})
