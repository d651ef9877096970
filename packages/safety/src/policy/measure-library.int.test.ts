import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyBaseline } from '../seed/baseline/index.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'

let plant: TicketWorld
beforeAll(async () => {
  plant = await createTicketWorld()
  await plant.world.ctx.db
    .transaction()
    .execute((tx) => applyBaseline(tx, { tenantId: 0, now: plant.world.clock.now() }))
})
afterAll(() => plant[Symbol.asyncDispose]())

const offered = (hazards: string) => plant.take('u1', tickets.measureLibrary, { hazards })

it('the library offers what is done about the hazards of a ticket, the strongest control first, and nothing of others', async () => {
  const lines = await offered('04,06')
  expect(new Set(lines.map(({ hazard }) => hazard))).toEqual(new Set(['04', '06']))
  const ranks = lines.filter(({ hazard }) => hazard === '04').map(({ controlRank }) => controlRank)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(await offered('')).toEqual([])
  expect(await offered(`04' or 1=1`)).toEqual([])
})

it('what the plant switched off or took out stays out, also after the next start; another plant has its own', async () => {
  const before = await offered('15')
  await plant.world.database.pool.query(`update lo_measure_lib set status = 0 where content = $1`, [
    before[0]?.content,
  ])
  await plant.world.database.pool.query(`update lo_measure_lib set del_flag = 1 where content = $1`, [
    before[1]?.content,
  ])
  await plant.world.ctx.db
    .transaction()
    .execute((tx) => applyBaseline(tx, { tenantId: 0, now: plant.world.clock.now() }))
  expect(await offered('15')).toEqual(before.slice(2))
  const elsewhere = await plant.as('u1', { tenantId: 9 }).get(tickets.measureLibrary.path, { hazards: '04' })
  expect(elsewhere.result).toEqual([])
})
