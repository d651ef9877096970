import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { denied, failing } from './testing/failing-rules.ts'
import { createOpeningWorld, openLock } from './testing/opening-world.ts'
import { certificateRows, hotWork } from './testing/simops-world.ts'
import type { TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createOpeningWorld(['u6'])
  await plant.world.database.pool.query(manhole)
})
afterEach(() => plant[Symbol.asyncDispose]())

/** An access lock at the manhole of the tank T-101, a confined space (`lo_area_type` 7, zone 0). */
const manhole = `
  insert into lo_lock select (jsonb_populate_record(l, '{"id":"demo-lkt","lock_code":"LKT","device_sn":"LKT","qr_code":"LKT",
    "mac":null,"area_id":"demo-a010201","area_code":"A01A02A01","equip_id":null}')).* from lo_lock l where id = 'demo-lk4';
  update lo_lock_type set ex_mark = 'Ex ia IIC T6 Ga' where id = 'demo-ty-cab'`

/** SC01 in the compressor house, for which no gas is tested. */
const through = (...locks: readonly string[]) =>
  demoDraft({
    locks: [
      { lockId: 'demo-lb1', useType: 3 },
      ...locks.map((lockId) => ({ lockId, useType: 2 as const, userIds: ['u6'] })),
    ],
  })

describe('the strictest of the places that a ticket reaches into decides on its gas (G01, G14, R10)', () => {
  it('an access lock of a confined space asks for a plan of places before it is submitted', async () => {
    const id = await plant.draft(through('demo-lkt'))
    const refused = await plant.call('u1', tickets.submit, { workId: id })
    expect(refused).toMatchObject({ success: false })
    expect(failing(refused)).toContain('G01')
    const other = await plant.draft(through('demo-lk4'))
    expect(await plant.call('u1', tickets.submit, { workId: other })).toMatchObject({ success: true })
  })

  it('a manhole that joins a running ticket is not opened without a gas test', async () => {
    const id = await carryOut(plant, 'working', await plant.draft(through('demo-lk4')))
    await plant.world.database.pool.query(
      `insert into lo_work_lock select (jsonb_populate_record(k, '{"id":"manhole","lock_id":"demo-lkt"}')).*
        from lo_work_lock k where work_id = $1 and lock_id = 'demo-lk4'`,
      [id],
    )
    plant.at('09:05')
    expect(denied(await openLock(plant, 'u6', 'LKT', id))).toContain('R10')
  })

  it('a ticket for a whole unit is one for the confined space in it', async () => {
    const id = await plant.draft(demoDraft({ areaId: 'demo-a01' }))
    expect(failing(await plant.call('u1', tickets.submit, { workId: id }))).toContain('G01')
  })

  it('what lies inside a confined space is one', async () => {
    await plant.world.database.pool.query(
      `insert into lo_area select (jsonb_populate_record(a, '{"id":"inside","pid":"demo-a010201","area_code":"A01A02A01A01",
        "area_type":"3","ex_zone":"N"}')).* from lo_area a where id = 'demo-a010201'`,
    )
    const id = await plant.draft(demoDraft({ areaId: 'inside' }))
    expect(failing(await plant.call('u1', tickets.submit, { workId: id }))).toContain('G01')
  })
})

it('G29 hot work for a whole unit has the level of the most hazardous place inside it', async () => {
  await plant.world.database.pool.query(certificateRows)
  await plant.world.database.pool.query(
    `insert into lo_work_type select (jsonb_populate_record(l, '{"id":"second","level_code":"2"}')).* from lo_work_type l
      where id = 'demo-wt-01-1'`,
  )
  const levelIn = async (areaId: string) => {
    const id = await plant.draft(hotWork({ areaId, workLevel: '2' }))
    await plant.call('u1', tickets.submit, { workId: id })
    const { workLevel, levelReason } = (await plant.detail(id)).ticket
    return [workLevel, levelReason]
  }
  expect(await levelIn('demo-a01')).toEqual(['1', '火灾爆炸危险场所，由二级升为一级'])
})
