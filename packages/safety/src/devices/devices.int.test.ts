import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { areas } from '../areas/index.ts'
import { authenticateDevice } from '../lock-records/device-bridge.ts'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { locks } from '../locks/index.ts'
import { plantTicketAtWork } from '../locks/testing.ts'
import { devices } from './index.ts'

const kicked: string[] = []
let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
      { name: 'devices', mount: devices },
    ],
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
  await plantTicketAtWork(world)
  world.ctx.broadcasts.on('device.disabled', ({ tenantId, sn }) => void kicked.push(`${tenantId}/${sn}`))
})
afterAll(() => world[Symbol.asyncDispose]())

const keeper = () => world.as({ userId: 'u11', username: 'u11' })

describe('deleting a device', () => {
  it('ends its connection at once and lets it in no more', async () => {
    expect(await authenticateDevice(world.ctx, { username: '0/K1', password: 'secret-K1' })).not.toBeNull()
    expect(await keeper().delete('/lodevice/loDevice/delete', { id: 'demo-dev-k1' })).toMatchObject({
      success: true,
    })
    expect(kicked).toEqual(['0/K1'])
    expect(await authenticateDevice(world.ctx, { username: '0/K1', password: 'secret-K1' })).toBeNull()
  })

  it('is refused while a live ticket relies on a lock behind it', async () => {
    expect(await keeper().delete('/lodevice/loDevice/delete', { id: 'demo-dev-lk4' })).toMatchObject({
      success: false,
      message: expect.stringContaining('LK4 正用于作业票'),
    })
  })
})
