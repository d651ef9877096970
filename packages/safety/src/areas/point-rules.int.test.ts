import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { areas } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'areas', mount: areas }] })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

const save = (change: object, tenantId = 0, permissions = ['lo:pointRule:add']) =>
  world.as({ tenantId, permissions: new Set(permissions) }).post('/lopoint/loPointRule/add', {
    pointId: 'demo-pt2',
    action: 'CLOSE_POS',
    kind: 'FP2',
    expr: 'Q1.open && Q1.locked',
    message: '关进口阀前 Q1 须分闸上锁',
    ...change,
  })

it('a five-prevention rule is saved when it can be judged, and refused with its place when not', async () => {
  expect(await save({})).toMatchObject({ success: true })
  expect((await save({ expr: 'Q1.open & Q1.locked' })).message).toContain('第 9 个字符：请写“&&”')
  expect((await save({ expr: 'Q7.open' })).message).toContain('没有名为“Q7.open”的项目')
  expect((await save({ expr: 'Q1.constructor' })).message).toContain('没有名为“Q1.constructor”的项目')
  expect((await save({ expr: '' })).success).toBe(false)
})

it('needs the permission, and knows no point of another tenant', async () => {
  expect((await save({}, 0, ['lo:pointRule:list'])).success).toBe(false)
  expect((await save({}, 7)).success).toBe(false)
})
