import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWarningWorld, type WarningWorld } from './testing/warning-world.ts'

let plant: WarningWorld
beforeEach(async () => {
  plant = await createWarningWorld()
  plant.at('10:00')
  // The sweeps of the start have been.
  await plant.due()
  await query('delete from lo_alarm')
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string) =>
  (await plant.world.database.pool.query<Record<string, unknown>>(text)).rows
const missed = () =>
  query(`select count, value, work_id, status from lo_alarm where alarm_type = 'A20' order by first_time`)
const shut = { latch: 1, shackle: 1 } as const
const open = { latch: 0, shackle: 0 } as const
/** What is reported meanwhile is stored, and its reactions are lost. */
const losing = (report: () => Promise<void>) =>
  plant.world.withoutReactions(async () => {
    await report()
    await query('delete from reaction')
  })
/** Both sweeps, a minute later. */
const sweep = async () => {
  plant.world.clock.advance(60_000)
  await plant.due()
}
const name = async () =>
  String((await query(`select lock_name from lo_lock where id = 'demo-lk4'`))[0]?.['lock_name'])

it('A20: an opening whose reaction was lost is judged by the sweep, counted and told as a defect', async () => {
  await losing(() => plant.report('LK4', { type: 'OPEN', before: shut, after: open }))
  expect(await missed()).toEqual([])
  await sweep()
  expect((await plant.alarms()).map((alarm) => String(alarm['alarm_type'])).toSorted()).toEqual([
    'A01',
    'A20',
  ])
  const one = { value: `${await name()} 漏做的处理已补做`, work_id: null, status: 0 }
  expect(await missed()).toEqual([{ ...one, count: 1 }])
  await plant.report('LK4', { type: 'CLOSE', before: open, after: shut })
  await losing(() => plant.report('LK4', { type: 'OPEN', before: shut, after: open }))
  await sweep()
  expect(await missed()).toEqual([{ ...one, count: 2 }])
})

it('A20: a closing whose reaction was lost ends its warning in the sweep, as a defect', async () => {
  await plant.report('LK4', { type: 'OPEN', before: shut, after: open })
  await plant.world.settled()
  expect(await plant.warnings()).toMatchObject([{ warn_type: 'W04', notify_time: expect.any(Date) }])
  plant.world.clock.advance(5_000)
  await losing(() => plant.report('LK4', { type: 'CLOSE', before: open, after: shut }))
  await sweep()
  expect(await plant.warnings()).toMatchObject([{ warn_type: 'W04', status: 3 }])
  expect(await missed()).toMatchObject([{ count: 1 }])
})

it('A20: a report whose alarm was lost is found in the log, and raised as a defect beside its alarm', async () => {
  await losing(() => plant.report('LK4', { type: 'MOVE' }))
  await sweep()
  expect((await plant.alarms()).map((alarm) => String(alarm['alarm_type'])).toSorted()).toEqual([
    'A13',
    'A20',
  ])
  await sweep()
  expect(await missed()).toMatchObject([{ count: 1 }])
})

it('an opening whose session a report is just closing is judged by its reaction, which waits for it: no defect', async () => {
  await using holder = await hold()
  await plant.world.withoutReactions(async () => {
    await plant.report('LK4', { type: 'OPEN', before: shut, after: open })
    await holder.query(`begin; select 1 from lo_lock_onoff where lock_id = 'demo-lk4' for update`)
  })
  const settled = plant.world.settled()
  await setTimeout(500)
  await holder.query('commit')
  await settled
  expect((await plant.alarms()).map((alarm) => alarm['alarm_type'])).toEqual(['A01'])
  await sweep()
  expect(await missed()).toEqual([])
})

/** A connection of somebody else's. */
async function hold() {
  const client = await plant.world.database.pool.connect()
  return {
    query: (text: string) => client.query(text),
    [Symbol.asyncDispose]: async () => client.release(),
  }
}

it('work that waits for its reaction, or was done by it, is no defect', async () => {
  await plant.report('LK4', { type: 'OPEN', before: shut, after: open })
  await plant.world.settled()
  await sweep()
  plant.world.clock.advance(5_000)
  await plant.world.withoutReactions(async () => {
    await plant.report('LK4', { type: 'CLOSE', before: open, after: shut })
    await plant.report('LK4', { type: 'MOVE' })
    await plant.report('LK4', { type: 'OPEN', before: shut, after: open })
    await sweep()
    await sweep()
  })
  await plant.report('LK4', { type: 'CLOSE', before: open, after: shut })
  await plant.world.settled()
  await sweep()
  expect(await missed()).toEqual([])
})

it('five wrong tries that arrive out of order are completed by the look at the log, which is no defect', async () => {
  const now = plant.world.clock.now()
  for (const ago of [4, 3, 2, 0, 1])
    await plant.report('LK4', { type: 'WRONG', ok: false, ts: now - ago * 1_000 })
  await plant.world.settled()
  await sweep()
  expect((await plant.alarms()).map((alarm) => alarm['alarm_type'])).toEqual(['A05'])
})
