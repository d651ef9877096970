import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

it('T32 a stop is taken on an old revision, with any reason, and with characters no column can store', async () => {
  const workId = await carryOut(plant, 'working')
  for (const reason of ['停\u0000\ud800', 'x'.repeat(500), 5, '']) {
    const answer = await plant.call('u6', tickets.stop, { workId, revision: 0, reason })
    expect(answer).toMatchObject({ success: true, result: { execPhase: 21 } })
  }
})

it('G13 a personal lock on a box that stands open protects nobody: entry is refused until the box is shut', async () => {
  const workId = await carryOut(plant, 'working')
  const { pool } = plant.world.database
  const enter = async () =>
    plant.call('u8', tickets.personIn, { workId, personId: await plant.personId(workId, 'u6') })
  await pool.query(`update lo_lock set lock_status = 2 where id = 'demo-lb1'`)
  expect(await enter()).toMatchObject({ success: false, message: expect.stringContaining('未上个人锁') })
  await pool.query(`update lo_lock set lock_status = 1 where id = 'demo-lb1'`)
  expect(await enter()).toMatchObject({ success: true })
})
