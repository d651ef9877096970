import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { plantDemo } from '../lock-records/testing.ts'
import { policy } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'policy', mount: policy }] })
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

it('a condition that cannot be read is refused with what may be used (LoFlowStep.condition)', async () => {
  const step = { flowId: 'demo-flow-iso', stage: 1, roleTag: 'SAFETY', scopeRule: 'PLANT', quorum: 'ANY' }
  const add = (stepNo: number, condition: string) =>
    world.as().post('/loflow/loFlowStep/add', { ...step, stepNo, condition })
  const wrong = await add(8, 'workLevl == 1')
  expect(wrong).toMatchObject({ success: false, message: expect.stringContaining('workLevl') })
  expect(wrong.message).toContain('workLevel')
  expect(await add(8, "workLevel in ['0','1']")).toMatchObject({ success: true })
  expect(await add(9, '')).toMatchObject({ success: true })
})
