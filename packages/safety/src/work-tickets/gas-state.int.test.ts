import {
  area,
  emergencyEndpoints,
  workTicketEndpoints as tickets,
  workType,
  type Resource,
} from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { areas } from '../areas/index.ts'
import { untestedGas } from '../migrations/0645-untested-gas.ts'
import { policy } from '../policy/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { closeCauses } from './testing/close-causes.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'policy', mount: policy },
    ],
  })
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = (text: string) => plant.world.database.pool.query(text)
const [notNeeded, valid, due] = [0, 1, 2]

/** What the list of tickets, its export and the board read. */
async function listed(workId: string): Promise<unknown> {
  const { result } = await plant.world
    .as()
    .get<{ records: { id: string; gasState: number }[] }>('/lowork/loWork/list', { pageSize: '100' })
  return result.records.find(({ id }) => id === workId)?.gasState
}

/** Edits a row with its present revision, as its page does; what follows from it has happened. */
async function edit({ table, path }: Pick<Resource, 'table' | 'path'>, id: string, change: object) {
  const { rows } = await query(`select revision from ${table} where id = '${id}'`)
  const { success, message } = await plant.world
    .as()
    .put(`${path}/edit`, { id, revision: rows[0]?.revision, ...change })
  expect({ success, message }).toMatchObject({ success: true })
  await plant.world.settled()
}

describe('a ticket that nobody has tested (3-domain.md LoWork gasState, G14)', () => {
  it('reads 不需 only where neither its kind of work nor its places ask for a test', async () => {
    const workId = await plant.draft()
    expect(await listed(workId)).toBe(notNeeded)
  })

  it.each([
    ['hot work', { workType: '01', workLevel: '2' }, ''],
    ['a confined space by its kind', { workType: '02', workLevel: '9' }, ''],
    ['a place that is a confined space', {}, `update lo_area set area_type = '7' where id = 'demo-a0101'`],
    ['an explosive zone', {}, `update lo_area set ex_zone = '2' where id = 'demo-a0101'`],
    [
      'a policy that always asks',
      {},
      `update lo_work_type set gas_required = 1, gas_codes = 'O2' where type_code = '10'`,
    ],
    ['a kind of work without any policy', {}, `update lo_work_type set status = 0 where type_code = '10'`],
  ])('reads 待检 as soon as it is written: %s', async (_why, changes, before) => {
    if (before !== '') await query(before)
    expect(await listed(await plant.draft(changes))).toBe(due)
  })

  it('reads 待检 from the edit on that makes it one to be tested, and 不需 again after the next', async () => {
    const workId = await plant.draft()
    const save = async (workType: string) => {
      const { ticket } = await plant.detail(workId)
      await plant.draft({ id: workId, revision: Number(ticket['revision']), workType })
      return listed(workId)
    }
    expect(await save('01')).toBe(due)
    expect(await save('10')).toBe(notNeeded)
  })

  it('reads 待检 as soon as its policy asks for the test, approved as it is', async () => {
    const workId = await carryOut(plant, 'approved')
    expect(await listed(workId)).toBe(notNeeded)
    await edit(workType, 'demo-wt-10-2', { gasRequired: 1 })
    expect(await listed(workId)).toBe(due)
    plant.at('08:56')
    const sample = { pointDesc: '泵坑', unit: '%vol', deviceSn: 'GAS1', sampleTime: '2026-12-01 08:55:00' }
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, gasCode: 'O2', value: 20.9 })
    expect(await listed(workId)).toBe(due)
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, gasCode: 'CH4', value: 0 })
    expect(await listed(workId)).toBe(valid)
  })

  it.each([
    ['hot work', `update lo_work set work_type = '01', work_level = '2', base_level = '2' where id = $1`],
    [
      'a confined space',
      `update lo_area set area_type = '7' from lo_work w where lo_area.id = w.area_id and w.id = $1`,
    ],
    [
      'a policy that always asks',
      `update lo_work_type set gas_required = 1, gas_codes = 'O2' from lo_work w where type_code = w.work_type and w.id = $1`,
    ],
  ])('renewed reads 待检, though the old ticket was tested: %s (T46)', async (_why, asks) => {
    const parent = await carryOut(plant, 'working')
    plant.at('15:00')
    await plant.take('u5', tickets.suspend, { workId: parent, reason: '当日未完成' })
    await closeCauses(plant, parent)
    await plant.world.database.pool.query(asks, [parent])
    await plant.world.database.pool.query('update lo_work set gas_state = 1 where id = $1', [parent])
    const planned = { planStart: '2026-12-01 16:45:00', planEnd: '2026-12-02 00:45:00' }
    const child = (await plant.take('u1', emergencyEndpoints.renew, { workId: parent, ...planned })).ticket.id
    expect(await listed(child)).toBe(due)
    expect((await plant.call('u1', tickets.submit, { workId: child })).message).not.toContain('服务器')
    expect(await listed(child)).toBe(due)
  })

  it('reads 待检 as soon as its area becomes an explosive zone', async () => {
    const workId = await plant.draft()
    await edit(area, 'demo-a0101', { exZone: '2' })
    expect(await listed(workId)).toBe(due)
  })

  it.each([
    [
      'where only its equipment stands',
      'demo-a0102',
      `update lo_equip set area_id = a.id, area_code = a.area_code from lo_area a where a.id = 'demo-a0102'`,
    ],
    [
      'behind an access lock it lists',
      'demo-a010101',
      `update lo_work_lock set use_type = 2, del_flag = (lock_id <> 'demo-lk1')::int;
       update lo_lock set area_code = (select area_code from lo_area where id = 'demo-a0101') where id = 'demo-lk1';
       update lo_work set area_code = (select area_code from lo_area where id = 'demo-a0102'), equip_ids = '[]';
       update lo_work_point set del_flag = 1`,
    ],
  ])('reads 待检 as soon as a place becomes a confined space %s', async (_where, areaId, stands) => {
    const workId = await plant.draft()
    await query(stands)
    await edit(area, areaId, { areaType: '7' })
    expect(await listed(workId)).toBe(due)
  })

  it('keeps a confined space where only its equipment stands what it is, while it is under way', async () => {
    await carryOut(plant, 'approved')
    await query(
      `update lo_equip set area_id = a.id, area_code = a.area_code from lo_area a where a.id = 'demo-a0102'`,
    )
    await query(`update lo_area set area_type = '7' where id = 'demo-a0102'`)
    const { rows } = await query(`select revision from lo_area where id = 'demo-a0102'`)
    const looser = { id: 'demo-a0102', revision: rows[0]?.revision, areaType: '1' }
    const { success, message } = await plant.world.as().put(`${area.path}/edit`, looser)
    expect([success, message]).toEqual([false, expect.stringContaining('未结束的工作票')])
  })

  it('of before reads 待检 after the upgrade where a test is asked for, and only there', async () => {
    const asked = await plant.draft({ workType: '01' })
    const others = await plant.draft()
    await query('update lo_work set gas_state = 0')
    await untestedGas.up(plant.world.ctx.db)
    expect([await listed(asked), await listed(others)]).toEqual([due, notNeeded])
    await query(`update lo_area set ex_zone = '2' where id = 'demo-a0101'`)
    await untestedGas.up(plant.world.ctx.db)
    expect(await listed(others)).toBe(due)
  })

  it('reads 待检 where an area changed unseen, at the next step that it takes', async () => {
    const workId = await plant.draft()
    await query(`update lo_area set ex_zone = '2' where id = 'demo-a0101'`)
    await query(`update lo_lock_type set ex_mark = 'Ex ib IIC T4'`)
    plant.at('08:00')
    await plant.take('u1', tickets.submit, { workId })
    expect(await listed(workId)).toBe(due)
  })
})
