import { workExecutionEndpoints as execution, workTicketEndpoints as tickets } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { carryOut } from './testing/carry-out.ts'
import { failing } from './testing/failing-rules.ts'
import { closeCauses } from './testing/close-causes.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

/** At work inside a fence that was drawn meanwhile. */
const working = async (): Promise<string> => {
  const workId = await carryOut(plant, 'working')
  await plant.world.database.pool.query(
    `update lo_area set geo_type = 'circle', geo = '{"center": [121.5, 31.2], "radius": 100}'
      where id = 'demo-a0101'`,
  )
  return workId
}
const near = { lng: 121.5, lat: 31.2 }
const far = { lng: 121.6, lat: 31.2 }
const notes = async (workId: string) =>
  (await plant.take('u1', tickets.timeline, { id: workId })).filter((row) => row['event'] === 'note').length
const tick = async (time: string) => {
  plant.at(time)
  await runDueTimers(plant.world.ctx)
}

describe('§4.4 the guardian leaves his place', () => {
  it('T32: more than 2 minutes warn, more than 5 stop the work; G15 lets nobody resume before he is back', async () => {
    const workId = await working()
    plant.at('10:00')
    const before = await notes(workId)
    for (let each = 0; each < 3; each += 1)
      await plant.take('u8', execution.guardPosition, { workId, ...near })
    expect(await notes(workId)).toBe(before)
    expect(await plant.take('u8', execution.guardPosition, { workId, ...far })).toEqual({ inside: false })
    await plant.take('u8', execution.guardPosition, { workId, ...far })
    expect(await notes(workId)).toBe(before + 1)
    await tick('10:02')
    const { rows } = await plant.world.database.pool.query(
      `select count(*)::int as n from sys_announcement where titile like '%监护人离开现场超过 2 分钟%'`,
    )
    expect(rows[0].n).toBe(1)
    expect(await plant.state(workId)).toBe('20/20')
    await tick('10:05')
    expect(await plant.state(workId)).toBe('20/21')
    for (const code of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(code)
    const refused = await plant.call('u5', tickets.resume, { workId })
    expect(failing(refused)).toEqual(['T33', 'G15'])
    await plant.take('u8', execution.guardPosition, { workId, ...near })
    await closeCauses(plant, workId)
    expect(await plant.take('u5', tickets.resume, { workId })).toMatchObject({ transId: 'ASK' })
  })

  it('coming back in time stops the clocks', async () => {
    const workId = await working()
    plant.at('10:00')
    await plant.take('u8', execution.guardPosition, { workId, ...far })
    plant.at('10:01')
    await plant.take('u8', execution.guardPosition, { workId, ...near })
    await tick('10:30')
    expect(await plant.state(workId)).toBe('20/20')
  })

  it('only a guardian at his post tells, another tenant sees no ticket, and without a fence nothing is concluded', async () => {
    const workId = await working()
    plant.at('10:00')
    expect(await plant.call('u6', execution.guardPosition, { workId, ...far })).toMatchObject({
      success: false,
    })
    const foreign = plant.as('u8', { tenantId: 7 })
    const answer = await foreign.post(execution.guardPosition.path, { workId, ...far, clientOpId: newUlid() })
    expect(answer.message).toBe('未找到对应实体')
    await plant.world.database.pool.query(`update lo_area set geo_type = null, geo = null`)
    expect(await plant.take('u8', execution.guardPosition, { workId, ...far })).toEqual({ inside: null })
    await tick('10:30')
    expect(await plant.state(workId)).toBe('20/20')
  })
})
