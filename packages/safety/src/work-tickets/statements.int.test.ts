import { grantEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementsOf } from '@suoan/platform/testing/count-statements'
import { locks } from '../locks/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let workId: string
beforeAll(async () => {
  plant = await createTicketWorld({ features: [{ name: 'locks', mount: locks }] })
  workId = await carryOut(plant, 'working')
})
afterAll(() => plant[Symbol.asyncDispose]())

/** Fails with the beginnings of what was sent, so that one sees what is new. */
function atMost(most: number, sent: readonly string[]): void {
  const beginnings = sent.map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 110))
  // Nothing counted would be within every limit.
  expect(sent.length).toBeGreaterThan(0)
  expect(sent.length > most ? beginnings : []).toEqual([])
}

/** The round trips of a call that has been made before; reads that go out together (`together`) are one. */
async function warmCount(call: () => Promise<unknown>): Promise<string[]> {
  await call()
  return statementsOf(plant.world.database.pool, call)
}

it('going in takes at most 18 round trips, going out at most 20', async () => {
  const personId = await plant.personId(workId, 'u6')
  const inAndOut = async () => {
    await plant.take('u6', tickets.personIn, { workId, personId })
    await plant.take('u6', tickets.personOut, { workId, personId })
  }
  await inAndOut()
  await inAndOut()
  const { pool } = plant.world.database
  const entering = await statementsOf(pool, () => plant.take('u6', tickets.personIn, { workId, personId }))
  atMost(18, entering)
  const leaving = await statementsOf(pool, () => plant.take('u6', tickets.personOut, { workId, personId }))
  // Leaving also ends the alarm that somebody is still inside (A18).
  atMost(20, leaving)
})

it('the detail of a ticket takes at most 3 round trips, for whoever has no part in it at most 7', async () => {
  atMost(3, await warmCount(() => plant.detail(workId, 'u5')))
  atMost(7, await warmCount(() => plant.detail(workId, 'admin')))
})

it('"may I open?" takes at most 8 round trips', async () => {
  const seen = await warmCount(() => plant.take('u9', grantEndpoints.explain, { lockId: 'demo-lk1', workId }))
  atMost(8, seen)
})

it('checking a stored plan takes at most 20 round trips, an unsaved one at most 46', async () => {
  const id = await plant.draft({ planStart: '2026-12-03 09:00:00', planEnd: '2026-12-03 17:00:00' })
  const check = async (plan: object) => {
    const answer = await plant.as('u1').post(tickets.checkPlan.path, plan)
    expect(answer.message).toBe('')
    expect(answer.success).toBe(true)
  }
  const stored = await warmCount(() => check({ id }))
  atMost(20, stored)
  const unsaved = await warmCount(() => check(demoDraft()))
  atMost(46, unsaved)
})
