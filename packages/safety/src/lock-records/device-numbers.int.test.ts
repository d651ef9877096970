import { telemetryMessage } from '@suoan/contract/device'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { recordEvents } from './index.ts'
import { DAY_D, plantDemo } from './testing.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [] })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

const body = (m: object) => ({ v: 1, sn: 'LK1', boot: '0123abcd', ts: DAY_D, tq: 2, tseq: 1, m })
/** How far each reading may be pushed before the contract refuses it. */
const furthest = (name: string, sign: 1 | -1): number => {
  let last = 0
  for (let value = 1; value < 2 ** 53; value *= 2) {
    if (telemetryMessage.safeParse(body({ [name]: sign * value })).success) last = sign * value
    if (telemetryMessage.safeParse(body({ [name]: sign * (value * 2 - 1) })).success)
      last = sign * (value * 2 - 1)
  }
  return last
}

// One value that its column cannot hold fails the whole batch it comes in, with everybody else's events.
it.each(['batt', 'mv', 'rssi', 'temp', 'tilt', 'logs'])(
  'the furthest %s a device may send is stored',
  async (name) => {
    for (const sign of [1, -1] as const) {
      const value = furthest(name, sign)
      const parsed = telemetryMessage.parse(body({ [name]: value }))
      await recordEvents(world.ctx, [
        {
          kind: 'telemetry',
          tenantId: 0,
          sn: 'LK1',
          parentSn: null,
          recvTs: DAY_D,
          topic: 'lo/v1/0/LK1/up/telemetry',
          body: parsed,
        },
      ])
    }
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from lo_telemetry`.execute(
      world.ctx.db,
    )
    expect(rows[0]?.n).toBeGreaterThan(0)
  },
)
