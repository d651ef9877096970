import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

it('T21 R08 refuses to move a point while its rule is unmet, and lets it once the other point is locked', async () => {
  await plant.world.database.pool.query(`
    insert into lo_point_rule (id, point_id, action, kind, expr, message) values
      ('fp', 'demo-pt2', 'CLOSE_POS', 'FP2', 'Q1.open && Q1.locked', '关进口阀前 Q1 须分闸上锁')`)
  const id = await carryOut(plant, 'isolating')
  const operate = (point: string, tag: string) =>
    plant.call('u9', tickets.pointOperate, { workId: id, pointId: point, proof: { qr: tag } })
  await plant.world.database.pool.query(
    `update lo_work_point set predecessors = '[]' where work_id = '${id}' and point_id = 'demo-pt2'`,
  )
  const refused = await operate('demo-pt2', 'PT2')
  expect(refused).toMatchObject({ success: false, code: 4229 })
  expect(refused.message).toContain('关进口阀前 Q1 须分闸上锁')
  expect((await operate('demo-pt1', 'PT1')).success).toBe(true)
  await plant.locks.closes('LK1')
  await plant.take('u9', tickets.pointLock, { workId: id, pointId: 'demo-pt1', lockId: 'demo-lk1' })
  expect((await operate('demo-pt2', 'PT2')).success).toBe(true)
})

it('T43 R08 the demo plant’s Q1 goes back only after V-101 stands open again', async () => {
  const id = await carryOut(plant, 'releasing')
  for (const [user, lock] of [
    ['u6', 'demo-pl6'],
    ['u7', 'demo-pl7'],
  ] as const)
    await plant.take(user, tickets.personalLockOff, { workId: id, lockId: lock })
  await plant.take('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt4' })
  for (const lock of ['LK1', 'LK2', 'LK3']) await plant.locks.opens(lock)
  await plant.take('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt3' })
  await plant.world.database.pool.query(
    `update lo_work_point set release_group = 2 where work_id = '${id}' and point_id = 'demo-pt1'`,
  )
  const restore = (pointId: string) => plant.call('u9', tickets.pointRestore, { workId: id, pointId })
  const refused = await restore('demo-pt1')
  expect(refused.message).toContain('防误分合断路器：合 Q1 前须打开进口阀 V-101')
  expect((await restore('demo-pt2')).success).toBe(true)
  expect((await restore('demo-pt1')).success).toBe(true)
})

it('R08 a rule of another tenant changes nothing', async () => {
  await plant.world.database.pool.query(`
    insert into lo_point_rule (id, tenant_id, point_id, action, kind, expr, message)
      values ('foreign', 7, 'demo-pt1', 'OPEN_POS', 'FP1', 'false', '外租户规则')`)
  const id = await carryOut(plant, 'isolating')
  const at = { workId: id, pointId: 'demo-pt1', proof: { qr: 'PT1' } }
  expect((await plant.call('u9', tickets.pointOperate, at)).success).toBe(true)
})
