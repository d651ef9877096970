import { area, departArea, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { areas } from '../areas/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ features: [{ name: 'areas', mount: areas }] })
})
afterEach(() => plant[Symbol.asyncDispose]())

const change = (text: string) => plant.world.database.pool.query(text)
const stops = [
  ['its area', `update lo_area set status = 0 where id = 'demo-a0101'`, '区域“.*”已停用'],
  ['an area above it', `update lo_area set status = 0 where area_code = 'A01'`, '区域“.*”已停用'],
  ['its equipment', `update lo_equip set status = 0 where id = 'demo-p101'`, '设备“.*”已停用'],
  ['a department of it', `update sys_depart set del_flag = '1' where id = 'demo-d20'`, '作业单位“.*”已删除'],
  ['its flow', `update lo_flow set status = 0`, '审批流程“.*”已停用'],
  ['a point of it', `update lo_point set status = 0 where id = 'demo-pt4'`, '隔离点 .* 已停用'],
] as const

describe('what was stopped since the ticket named it', () => {
  it.each(stops)(
    'G01 T04: %s keeps the draft from being submitted, with its name',
    async (_what, stop, words) => {
      const workId = await plant.draft()
      await change(stop)
      expect(await plant.call('u1', tickets.submit, { workId })).toMatchObject({
        success: false,
        message: expect.stringMatching(words),
      })
      expect(await plant.state(workId)).toBe('0/0')
    },
  )

  it.each(stops)(
    'T11: %s keeps the ticket from being approved; in force again it is',
    async (_what, stop, words) => {
      const workId = await carryOut(plant, 'reviewed')
      await change(stop)
      expect(await plant.examine(workId)).toMatchObject({
        success: false,
        message: expect.stringMatching(words),
      })
      await change(stop.replace('= 0', '= 1').replace(`= '1'`, `= '0'`))
      expect(await plant.examine(workId)).toMatchObject({ success: true })
    },
  )
})

describe('while a ticket is in review, who decides in its area stays', () => {
  const edit = async ({ table, path }: { table: string; path: string }, id: string, draft: object) => {
    const { rows } = await plant.world.database.pool.query(`select revision from ${table} where id = $1`, [
      id,
    ])
    return plant.world.as().put(`${path}/edit`, { id, revision: rows[0]?.revision, ...draft })
  }
  const relation = async () => {
    const { rows } = await plant.world.database.pool.query<{ id: string; workNo: string }>(
      `select r.id, w.work_no as "workNo" from lo_depart_area r join lo_work w on w.territory_depart_id = r.depart_id
        and starts_with(w.area_code, r.area_code) where r.rel_type = 1 and r.del_flag = 0
        order by length(r.area_code) desc limit 1`,
    )
    const [found] = rows
    if (!found) throw new Error('the demo plant has no owner of the area')
    return found
  }
  const remove = (id: string) => plant.world.as().delete(`${departArea.path}/delete`, { id })

  it('its department of the territory is not deleted, ended or made another kind; another department may follow', async () => {
    await carryOut(plant, 'submitted')
    const { id, workNo } = await relation()
    const refused = { success: false, message: expect.stringMatching(new RegExp(`不能.*${workNo}`)) }
    expect(await remove(id)).toMatchObject(refused)
    expect(await edit(departArea, id, { relType: 2 })).toMatchObject(refused)
    expect(await edit(departArea, id, { validTo: '2026-11-30' })).toMatchObject(refused)
    expect(await edit(departArea, id, { validTo: '2027-11-30' })).toMatchObject({ success: true })
    expect(await edit(departArea, id, { departId: 'demo-d20' })).toMatchObject({ success: true })
  })

  it('the keeper of its area is replaced, not taken away', async () => {
    await change(`update lo_area set manager_id = 'u11' where id = 'demo-a0101'`)
    await carryOut(plant, 'submitted')
    expect(await edit(area, 'demo-a0101', { managerId: '' })).toMatchObject({
      success: false,
      message: expect.stringContaining('属地负责人'),
    })
    expect(await edit(area, 'demo-a0101', { managerId: 'u12' })).toMatchObject({ success: true })
  })

  it('without a ticket both go', async () => {
    await plant.draft()
    const { id } = await relation()
    expect(await remove(id)).toMatchObject({ success: true })
  })
})
