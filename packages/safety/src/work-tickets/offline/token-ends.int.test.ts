import { lockEndpoints, offlineEndpoints as offline } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from '../testing/carry-out.ts'
import { createOpeningWorld, openLock } from '../testing/opening-world.ts'
import type { TicketWorld } from '../testing/ticket-world.ts'
import { takeAlong } from './testing.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createOpeningWorld(['u6', 'u7', 'u9'])
})
afterEach(() => plant[Symbol.asyncDispose]())

const locksOf = (tokens: readonly { token: { lockIds: readonly string[] } }[]) =>
  tokens.flatMap(({ token }) => token.lockIds).toSorted()
const issued = async (who: string, workId: string, deviceSn = `PHONE-${who}`) =>
  locksOf(await plant.take(who, offline.offlineToken, { workId, deviceSn }))

describe('R13: a token is one person’s word, a lock for two is never carried', () => {
  it('R13: the word of the second person makes no token, and is still there for the opening he came for', async () => {
    const measures = [{ content: '两人', dualControl: 1 }]
    const id = await carryOut(plant, 'working', await plant.draft({ measures }))
    plant.at('10:00')
    expect(await issued('u6', id)).toEqual(['demo-pl6'])
    await plant.take('u7', lockEndpoints.witness, { lockId: 'demo-lk4', proof: { qr: 'LK4' } })
    expect(await issued('u6', id)).toEqual(['demo-pl6'])
    expect(locksOf((await takeAlong(plant, 'u6', id)).capsule.tokens)).toEqual(['demo-pl6'])
    expect(await openLock(plant, 'u6', 'LK4', id)).toMatchObject({ result: { allow: true } })
    expect(await openLock(plant, 'u6', 'LK4', id)).toMatchObject({ result: { allow: false } })
  })

  it('R13: a lock whose type asks for two is never carried, whoever has said that he stands there', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.database.pool.query(
      `update lo_lock_type set dual_auth = 2 where id = (select lock_type_id from lo_lock where id = 'demo-lk4')`,
    )
    await plant.take('u7', lockEndpoints.witness, { lockId: 'demo-lk4', proof: { qr: 'LK4' } })
    expect(await issued('u6', id)).toEqual(['demo-pl6'])
  })
})
