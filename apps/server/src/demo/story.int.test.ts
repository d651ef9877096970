import { setTimeout as sleep } from 'node:timers/promises'
import { isNight } from '@suoan/platform/testing/at-night'
import { describe, expect, it } from 'vitest'
import { openDemoServer } from '../testing/demo-server.ts'
import { freePort } from '../testing/free-port.ts'
import { demoParts } from './demo-parts.ts'
import { playDemoPlant, playWorkingDay } from './play-plant.ts'

// Its day is made before it, as at a first start: that takes a quarter of a minute.
describe.runIf(isNight)('the story of the demo works', () => {
  it('goes from the draft to the end in eleven steps, beside today’s tickets and with locks in the simulator’s hands', async () => {
    await using plant = await openDemoServer({ DEMO_WORKS: '1', MQTT_PORT: String(await freePort()) })
    const simulator = await playDemoPlant(plant.server)
    if (simulator === null) throw new Error('nothing is played')
    const end = await playWorkingDay(plant.server.ctx, simulator)
    const { story } = demoParts(plant.server.ctx)
    const troubles: (string | null)[] = []
    // Written for the next full minute: whoever is quicker is told when it may begin, and presses again then.
    const press = async (): Promise<string | null> => {
      for (;;) {
        const trouble = (await story?.next())?.trouble ?? null
        if (!trouble?.includes('最早')) return trouble
        await sleep(1000)
      }
    }
    for (let step = 0; step < 11; step += 1) troubles.push(await press())
    expect(troubles).toEqual(Array.from({ length: 11 }, () => null))
    const told = await story?.look()
    expect(told?.steps.every(({ done }) => done)).toBe(true)
    const { rows } = await plant.database.pool.query(
      'select work_status, exec_phase from lo_work where id = $1',
      [told?.workId],
    )
    expect(rows).toEqual([{ work_status: 30, exec_phase: 30 }])
    await end()
    await simulator.stop()
  }, 300_000)
})
