import { mostPlanned, workTicketEndpoints as tickets } from '@suoan/contract'
import { shanghaiMoment } from '@suoan/kit/shanghai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY } from './testing/demo-draft.ts'
import { certifyGuardian, hotWork, reviewed, solventWork } from './testing/simops-world.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
const ids: Record<string, string> = {}
beforeAll(async () => {
  plant = await createTicketWorld()
  await certifyGuardian(plant)
  plant.at('07:50')
  ids['pump'] = await plant.draft({ workName: '换密封', people: [] })
  ids['solvent'] = await reviewed(plant, solventWork())
  ids['hot'] = await reviewed(plant, hotWork())
  ids['later'] = await plant.draft({
    workName: '下周的活',
    planStart: '2026-12-08 09:00:00',
    planEnd: '2026-12-08 10:00:00',
    people: [],
  })
})
afterAll(() => plant[Symbol.asyncDispose]())

const from = shanghaiMoment(DAY)
const planned = (query: object = {}, who = 'u12') =>
  plant.take(who, tickets.planned, { from, hours: 24, ...query })
const shown = async (query: object = {}) => (await planned(query)).tickets.map(({ id }) => id).toSorted()
const named = (...names: string[]) => names.map((name) => String(ids[name])).toSorted()

it('tickets stand in the time they are planned for, from its first moment to its last', async () => {
  expect(await shown()).toEqual(named('pump', 'solvent', 'hot'))
  expect(await shown({ hours: 24 * 14 })).toEqual(named('pump', 'solvent', 'hot', 'later'))
  const hour = (at: string) => ({ from: shanghaiMoment(`${DAY} ${at}`), hours: 1 })
  expect(await shown({ ...hour('09:00:00'), workName: '*溶剂*' })).toEqual([])
  expect(await shown({ ...hour('11:00:00'), workName: '*溶剂*' })).toEqual(named('solvent'))
  expect(await shown({ ...hour('12:00:00'), workName: '*溶剂*' })).toEqual([])
  const [first] = (await planned({ workName: '*溶剂*' })).tickets
  expect(first).toMatchObject({
    start: shanghaiMoment(`${DAY} 10:00:00`),
    end: shanghaiMoment(`${DAY} 12:00:00`),
    areaName: '压缩机房',
    isOverdue: false,
  })
})

it('the filters and tabs of the list hold here too, and so does what the list refuses', async () => {
  expect(await shown({ tab: 'draft' })).toEqual(named('pump'))
  expect(await shown({ workType: '01' })).toEqual(named('hot'))
  // An area means what lies below it.
  expect(await shown({ areaId: 'demo-a0102' })).toEqual(named('hot'))
  expect(await plant.call('u12', tickets.planned, { from, hours: 24, workStatus: '4 or 1=1' })).toMatchObject(
    {
      success: false,
    },
  )
  expect(await plant.call('u12', tickets.planned, { from, hours: 43 * 24 })).toMatchObject({ success: false })
  const worker = plant.as('u6', { permissions: new Set(['lo:work:list']) })
  expect(await worker.get(tickets.planned.path, { from, hours: 24 })).toMatchObject({ success: false })
})

it('clashes come with the time map, and only between tickets that stand in somebody’s way', async () => {
  const { conflicts } = await planned({ show: 'time' })
  expect(new Set(conflicts.flatMap(({ a, b }) => [a, b]))).toEqual(new Set(named('solvent', 'hot')))
  expect((await planned()).conflicts).toEqual([])
})

it('on the plan a ticket stands in the middle of its points, and every area above is told with its plan', async () => {
  const { pool } = plant.world.database
  await pool.query(`update lo_point set plan_x = 0.2, plan_y = 0.4 where id = 'demo-pt2'`)
  await pool.query(`update lo_point set plan_x = 0.4, plan_y = 0.6 where id = 'demo-pt3'`)
  // A point in another area stands on another plan.
  await pool.query(`update lo_point set plan_x = 0.9, plan_y = 0.9 where id = 'demo-pt1'`)
  await pool.query(
    `update lo_area set plan_x = 0.1, plan_y = 0.3, plan_file = 'a.png' where id = 'demo-a0101'`,
  )
  const { tickets: rows, areas } = await planned({ show: 'plan' })
  const of = (name: string) => rows.find(({ id }) => id === ids[name])
  expect(of('pump')?.spot?.x).toBeCloseTo(0.3)
  expect(of('pump')?.spot?.y).toBeCloseTo(0.5)
  expect(of('pump')?.equips).toEqual([{ id: 'demo-p101', name: '离心泵 P-101' }])
  expect(of('hot')).toMatchObject({ spot: null, equips: [] })
  expect(areas.map(({ areaCode }) => areaCode)).toEqual(['A01', 'A01A01', 'A01A02', 'A01A02A01'])
  expect(areas[1]).toMatchObject({ pid: 'demo-a01', planFile: 'a.png', spot: { x: 0.1, y: 0.3 } })
  expect((await planned()).areas).toEqual([])
})

it('a ticket that has expired and is not closed out stands there until it is', async () => {
  const { pool } = plant.world.database
  await pool.query(`update lo_work set work_status = 40, exec_phase = 9, close_flag = 0 where id = $1`, [
    ids['pump'],
  ])
  plant.at('10:00', '2026-12-08')
  const next = { from: shanghaiMoment('2026-12-08'), hours: 24 }
  const { tickets: rows } = await planned(next)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(named('pump', 'later'))
  expect(rows.find(({ id }) => id === ids['pump'])?.isOverdue).toBe(true)
  expect(await shown({ ...next, from: shanghaiMoment('2026-12-09') })).toEqual([])
})

it('more than can be shown at once is cut at the end, and said so', async () => {
  await plant.world.database.pool.query(
    `insert into lo_work (id, tenant_id, work_no, work_name, work_type, work_level, area_id, area_code, place, content, hazards, plan_start, plan_end)
      select 'many-' || n, 0, 'MANY-' || n, '很多', '10', '9', 'demo-a0101', 'A01A01', '泵房', '很多', '05', '2027-01-04 08:00+08', '2027-01-04 09:00+08'
      from generate_series(1, ${mostPlanned + 1}) n`,
  )
  const all = await planned({ from: shanghaiMoment('2027-01-04') })
  expect(all.tickets).toHaveLength(mostPlanned)
  expect(all.isCut).toBe(true)
  expect((await planned({ from: shanghaiMoment('2027-01-04'), workNo: 'MANY-7' })).isCut).toBe(false)
})

it('who is not given the planned times is not told them by where tickets stand', async () => {
  await plant.world.database.pool.query(
    `insert into sys_permission (id, name, menu_type, perms, perms_type, status, parent_id, del_flag)
      values ('hide-plan', '计划开始', 2, 'lo:work:column:planStart', '1', '1', '', 0)`,
  )
  const reader = plant.as('u2', { permissions: new Set(['lo:work:allList']) })
  expect(await reader.get(tickets.planned.path, { from, hours: 24 })).toMatchObject({
    success: false,
    message: expect.stringContaining('计划开始'),
  })
})
