import { stopOrderEndpoints as stops, workTicketEndpoints as tickets } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { areas } from '../areas/index.ts'
import { catchUp } from './catch-up.ts'
import { carryOut } from './testing/carry-out.ts'
import { failing } from './testing/failing-rules.ts'
import { closeCauses } from './testing/close-causes.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'areas', mount: areas }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

/** 乙烯装置 with everything in it; the ticket of SC01 works in the compressor house below. */
const unit = 'demo-a01'
const order = (who = 'u12', changes: object = {}) =>
  plant.call(who, stops.order, { areaId: unit, reason: '可燃气体泄漏', ...changes })

describe('stop orders (G16, R11, T32)', () => {
  it('T32: an order for the unit suspends the ticket at work below it, and is listed for that place', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const answer = await order()
    const { workNo } = (await plant.detail(workId)).ticket
    expect(answer).toMatchObject({ success: true, result: { stopped: [workNo] } })
    expect(await plant.state(workId)).toBe('20/21')
    expect(await plant.take('u6', stops.active, { areaCode: 'A01A01' })).toMatchObject([
      { reason: '可燃气体泄漏', orderByName: '褚安' },
    ])
    expect(await plant.take('u6', stops.active, { areaCode: 'B09' })).toEqual([])
  })

  it('G16: nothing starts or resumes while it stands; lifting needs a reason and resumes nothing', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const { id } = (await order()).result
    for (const lock of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(lock)
    const resumed = await plant.call('u5', tickets.resume, { workId })
    expect(failing(resumed)).toEqual(['T33', 'G16'])
    expect(resumed.message).toContain('可燃气体泄漏')
    expect((await plant.call('u12', stops.lift, { id, reason: ' ' })).success).toBe(false)
    await plant.take('u12', stops.lift, { id, reason: '泄漏已消除，检测合格' })
    expect(await plant.state(workId)).toBe('20/21')
    expect((await plant.call('u12', stops.lift, { id, reason: '再次' })).message).toContain('已解除')
    await closeCauses(plant, workId)
    await plant.take('u5', tickets.resume, { workId })
    await plant.take('u4', tickets.resume, { workId })
    expect(await plant.state(workId)).toBe('20/20')
  })

  it('T32: an order for a room reaches the ticket of the house around it, whose point or lock is in it', async () => {
    const workId = await carryOut(plant, 'working')
    const { workNo } = (await plant.detail(workId)).ticket
    plant.at('10:00')
    const answer = await order('u12', { areaId: 'demo-a010101', reason: '10kV 柜内放电' })
    expect(answer).toMatchObject({ success: true, result: { stopped: [workNo] } })
    expect(await plant.state(workId)).toBe('20/21')
    for (const lock of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(lock)
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toContain('G16')
  })

  it('T32: an order for the house beside it does not, unless an access lock of the ticket is there', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const beside = (reason: string) => order('u12', { areaId: 'demo-a0102', reason })
    expect((await beside('一')).result.stopped).toEqual([])
    expect(await plant.state(workId)).toBe('20/20')
    await plant.world.database.pool.query(
      `update lo_lock set area_id = 'demo-a0102', area_code = 'A01A02' where id = 'demo-lk4'`,
    )
    expect((await beside('二')).result.stopped).toHaveLength(1)
    // Whoever reads the ticket is told which area was stopped, and what of this ticket is registered there.
    const said = '停工指令：罐区（本票锁具 LK4 登记在该区域）：二'
    const shown = JSON.stringify(await plant.detail(workId))
    expect(shown).toContain(said)
    expect(shown).not.toContain(`停工指令：${said}`)
    // Should the stop have come to nothing, it is found and made up for by the same rule.
    await plant.world.database.pool.query('update lo_work set exec_phase = 20 where id = $1', [workId])
    expect(await catchUp(plant.world.ctx)).toBe(1)
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('T32: work that stood in the very moment of an order for another area stops as soon as it stands, if its lock is there', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.database.pool.query(
      `update lo_lock set area_id = 'demo-a0102', area_code = 'A01A02' where id = 'demo-lk4'`,
    )
    await plant.world.database.pool.query(
      `insert into lo_stop_order (id, tenant_id, area_id, area_code, reason, order_by, order_time, state)
        values ('s1', 0, 'demo-a0102', 'A01A02', '泄漏', 'u12', now(), 1)`,
    )
    await catchUp(plant.world.ctx)
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('T32: what the order says on the ticket names the area, its reason and by what the ticket is reached', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    await order('u12', { reason: '可燃气体泄漏'.repeat(40) })
    expect(await plant.state(workId)).toBe('20/21')
    await order('u12', { areaId: 'demo-a010101', reason: '10kV 柜内放电' })
    for (const lock of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(lock)
    const resumed = await plant.call('u5', tickets.resume, { workId })
    expect(resumed.message).toContain('停工指令（乙烯装置（本票作业区域在其中）：可燃气体泄漏')
  })

  it('G16: a ticket that is ready to start waits for the lifting', async () => {
    const workId = await carryOut(plant, 'ready')
    await order()
    plant.at('09:00')
    expect(await plant.call('u5', tickets.start, { workId })).toMatchObject({ success: false, code: 4220 })
  })

  it('the same press gives one order; the timer finds nothing left to do', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const clientOpId = newUlid()
    const [first, second] = [await order('u4', { clientOpId }), await order('u4', { clientOpId })]
    expect(second.result.id).toBe(first.result.id)
    expect(second.result.stopped).toEqual([])
    await runDueTimers(plant.world.ctx)
    expect(await plant.state(workId)).toBe('20/21')
    const rows = await plant.world.database.pool.query('select 1 from lo_stop_order')
    expect(rows.rowCount).toBe(1)
  })

  it('the same press after the order was lifted is a new order', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const clientOpId = newUlid()
    const first = await order('u12', { clientOpId })
    await plant.take('u12', stops.lift, { id: first.result.id, reason: '已处理' })
    await plant.world.database.pool.query('update lo_work set exec_phase = 20 where id = $1', [workId])
    const second = await order('u12', { clientOpId })
    expect(second.result.id).not.toBe(first.result.id)
    expect(second.result.stopped).toHaveLength(1)
    expect(await plant.state(workId)).toBe('20/21')
    expect(await plant.take('u4', stops.active)).toHaveLength(1)
  })

  it('a crash after the order: the timer stops the work', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('10:00')
    const { giveStop } = await import('../areas/index.ts')
    const actor = { userId: 'u12', username: 'u12', tenantId: 0, orgCode: 'A01' }
    await giveStop(plant.world.ctx, actor as Parameters<typeof giveStop>[1], {
      areaId: unit,
      reason: '泄漏',
      clientOpId: newUlid(),
    })
    expect(await plant.state(workId)).toBe('20/20')
    await runDueTimers(plant.world.ctx)
    expect(await plant.state(workId)).toBe('20/21')
  })

  it('is refused without the permission, for an unknown area, and another tenant neither sees nor lifts it', async () => {
    const input = { areaId: unit, reason: '泄漏', clientOpId: newUlid() }
    const worker = await plant
      .as('u6', { permissions: new Set(['lo:work:list']) })
      .post(stops.order.path, input)
    expect(worker.success).toBe(false)
    expect(await order('u12', { areaId: 'nowhere' })).toMatchObject({ success: false })
    const { id } = (await order()).result
    const foreign = plant.as('u12', { tenantId: 7 })
    expect((await foreign.get(stops.active.path)).result).toEqual([])
    const lifted = await foreign.post(stops.lift.path, { id, reason: 'x', clientOpId: newUlid() })
    expect(lifted.success).toBe(false)
    expect(await plant.take('u4', stops.active)).toHaveLength(1)
  })
})
