import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asDba } from '../testing/as-dba.ts'
import { steps } from './testing/carry-out.ts'
import { endsWell } from './testing/ends-well.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { verifyTicketChain } from './testing/verify-ticket-chain.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld()
})
afterAll(() => plant[Symbol.asyncDispose]())

const one = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows[0]

it('SC01: T01–T29 and T41–T44 lead a ticket from draft to 30/30 with every hold, session, grant and audit row', async () => {
  const id = await plant.draft()
  const { ticket } = await plant.detail(id)
  expect(ticket).toMatchObject({ workNo: 'A01A02-10-20261201-0001', workStatus: 0, execPhase: 0, round: 1 })
  expect(ticket['territoryDepartId']).toBe('demo-d10')

  const seen: string[] = []
  const step = async (name: keyof typeof steps) => {
    await steps[name](plant, id)
    seen.push(await plant.state(id))
  }
  for (const name of ['submitted', 'reviewed', 'approved', 'isolating', 'locked', 'verified'] as const)
    await step(name)
  expect(seen).toEqual(['1/0', '2/0', '4/0', '4/10', '4/11', '4/12'])

  expect(await one('select count(*)::int as n from lo_point_hold where hold_type = 1 and state = 1')).toEqual(
    {
      n: 3,
    },
  )
  expect(await one(`select curr_state, hold_count from lo_point where id = 'demo-pt1'`)).toEqual({
    curr_state: 3,
    hold_count: 1,
  })

  await step('ready')
  await step('working')
  expect(seen.slice(-2)).toEqual(['4/12', '20/20'])
  expect(
    await one(
      `select count(*)::int as n from lo_lock_user where lock_id = 'demo-lk4' and user_id = 'u6' and status = 1`,
    ),
  ).toEqual({ n: 1 })

  for (const who of ['u6', 'u7']) {
    const personId = await plant.personId(id, who)
    await plant.take('u8', tickets.personIn, { workId: id, personId })
  }
  expect((await plant.detail(id)).ticket['onSiteCount']).toBe(2)
  plant.at('15:00')
  const early = {
    workId: id,
    siteChecks: { people: true, tools: true, guards: true },
    photo: await plant.photo('u5'),
    notified: true,
  }
  const refused = await plant.call('u5', tickets.releaseBegin, early)
  expect(refused).toMatchObject({ success: false, code: 4210 })
  for (const who of ['u6', 'u7']) {
    const personId = await plant.personId(id, who)
    await plant.take('u8', tickets.personOut, { workId: id, personId })
  }
  await step('releasing')
  await step('restored')
  expect(seen.slice(-2)).toEqual(['20/24', '20/24'])

  plant.at('15:30')
  const asked = await plant.take('u5', tickets.finish, { workId: id })
  expect(asked).toMatchObject({ transId: 'ASK', workStatus: 20 })
  expect(await plant.take('u3', tickets.accept, { workId: id })).toMatchObject({ transId: 'ASK' })
  const done = await plant.take('u4', tickets.finish, { workId: id })
  expect(done).toMatchObject({ transId: 'T44', workStatus: 30, execPhase: 30 })

  expect((await plant.detail(id)).ticket).toMatchObject({
    realStart: '2026-12-01 09:00:00',
    realEnd: '2026-12-01 15:30:00',
    closeResult: '1',
    acceptBy: 'u3',
  })
  const left = `select (select count(*)::int from lo_point_hold where state in (1, 2, 3)) as holds,
    (select count(*)::int from lo_lock_onoff where state = 1) as sessions,
    (select count(*)::int from lo_lock_onoff where state = 2) as closed,
    (select count(*)::int from lo_lock_user where status <> 4) as grants,
    (select count(*)::int from lo_lock where curr_work_id is not null) as bound`
  expect(await one(left)).toEqual({ holds: 0, sessions: 0, closed: 3, grants: 0, bound: 0 })

  const chain = await plant.world.ctx.db.transaction().execute((tx) => verifyTicketChain(tx, id))
  expect(chain).toMatchObject({ ok: true, firstBreak: null })
  const timeline = await plant.take('u1', tickets.timeline, { id })
  expect(chain.checked).toBe(timeline.length)
  expect(timeline.map((row) => row['transId'])).toEqual(
    expect.arrayContaining('T01 T04 T07 T11 T20 T21 T22 T23 T24 T26 T27 T28 T29 T41 T42 T43 T44'.split(' ')),
  )
  // Whoever reads the chain sees which point each step was about.
  const atPoints = timeline.filter((row) => String(row['event']).startsWith('point'))
  expect(atPoints.map((row) => row['diff'])).toEqual(
    atPoints.map(() => expect.objectContaining({ pointId: expect.stringMatching(/^demo-pt[1-4]$/) })),
  )
  await endsWell(plant, id)
  await asDba(
    plant.world.database.pool,
    `update lo_work_trans set actor_name = '别人' where work_id = $1 and seq = 3`,
    [id],
  )
  const broken = await plant.world.ctx.db.transaction().execute((tx) => verifyTicketChain(tx, id))
  expect(broken).toMatchObject({ ok: false, firstBreak: 2 })
})
