import { manualClock } from '@suoan/kit/clock/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTimerLook } from '@suoan/platform/timers'
import { expireTickets } from '../work-tickets/expire-tickets.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createWarningWorld, type WarningWorld } from './testing/warning-world.ts'

const hour = 3_600_000
const minute = 60_000

let plant: WarningWorld
let look: () => Promise<number>
const running = manualClock(0)
/** Time passes, whatever the clock on the wall says. */
const pass = (ms: number) => {
  running.advance(ms)
  plant.world.clock.advance(ms)
}
const overtime = async () => (await plant.warnings()).filter((warning) => warning['warn_type'] === 'W01')
const query = async (text: string) => (await plant.world.database.pool.query(text)).rows

beforeEach(async () => {
  plant = await createWarningWorld({
    prepare: `insert into sys_role (id, role_name, role_code) values ('role-admin', '管理员', 'admin');
      insert into sys_user_role (id, user_id, role_id) values ('x-admin', 'u13', 'role-admin')`,
  })
})
afterEach(() => plant[Symbol.asyncDispose]())

describe('the clock of the server', () => {
  it('W01 set back an hour holds no warning up: it is raised when the time has passed', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await plant.opensCabinet(workId)
    look = await createTimerLook(plant.world.ctx, running)
    plant.world.clock.advance(-hour)
    await look()
    pass(14 * minute)
    await look()
    expect(await overtime()).toEqual([])
    pass(2 * minute)
    await look()
    expect(await overtime()).toMatchObject([{ warn_level: 1 }])
  })

  it('T40 set back an hour lets no ticket run longer', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('16:50')
    look = await createTimerLook(plant.world.ctx, running)
    plant.world.clock.advance(-hour)
    await look()
    pass(11 * minute)
    await look()
    await expireTickets(plant.world.ctx)
    expect(await plant.state(workId)).toBe('40/25')
  })

  it.each([
    ['back', -hour, '服务器时钟后退 3600 秒'],
    ['forward', 3 * hour, '服务器时钟前跳 10800 秒'],
  ] as const)(
    'A09 set %s is told to the administrators, and stands until somebody closes it',
    async (_, by, text) => {
      plant.at('10:00')
      look = await createTimerLook(plant.world.ctx, running)
      plant.world.clock.advance(by)
      await look()
      await expect
        .poll(async () => (await plant.bell('u13')).sysMsgList.map(({ titile }) => titile))
        .toEqual([text])
      expect((await plant.bell('u6')).sysMsgList).toEqual([])
      pass(5 * minute)
      await look()
      expect((await plant.alarms()).filter((alarm) => alarm['alarm_type'] === 'A09')).toMatchObject([
        { source_sn: 'server-clock', status: 0, value: text },
      ])
    },
  )

  it('a correction of two minutes is told to nobody', async () => {
    plant.at('10:00')
    look = await createTimerLook(plant.world.ctx, running)
    plant.world.clock.advance(-2 * minute)
    await look()
    pass(2 * minute)
    await look()
    expect(await query(`select 1 from lo_alarm where alarm_type = 'A09'`)).toEqual([])
  })

  it('A09 set back while no server ran is told at the first look, and deadlines go on by what was kept', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await plant.opensCabinet(workId)
    await (
      await createTimerLook(plant.world.ctx, running)
    )()
    // The next server starts with a clock that stands an hour behind.
    plant.world.clock.advance(-hour)
    look = await createTimerLook(plant.world.ctx, running)
    await look()
    await expect
      .poll(async () => (await plant.bell('u13')).sysMsgList.map(({ titile }) => titile))
      .toEqual(['服务器时钟后退 3600 秒'])
    pass(16 * minute)
    await look()
    expect(await overtime()).toMatchObject([{ warn_level: 1 }])
    // The one after that believes the clock: it was set right.
    await query(`update lo_alarm set status = 3 where alarm_type = 'A09'`)
    await (
      await createTimerLook(plant.world.ctx, running)
    )()
    expect((await plant.alarms()).filter((alarm) => alarm['alarm_type'] === 'A09')).toHaveLength(1)
  })
})
