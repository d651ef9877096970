import { area } from '@suoan/contract'
import { files } from '@suoan/platform/files'
import { mountResource } from '@suoan/platform/resource'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstStart } from '../seed/first-start.ts'
import { drawAreaPlans } from './area-plans.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'files', mount: files },
      { name: 'area', mount: (mount) => mountResource(mount, area) },
    ],
    env: { DEMO_WORKS: '1', DEMO_PASSWORD: 'Demo#2026x' },
  })
  await firstStart(world.ctx, true)
})
afterAll(() => world[Symbol.asyncDispose]())

const query = async (text: string) => (await world.database.pool.query(text)).rows
const plans = async (): Promise<readonly string[]> =>
  (await query(`select plan_file from lo_area where id like 'demo-a%' order by id`)).map(
    (row) => row.plan_file,
  )

it('the plans of the demo areas are shown to who reads the areas, also of a plant whose plans nobody was given', async () => {
  // As they were once named; such a path is no file of ours.
  await query(`update lo_area set plan_file = '20261127/2237602135984526805plan0.png' where id = 'demo-a01'`)
  await drawAreaPlans(world.ctx)
  const drawn = await plans()
  expect(new Set(drawn).size).toBe(13)
  const reader = world.as({ userId: 'u5', username: 'u5', permissions: new Set(['lo:area:list']) })
  for (const plan of drawn) {
    const { statusCode, headers } = await reader.raw('GET', `/sys/common/static/${plan}`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
  }
  // What is there is left alone.
  await drawAreaPlans(world.ctx)
  expect(await plans()).toEqual(drawn)
})

it('points and areas below are marked where they are drawn, but for what somebody has marked himself', async () => {
  const [own] = await query(
    `select plan_x::float8 as x, plan_y::float8 as y from lo_point where id = 'demo-pt2'`,
  )
  expect(own?.x).toBeGreaterThan(0)
  expect(own?.x).toBeLessThan(1)
  const [unmarked] = await query(`select
    (select count(*)::int from lo_point where id like 'demo-%' and plan_x is null) as points,
    (select count(*)::int from lo_area where id like 'demo-a%' and pid <> '0' and plan_x is null) as areas`)
  expect(unmarked).toEqual({ points: 0, areas: 0 })
  await query(`update lo_point set plan_x = 0.5, plan_y = 0.5 where id = 'demo-pt2'`)
  await query(`update lo_area set plan_file = null where id = 'demo-a0101'`)
  await drawAreaPlans(world.ctx)
  const [kept] = await query(`select plan_x::float8 as x from lo_point where id = 'demo-pt2'`)
  expect(kept).toEqual({ x: 0.5 })
})
