import { crewSafetyEndpoints, lockEndpoints, lockRecordEndpoints } from '@suoan/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { catchUp } from '../work-tickets/catch-up.ts'
import { carryOut } from '../work-tickets/testing/carry-out.ts'
import { sessionRows } from '../work-tickets/testing/opening-world.ts'
import { createWarningWorld, type WarningWorld } from './testing/warning-world.ts'

let plant: WarningWorld
beforeEach(async () => {
  plant = await createWarningWorld({ prepare: sessionRows(['u11']) })
})
afterEach(() => plant[Symbol.asyncDispose]())

const opened = { before: { latch: 1, shackle: 1 }, after: { latch: 0, shackle: 0 } } as const

it('L6 the keeper cannot open a lock box with personal locks on by naming a ticket that does not exist', async () => {
  await carryOut(plant, 'working')
  await plant.world.database.pool.query(
    `update lo_lock set custody = 1, point_id = null, keeper_id = 'u11' where id = 'demo-lb1'`,
  )
  for (const workId of ['no-such-ticket', '']) {
    const answer = await plant.call('u11', lockEndpoints.open, {
      lockId: 'demo-lb1',
      workId,
      proof: { qr: 'LB1' },
    })
    expect(answer).toMatchObject({ success: false })
    expect(answer.result.leg).not.toBe('L6')
  }
})

it('A15 a duress signal is read by SAFETY alone: not in a refusal, not on a card, not in the log', async () => {
  const workId = await carryOut(plant, 'working')
  plant.at('09:05')
  await plant.report('LK4', { type: 'DURESS' })
  await plant.due()
  expect((await plant.alarms()).map((alarm) => alarm['alarm_type'])).toContain('A15')

  const seen = JSON.stringify([
    await plant.take('u6', crewSafetyEndpoints.amISafe, {}),
    await plant.call('u6', lockEndpoints.open, { lockId: 'demo-lk4', workId, proof: { qr: 'LK4' } }),
    await plant.take('u6', lockRecordEndpoints.selectCondition, {}),
    await plant.take('u6', lockRecordEndpoints.selectLockIdAreaCode, { lockId: 'demo-lk4' }),
    await plant.as('u6').get('/lolocklog/loLockLog/list', { lockId: 'demo-lk4' }),
  ])
  expect(seen).not.toMatch(/胁迫|DURESS|A15/)
  const { rows } = await plant.world.database.pool.query(
    `select id from lo_lock_log where event_type = 'DURESS'`,
  )
  const one = { id: rows[0].id }
  expect((await plant.as('u6').get('/lolocklog/loLockLog/queryById', one)).success).toBe(false)
  expect((await plant.as('u12').get('/lolocklog/loLockLog/queryById', one)).success).toBe(true)
  const { records } = await plant.take('u12', lockRecordEndpoints.selectCondition, {})
  expect(JSON.stringify(records)).toContain('DURESS')
})

it('R11 G16 an alarm that is reported and not raised yet holds up an opening, and the card of whoever relies on it says so', async () => {
  const workId = await carryOut(plant, 'working')
  plant.at('09:05')
  const asked = { lockId: 'demo-lk4', workId, proof: { qr: 'LK4' } }
  await plant.world.withoutReactions(async () => {
    await plant.report('LK4', { type: 'TAMPER' })
    expect(await plant.alarms()).toEqual([])
    const refused = await plant.call('u6', lockEndpoints.open, asked)
    expect(refused.success).toBe(false)
    expect(JSON.stringify(refused)).toContain('区域存在紧急报警：撬动（刚上报，正在处理）')
    expect(JSON.stringify(await plant.take('u6', crewSafetyEndpoints.amISafe, {}))).toContain('撬动')
  })
})

it('I2 SC10 after a FORCE the alarm names the lock, and no card says that there is none', async () => {
  const workId = await carryOut(plant, 'working')
  plant.at('11:02')
  await plant.report('LK2', { type: 'FORCE', ...opened })
  await plant.due()
  await expect.poll(() => plant.state(workId)).toBe('20/21')
  expect(await plant.alarms()).toContainEqual(
    expect.objectContaining({ alarm_type: 'A02', lock_id: 'demo-lk2' }),
  )
  const card = JSON.stringify(await plant.take('u6', crewSafetyEndpoints.amISafe, {}))
  expect(card).toContain('强制开锁')
  expect(card).not.toContain('也没有报警')
})

it('T25 A03 a pried isolation lock holds nothing any more: the work stops', async () => {
  const workId = await carryOut(plant, 'working')
  plant.at('11:02')
  await plant.report('LK2', { type: 'TAMPER' })
  await expect.poll(() => plant.state(workId)).toBe('20/21')
})

it('T25 an opening whose event was lost is found by the sweep and stops the work', async () => {
  const workId = await carryOut(plant, 'working')
  plant.at('11:02')
  // As a restart leaves it: the report is stored, and nobody has reacted.
  await sql`update lo_lock set lock_status = 2, state_time = ${new Date(plant.world.clock.now())}
    where id = 'demo-lk2'`.execute(plant.world.ctx.db)
  expect(await plant.state(workId)).toBe('20/20')
  expect(await catchUp(plant.world.ctx)).toBe(1)
  expect(await plant.state(workId)).toBe('20/21')
  expect(await catchUp(plant.world.ctx)).toBe(0)
})

it('L7 T32 a rescue or stop order whose event was lost stops the work at the next look', async () => {
  const workId = await carryOut(plant, 'working')
  await sql`insert into lo_alarm (id, tenant_id, alarm_no, alarm_type, alarm_level, lock_id, work_id, status, first_time, last_time, count)
    values ('rescue', 0, 'A-rescue', 'A19', 3, 'demo-lk4', ${workId}, 0, now(), now(), 1)`.execute(
    plant.world.ctx.db,
  )
  expect(await catchUp(plant.world.ctx)).toBe(1)
  expect(await plant.state(workId)).toBe('20/21')
})
