import { boardPlanEndpoints as board, workTicketEndpoints as tickets, type BoardPlan } from '@suoan/contract'
import { shanghaiTime } from '@suoan/kit/shanghai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from '../work-tickets/testing/ticket-world.ts'

let plant: TicketWorld
let workId: string
beforeAll(async () => {
  plant = await createTicketWorld()
  workId = await carryOut(plant, 'working')
})
afterAll(() => plant[Symbol.asyncDispose]())

const planOf = (areaId?: string, who = 'u12') =>
  plant.take(who, board.plan, areaId === undefined ? {} : { areaId })
const query = (text: string) => plant.world.database.pool.query(text)

it('the plan of an area tells its points with what is on them, its locks, its tickets with people and gas', async () => {
  await plant.take('u8', tickets.personIn, { workId, personId: await plant.personId(workId, 'u6') })
  await plant.take('u10', tickets.gasAdd, {
    workId,
    pointDesc: '泵坑',
    gasCode: 'O2',
    value: 20.9,
    unit: '%vol',
    sampleTime: shanghaiTime(plant.world.clock.now()),
    deviceSn: 'GAS1',
  })
  await query(`update lo_point set plan_x = 0.2, plan_y = 0.4 where id = 'demo-pt2'`)
  await query(`update lo_point set plan_x = 0.4, plan_y = 0.6 where id = 'demo-pt3'`)
  const plan = await planOf('demo-a0101')
  expect(plan.area).toMatchObject({ areaName: '压缩机房', planFile: null })
  expect(plan.above.map(({ areaName }) => areaName)).toEqual(['乙烯装置'])
  const valve = plan.points.find(({ pointCode }) => pointCode === 'V-101')
  expect(valve).toMatchObject({ spot: { x: 0.2, y: 0.4 }, workNos: [expect.any(String)] })
  expect(valve?.holdCount).toBeGreaterThan(0)
  expect(valve?.locks.map(({ lockCode }) => lockCode)).toEqual(['LK2'])
  // A padlock on a point is told with the point; one in the store stands nowhere.
  expect(plan.locks.map(({ lockCode }) => lockCode)).not.toContain('LK2')
  const [ticket] = plan.tickets
  expect(ticket).toMatchObject({ id: workId, gasState: 1, workStatus: 20 })
  expect(ticket?.spot?.x).toBeCloseTo(0.3)
  expect(ticket?.people).toEqual(['孙作'])
  expect(ticket?.gas).toMatchObject([{ pointDesc: '泵坑', gasCode: 'O2', value: 20.9, isPassed: true }])
  expect(plan.isCut).toBe(false)
})

it('of areas below it gives figures, which count what lies below them too', async () => {
  await query(`update lo_area set plan_x = 0.25, plan_y = 0.75 where id = 'demo-a0101'`)
  const { below, points } = await planOf('demo-a01')
  expect(points).toEqual([])
  expect(below.find(({ id }) => id === 'demo-a0101')).toMatchObject({
    spot: { x: 0.25, y: 0.75 },
    tickets: 1,
    badGas: 0,
    isolated: 3,
  })
  expect(below.find(({ id }) => id === 'demo-a0102')).toMatchObject({ tickets: 0, isolated: 0, openLocks: 0 })
  await query(`update lo_lock set lock_status = 2 where id = 'demo-lk4'`)
  expect((await planOf('demo-a0101')).below[0]).toMatchObject({ areaName: '10kV配电室', openLocks: 1 })
})

it('gas that is to be tested asks for somebody once people may be inside, before the start only where it is bad', async () => {
  const gas = async (state: number, status: string) => {
    await query(`update lo_work set gas_state = ${state}, ${status} where id = '${workId}'`)
    const { below } = await planOf('demo-a01')
    const [ticket] = (await planOf('demo-a0101')).tickets
    return [below.find(({ id }) => id === 'demo-a0101')?.badGas, ticket?.gasState, ticket?.gasWaits]
  }
  const before = 'work_status = 4, exec_phase = 12'
  const inside = 'work_status = 20, exec_phase = 20'
  expect(await gas(2, before)).toEqual([0, 2, false])
  expect(await gas(3, before)).toEqual([1, 3, true])
  expect(await gas(2, inside)).toEqual([1, 2, true])
  expect(await gas(1, inside)).toEqual([0, 1, false])
})

it('without an area it is the first that has a plan, and one that is not there is told so', async () => {
  await query(`update lo_area set plan_file = 'a.png' where id = 'demo-a0102'`)
  const plan = await planOf()
  expect(plan.area?.areaName).toBe('罐区')
  expect(plan.plans.map(({ areaName }) => areaName)).toEqual(['罐区'])
  expect(await plant.call('u12', board.plan, { areaId: 'nowhere' })).toMatchObject({ success: false })
})

it('who has the board and no list sees nothing that he could not see there', async () => {
  const reader = plant.as('u6', { permissions: new Set(['lo:board:list']) })
  const { result } = await reader.get<{ tickets: unknown[] }>(board.plan.path, { areaId: 'demo-a0101' })
  // Named on the ticket he sees it; somebody who is not sees none.
  expect(result.tickets).toHaveLength(1)
  const stranger = plant.as('u13', { permissions: new Set(['lo:board:list']) })
  const other = await stranger.get<BoardPlan>(board.plan.path, { areaId: 'demo-a0101' })
  expect(other.result.tickets).toEqual([])
  // That the point is held is counted; by which ticket and by whom is not told.
  const valve = other.result.points.find(({ pointCode }) => pointCode === 'V-101')
  expect(valve?.holdCount).toBeGreaterThan(0)
  expect(valve).toMatchObject({ workNos: [], holders: [] })
  const nobody = plant.as('u13', { permissions: new Set(['lo:work:list']) })
  expect(await nobody.get(board.plan.path)).toMatchObject({ success: false })
})
