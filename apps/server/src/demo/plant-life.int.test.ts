import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadPerson } from '@suoan/platform/http/load-person'
import { isNight } from '@suoan/platform/testing/at-night'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { verifyEveryChain } from '@suoan/safety/audit/verify-all'
import { ownTurns } from '@suoan/safety/work-tickets/turn/own-turns'
import { firstStart } from '../seed/first-start.ts'
import { courseOfPast, playPast } from './history.ts'
import { historyOf } from './past-days.ts'
import { openPastWorld, type PastWorld } from './past-world.ts'
import { makeToday, plantLife } from './plant-life.ts'
import { playToday, todayCount } from './today.ts'

let world: TestWorld
let past: PastWorld
let firstDay = 0
beforeAll(async () => {
  world = await createTestWorld({ env: { DEMO_WORKS: '1', DEMO_PASSWORD: 'Demo#2026x' } })
  await firstStart(world.ctx, true)
  past = await openPastWorld(world.ctx)
  firstDay = (await plantLife(world.ctx))?.firstStart ?? 0
})
afterAll(async () => {
  await past.close()
  await world[Symbol.asyncDispose]()
})

const query = async (text: string) => (await world.database.pool.query(text)).rows
const tickets = () =>
  query('select work_name, work_status, exec_phase, on_site_count from lo_work order by create_time, id')
const nothing = async (): Promise<void> => {}
const live = () =>
  query(`select id, lock_status, latch, shackle, state_trust, state_time, online, last_seen, battery, last_boot, last_seq,
    curr_work_id, custody from lo_lock order by id`)

/** What §9.0 calls the nine people: each has two pieces of work before him, beside his own way in and out. */
async function expectWork(): Promise<void> {
  const work = await Promise.all(
    ['u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8', 'u9', 'u10'].map(async (who) => {
      const actor = { ...(await loadPerson(world.ctx, 0, who)), sessionId: '' }
      const turns = await ownTurns(world.ctx, actor)
      const steps = turns.flatMap(({ workName, mine }) =>
        mine === null || mine.isOwnWay ? [] : [`${workName}: ${mine.text}`],
      )
      return [who, steps] as const
    }),
  )
  expect(work.filter(([, steps]) => steps.length < 2)).toEqual([])
}

describe('the demo works', () => {
  it('is as large as it says', async () => {
    const [row] = await query(`select
      (select count(*)::int from lo_area) as areas, (select count(*)::int from lo_equip) as equips,
      (select count(*)::int from lo_point) as points, (select count(*)::int from lo_lock) as locks,
      (select count(*)::int from lo_device where kind = 'GW') as gateways,
      (select count(*)::int from sys_user where id <> 'admin') as people`)
    expect(row).toEqual({ areas: 13, equips: 60, points: 150, locks: 122, gateways: 6, people: 49 })
  })

  it('has no point that closes no path: each is on the map and holds an energy of its equipment', async () => {
    expect(
      await query(`select p.point_code from lo_point p where p.lock_count = 1 and not exists (
        select from lo_energy_edge e join lo_energy_node n on n.id = e.to_id
        where e.point_id = p.id and n.equip_id = p.equip_id)`),
    ).toEqual([])
  })

  it('a ticket of the past is played to its end and leaves nothing of it in the present', async () => {
    const before = await live()
    const [ticket] = historyOf(firstDay)
    if (ticket === undefined) throw new Error('there is no past')
    await playPast(past, ticket, nothing)
    expect(await tickets()).toMatchObject([{ work_status: 30, exec_phase: 30, on_site_count: 0 }])
    expect(await live()).toEqual(before)
    expect(
      await query(`select 'timer' as left from lo_timer t where exists (select from lo_work w where w.id = t.subject_id)
        union all select 'reaction' from reaction
        union all select 'notice' from sys_announcement_send where read_flag = '0'
        union all select 'message' from sys_sms where next_time is not null
        union all select 'hold' from lo_point_hold where state = 1
        union all select 'alarm' from lo_alarm where status in (0, 1)
        union all select 'warning' from lo_unclose_lock where status in (0, 1, 2)
        union all select 'session' from lo_lock_onoff where state = 1`),
    ).toEqual([])
    const [{ late }] = await query(
      `select max(server_time) < now() - interval '80 days' as late from lo_work_trans`,
    )
    expect(late).toBe(true)
  })

  it.runIf(isNight)(
    'a lock whose owner went home is removed by two people, and he acknowledges it',
    async () => {
      const ticket = historyOf(firstDay).find((each) => courseOfPast(each) === 'removal')
      if (ticket === undefined) throw new Error('nobody forgot his lock in 90 days')
      await playPast(past, ticket, nothing)
      expect(await query('select state, remove_means from lo_emergency_removal')).toEqual([
        { state: 3, remove_means: 2 },
      ])
      expect((await tickets()).at(-1)).toMatchObject({ work_status: 30, exec_phase: 30 })
    },
  )

  it('what is taken back in the middle of a ticket never was', async () => {
    const before = [await tickets(), await live()]
    const [, ticket] = historyOf(firstDay)
    if (ticket === undefined) throw new Error('there is no past')
    const killed = playPast(past, ticket, async () => {
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect([await tickets(), await live()]).toEqual(before)
  })

  it('of today, people are inside on a ticket', async () => {
    await playToday(past, 1, firstDay, nothing)
    expect(await tickets()).toContainEqual({
      work_name: expect.stringContaining('P-501A'),
      work_status: 20,
      exec_phase: 20,
      on_site_count: 2,
    })
  })

  it('its chains verify', async () => {
    const { broken, rows } = await verifyEveryChain(world.ctx)
    expect(broken).toEqual([])
    expect(rows).toBeGreaterThan(60)
  })

  it.runIf(isNight)(
    'every ticket of today and of a month can be played',
    async () => {
      await makeToday(world.ctx)
      expect(await query('select today_done from demo_plant')).toEqual([{ today_done: todayCount }])
      await expectWork()
      for (const ticket of historyOf(firstDay).slice(-130)) await playPast(past, ticket, nothing)
    },
    1_800_000,
  )
})
