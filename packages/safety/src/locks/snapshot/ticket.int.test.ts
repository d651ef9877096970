import { afterEach, beforeEach, expect, it } from 'vitest'
import { carryOut } from '../../work-tickets/testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../../work-tickets/testing/ticket-world.ts'
import { loadTicket } from './ticket.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

it.each([
  ['is deleted', 'update lo_work_type set del_flag = 1'],
  ['is not in use', 'update lo_work_type set status = 0'],
])('a ticket whose policy row %s asks for everything a policy can ask (R10, R13)', async (_how, change) => {
  const workId = await carryOut(plant, 'working')
  plant.at('10:00')
  await plant.world.database.pool.query(
    `update lo_work_type set guard_required = 0, gas_required = 0, dual_control = 0, early_min = 600, gas_pre_min = 600`,
  )
  const asked = { tenantId: 0, lockId: 'demo-lk4', userId: 'u6', at: plant.world.clock.now(), workId }
  const load = async () =>
    (await plant.world.ctx.db.transaction().execute((tx) => loadTicket(tx, asked)))?.fact
  expect(await load()).toMatchObject({ guardian: { required: false }, dualRequired: false, earlyMin: 600 })
  await plant.world.database.pool.query(change)
  expect(await load()).toMatchObject({
    guardian: { required: true },
    dualRequired: true,
    earlyMin: 0,
    isolateLeadMin: 0,
    gas: { controlled: true, pass: false, limitMin: 0 },
  })
})
