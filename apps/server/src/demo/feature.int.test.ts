import { demoEndpoints, type Endpoint } from '@suoan/contract'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demo } from './feature.ts'

const inputs: Readonly<Record<keyof typeof demoEndpoints, object>> = {
  state: {},
  locks: {},
  press: { sn: 'LK1', press: 'open' },
  fault: { sn: 'LK1', fault: 'deaf', on: true },
  pace: {},
  setPace: { pace: 60 },
  story: {},
  nextStep: {},
}

describe.each([
  ['on a plant without a demo', '0', '没有演示工厂'],
  ['in a demo whose devices are not played', '1', '没有启动'],
])('the simulator %s', (_name, DEMO, reason) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await createTestWorld({ env: { DEMO }, features: [{ name: 'demo', mount: demo }] })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  it.each(Object.keys(inputs) as (keyof typeof demoEndpoints)[])('refuses %s to everybody', async (name) => {
    // In a demo its state may be asked for at any time.
    if (name === 'state' && DEMO === '1') return
    const { methods, path }: Endpoint = demoEndpoints[name]
    const answer = methods.includes('POST')
      ? await world.as().post(path, inputs[name])
      : await world.as().get(path)
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(reason) })
  })
})

it('the walk through the demo plant is for its own people, not for those of another tenant', async () => {
  await using world = await createTestWorld({
    env: { DEMO: '1' },
    features: [{ name: 'demo', mount: demo }],
  })
  await world.database.pool.query('insert into demo_plant (first_start) values (now())')
  const stateOf = async (tenantId: number) =>
    (await world.as({ tenantId }).get(demoEndpoints.state.path)).result
  expect(await stateOf(0)).toMatchObject({ isWorks: true })
  expect(await stateOf(9)).toEqual({ history: null, isWorks: false, isPlayed: false })
})
