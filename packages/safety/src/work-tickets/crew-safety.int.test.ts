import { crewSafetyEndpoints, type AmISafe } from '@suoan/contract'
import { breachesOf } from '@suoan/domain/invariants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releasesOf, safetyTicketOf } from './crew-safety/load-safety.ts'
import { loadActor } from './facts/actor.ts'
import { loadFacts } from './load-facts.ts'
import { lockTicket } from './ticket-row.ts'
import { carryOut, steps } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let workId = ''
beforeAll(async () => {
  plant = await createTicketWorld()
  workId = await carryOut(plant, 'ready')
})
afterAll(() => plant[Symbol.asyncDispose]())

const ask = (who: string): Promise<AmISafe> =>
  plant.take(who, crewSafetyEndpoints.amISafe, { clientOpId: undefined })
const mine = async (who: string) => (await ask(who)).cards.find((card) => card.workId === workId)

/** I1–I4 over the stored rows. */
const breaches = (who: string) =>
  plant.world.database.db.transaction().execute(async (tx) => {
    const work = await lockTicket(tx, 0, workId)
    if (!work) throw new Error('no ticket')
    const actor = { userId: who, orgCodes: [], roleCodes: [], tenantId: 0 }
    const person = await loadActor(tx, work, actor as unknown as Parameters<typeof loadActor>[2])
    const facts = await loadFacts(tx, work, person, plant.world.clock.now())
    const ticket = await safetyTicketOf(tx, work, facts)
    const releases = await releasesOf(tx, workId)
    return breachesOf({ tickets: [ticket], releases, openings: [], chains: [] }, ['I1', 'I2', 'I3', 'I4'])
  })

describe('M13 am I safe? through a whole ticket', () => {
  it('M13 amber before the start, green at work, and green means I1–I4', async () => {
    expect(await mine('u6')).toMatchObject({ colour: 'amber', gaps: [{ id: 'T27' }], roleTags: ['WORK'] })
    await steps.working(plant, workId)
    const card = await mine('u6')
    expect(card).toMatchObject({ colour: 'green', gaps: [], areaName: '压缩机房', execPhase: 20 })
    expect(card?.points.map((point) => point.isSafe)).toEqual([true, true, true, true])
    expect(await breaches('u6')).toEqual([])
  })

  it('M13 turns red the moment an isolation lock is forced open, and says who can put it right', async () => {
    await plant.locks.opens('LK2', 'FORCE')
    await expect.poll(async () => plant.state(workId)).toBe('20/21')
    const card = await mine('u6')
    expect(card?.colour).toBe('red')
    expect(card?.gaps.map((each) => each.text)).toContain('作业已中断，请立即离开')
    expect(card?.gaps.some((each) => each.text.includes('V-101') && each.fixBy.includes('冯验'))).toBe(true)
  })

  it('M13 I3: a personal lock that somebody else took away is told to everybody on the ticket', async () => {
    expect((await mine('u7'))?.gaps.some((each) => each.id === 'I3')).toBe(false)
    await plant.world.database.pool.query(
      `update lo_point_hold set state = 0, removed_time = now(), removed_by = 'u9', remove_mode = 1
      where work_id = $1 and user_id = 'u6' and hold_type = 3`,
      [workId],
    )
    for (const who of ['u6', 'u7']) {
      const card = await mine(who)
      expect(card?.colour).toBe('red')
      expect(card?.gaps.some((each) => each.id === 'I3')).toBe(true)
    }
    expect((await mine('u6'))?.gaps.some((each) => each.text === '您的个人锁还没有挂上')).toBe(true)
  })

  it('M13 answers for oneself only: nothing to those not named, to another tenant, or after the end', async () => {
    expect((await ask('u1')).cards).toEqual([])
    const foreign = await plant.as('u6', { tenantId: 7 }).get(crewSafetyEndpoints.amISafe.path)
    expect(foreign).toMatchObject({ result: { cards: [] } })
    await plant.draft()
    expect((await ask('u6')).cards.map((card) => card.workId)).toEqual([workId])
  })
})
