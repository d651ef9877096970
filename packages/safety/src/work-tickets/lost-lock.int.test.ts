import { lockEndpoints, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWarningWorld, type WarningWorld } from '../warnings/testing/warning-world.ts'
import { carryOut } from './testing/carry-out.ts'

let plant: WarningWorld
beforeEach(async () => {
  plant = await createWarningWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const one = async (text: string) => (await plant.world.database.pool.query(text)).rows[0]
const lost = (lockId: string) =>
  plant.take('u9', lockEndpoints.reportLost, { lockIds: [lockId], reason: '现场找不到' })

describe('a lost lock on a ticket', () => {
  it('T25 fails the point it held, stops the work and raises A17', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await lost('demo-lk2')
    await plant.due()
    await plant.world.settled()
    expect(await one(`select exec_phase from lo_work where id = '${workId}'`)).toEqual({ exec_phase: 21 })
    expect(await plant.alarms()).toContainEqual(
      expect.objectContaining({ alarm_type: 'A17', lock_id: 'demo-lk2' }),
    )
  })

  it('is hung nowhere, neither on its point nor as a personal lock', async () => {
    const workId = await carryOut(plant, 'isolating')
    await plant.take('u9', tickets.pointOperate, { workId, pointId: 'demo-pt1', proof: { qr: 'PT1' } })
    await lost('demo-lk1')
    const hung = await plant.call('u9', tickets.pointLock, {
      workId,
      pointId: 'demo-pt1',
      lockId: 'demo-lk1',
    })
    expect(hung).toMatchObject({ success: false, message: expect.stringContaining('锁具 LK1 处于“丢失”') })
    await lost('demo-pl6')
    const personal = await plant.call('u6', tickets.personalLockOn, {
      workId,
      lockId: 'demo-pl6',
      boxId: 'demo-lb1',
    })
    expect(personal).toMatchObject({ success: false, message: expect.stringContaining('处于“丢失”') })
  })
})
