import { lock as locksOf } from '@suoan/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { locks } from './index.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'locks', mount: locks }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

it('a personal lock without an owner can be created: it is issued to people without an account', async () => {
  const { rows } = await plant.world.database.pool.query(
    `select lock_type_id as "lockTypeId", area_id as "areaId" from lo_lock where id = 'demo-pl6'`,
  )
  const answer = await plant.world.as().post(`${locksOf.path}/add`, {
    lockCode: 'PL90',
    lockName: '公用个人锁',
    lockPurpose: 4,
    keeperId: 'u11',
    ...rows[0],
  })
  expect(answer).toMatchObject({ success: true })
  const { rows: stored } = await plant.world.database.pool.query(
    `select lock_purpose, owner_user_id from lo_lock where lock_code = 'PL90'`,
  )
  expect(stored).toEqual([{ lock_purpose: 4, owner_user_id: null }])
})
