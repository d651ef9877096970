import { closeCauses } from './testing/close-causes.ts'
import { legSwitch, lockEndpoints, workTicketEndpoints as tickets, type TicketDraft } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, personId, steps } from './testing/carry-out.ts'
import type { TicketWorld } from './testing/ticket-world.ts'
import { endsWell } from './testing/ends-well.ts'
import { denied } from './testing/failing-rules.ts'
import { createOpeningWorld, locksOff } from './testing/opening-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createOpeningWorld(['u6', 'u7', 'u8', 'u9', 'u10'])
})
afterEach(() => plant[Symbol.asyncDispose]())

const open = (who: string, lockId: string, workId: string, proof: object | null) =>
  plant.call(who, lockEndpoints.open, { lockId, workId, proof })
const here = { qr: 'LK4' }

describe('SC09 grants and windows of a real ticket', () => {
  it('L1: u6 opens LK4 at the panel while the work runs; u7, a late hour and a remote try are refused', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    expect(await open('u6', 'demo-lk4', id, here)).toMatchObject({
      success: true,
      result: { allow: true, leg: 'L1' },
    })
    expect(denied(await open('u7', 'demo-lk4', id, here))).toEqual(['R06'])
    expect(denied(await open('u6', 'demo-lk4', id, null))).toEqual(['R12'])
    plant.at('17:01')
    expect(denied(await open('u6', 'demo-lk4', id, here))).toContain('R05')
    await endsWell(plant, id)
  })

  it('R10: behind a point whose zero energy had to be proven again nothing opens', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.database.pool.query(
      `update lo_work_point set re_verify_due = $2 where work_id = $1 and point_id = 'demo-pt2'`,
      [id, new Date(plant.world.ctx.clock.now())],
    )
    const answer = await open('u6', 'demo-lk4', id, here)
    expect(denied(answer)).toEqual(['R10'])
    expect(JSON.stringify(answer)).toContain('V-101 复验期限 10:00 已过')
  })

  it('R03: a contractor whose admission was revoked opens nothing', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.database.pool.query(
      `update lo_work_person set role_tag = 'CONTR' where work_id = $1 and user_id = 'u6'`,
      [id],
    )
    expect(denied(await open('u6', 'demo-lk4', id, here))).toEqual(['R03'])
  })

  it('L1: not before the start, not while interrupted, again after resuming', async () => {
    const id = await carryOut(plant, 'ready')
    expect((await open('u6', 'demo-lk4', id, here)).success).toBe(false)
    plant.at('09:00')
    await plant.take('u5', tickets.start, { workId: id })
    await plant.take('u4', tickets.start, { workId: id })
    await plant.take('u8', tickets.suspend, { workId: id, reason: '下雨' })
    expect((await open('u6', 'demo-lk4', id, here)).success).toBe(false)
    await closeCauses(plant, id)
    await plant.take('u5', tickets.resume, { workId: id })
    await plant.take('u4', tickets.resume, { workId: id })
    expect(await open('u6', 'demo-lk4', id, here)).toMatchObject({ success: true })
  })

  it('L2 and L4: the isolator opens his lock to place it and to restore it, and at no time between', async () => {
    const id = await carryOut(plant, 'isolating')
    expect(await open('u9', 'demo-lk1', id, { qr: 'LK1' })).toMatchObject({
      result: { leg: 'L2', allow: true },
    })
    await carryOutRest(id)
    plant.at('10:00')
    expect((await open('u9', 'demo-lk1', id, { qr: 'LK1' })).success).toBe(false)
    plant.at('15:00')
    const begin = {
      workId: id,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await plant.photo('u5'),
      notified: true,
    }
    await plant.take('u5', tickets.releaseBegin, begin)
    expect(denied(await open('u9', 'demo-lk3', id, { qr: 'PT3' }))).toContain('R09')
    await locksOff(plant, id)
    expect(denied(await open('u9', 'demo-lk1', id, { qr: 'PT1' }))).toContain('R08')
    await plant.take('u9', tickets.pointRestore, { workId: id, pointId: 'demo-pt4' })
    expect(await open('u9', 'demo-lk3', id, { qr: 'PT3' })).toMatchObject({
      result: { leg: 'L4', allow: true },
    })
  })
})

describe('R13 two people by the ticket', () => {
  const witness = (who: string) =>
    plant.call(who, lockEndpoints.witness, { lockId: 'demo-lk4', proof: { qr: 'LK4' } })

  it('R13: a measure that asks for two opens the locks of its ticket to two, and to one again when it does not apply', async () => {
    const measures = [{ content: '开柜须两人在场', dualControl: 1 }]
    const id = await carryOut(plant, 'working', await plant.draft({ measures }))
    expect((await plant.detail(id)).measures[0]).toMatchObject({ dualControl: 1 })
    plant.at('10:00')
    expect(denied(await open('u6', 'demo-lk4', id, here))).toEqual(['R13'])
    expect(await witness('u7')).toMatchObject({ success: true })
    expect(await open('u6', 'demo-lk4', id, here)).toMatchObject({ result: { leg: 'L1', allow: true } })
    plant.at('10:05')
    await plant.world.database.pool.query(`update lo_work_measure set involve = 0 where work_id = '${id}'`)
    expect(await open('u6', 'demo-lk4', id, here)).toMatchObject({ result: { allow: true } })
  })

  it('R13: a type and level that ask for two do so for every ticket of theirs', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.database.pool.query(
      `update lo_work_type set dual_control = 1 where type_code = '10' and level_code = '2'`,
    )
    expect(denied(await open('u6', 'demo-lk4', id, here))).toEqual(['R13'])
    await witness('u7')
    expect(await open('u6', 'demo-lk4', id, here)).toMatchObject({ result: { allow: true } })
  })

  const forTwo = async () => {
    const id = await carryOut(
      plant,
      'working',
      await plant.draft({ measures: [{ content: '两人', dualControl: 1 }] }),
    )
    plant.at('10:00')
    return id
  }

  it('R13: the second person is of the ticket, and fit to open by himself; somebody else there hides nobody', async () => {
    const id = await forTwo()
    expect(await witness('u12')).toMatchObject({ success: true })
    const stranger = await open('u6', 'demo-lk4', id, here)
    expect(denied(stranger)).toEqual(['R13'])
    expect(stranger.message).toContain('不在工作票')

    await witness('u7')
    const { pool } = plant.world.database
    await pool.query(`update sys_session set created_at = created_at - interval '1 day' where user_id = 'u7'`)
    const stale = await open('u6', 'demo-lk4', id, here)
    expect(denied(stale)).toEqual(['R13'])
    expect(stale.message).toContain('登录已超过')
    await pool.query(`update sys_session set created_at = created_at + interval '1 day' where user_id = 'u7'`)
    // Whoever came last and may not be it stands beside whoever may.
    await witness('u12')
    expect(await open('u6', 'demo-lk4', id, here)).toMatchObject({ result: { allow: true } })
  })

  it('R13: one word of the second person opens once', async () => {
    const id = await forTwo()
    await witness('u7')
    expect(await open('u6', 'demo-lk4', id, here)).toMatchObject({ result: { allow: true } })
    expect(denied(await open('u6', 'demo-lk4', id, here))).toEqual(['R13'])
    await witness('u7')
    const both = await Promise.all([
      open('u6', 'demo-lk4', id, here),
      open('u6', 'demo-lk4', id, here),
      open('u6', 'demo-lk4', id, here),
    ])
    expect(both.filter(({ result }) => result?.allow === true)).toHaveLength(1)
    expect(denied(await open('u6', 'demo-lk4', id, here))).toEqual(['R13'])
  })

  it('R12: the word of the person on site of a remote opening opens once', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.database.pool.query(
      `update lo_lock_type set open_methods = '01,02,03' where id = (select lock_type_id from lo_lock where id = 'demo-lk4')`,
    )
    await witness('u7')
    expect(await open('u6', 'demo-lk4', id, null)).toMatchObject({ result: { allow: true } })
    expect(denied(await open('u6', 'demo-lk4', id, null))).toEqual(['R12'])
  })
})

describe('legs a tenant does not use (§5.8)', () => {
  const off = (leg: string, who = 'u12') =>
    plant.as(who).post(`${legSwitch.path}/add`, { leg, status: 0, reason: '隔离由单独的操作票执行' })
  const opensByL2 = async (id: string) => (await open('u9', 'demo-lk1', id, { qr: 'LK1' })).result

  it('L2 switched off denies with its reason, who and when are kept, and switched on it opens again', async () => {
    const id = await carryOut(plant, 'isolating')
    expect((await opensByL2(id)).allow).toBe(true)
    expect(await off('L2')).toMatchObject({ success: true })
    const refused = await opensByL2(id)
    expect([refused.allow, refused.leg, denied({ result: refused })]).toEqual([false, 'L2', ['R04']])
    expect(refused.rules.find((rule) => rule.id === 'R04')?.text).toContain('本单位未启用“隔离”通道')
    const { pool } = plant.world.database
    const { rows } = await pool.query(
      `select l.create_by, d.data_version from sys_log l join sys_data_log d on d.create_time = l.create_time
        and d.data_table = 'lo_leg_switch' where l.log_content like '%开锁通道%'`,
    )
    expect(rows).toEqual([{ create_by: 'u12', data_version: 1 }])
    const row = await pool.query(`select id, revision from lo_leg_switch`)
    const on = { ...row.rows[0], leg: 'L2', status: 1, reason: '恢复' }
    expect(await plant.as('u12').post(`${legSwitch.path}/edit`, on)).toMatchObject({ success: true })
    expect((await opensByL2(id)).allow).toBe(true)
  })

  it('no leg that protects people is switched off, not even by a row that should not be there', async () => {
    for (const leg of ['L1', 'L4', 'L5', 'L7']) expect((await off(leg)).success).toBe(false)
    const id = await carryOut(plant, 'working')
    plant.at('10:00')
    await plant.world.database.pool.query(`insert into lo_leg_switch (id, leg, status, reason)
      select leg, leg, 0, '写入' from unnest(array['L1', 'L4', 'L5', 'L7']) as leg`)
    expect(await open('u6', 'demo-lk4', id, here)).toMatchObject({ result: { leg: 'L1', allow: true } })
    expect(await open('u6', 'demo-pl6', id, { qr: 'PL6' })).toMatchObject({
      result: { leg: 'L5', allow: true },
    })
  })

  it('another tenant’s switch changes nothing here', async () => {
    const id = await carryOut(plant, 'isolating')
    await plant.world.database.pool.query(
      `insert into lo_leg_switch (id, tenant_id, leg, status, reason) values ('f', 7, 'L2', 0, '外租户')`,
    )
    expect((await opensByL2(id)).allow).toBe(true)
  })
})

it('L1 R10: with two planned places a good sample at one of them opens nothing, whichever it is', async () => {
  const gasPlaces = ['上', '下'].map((level) => ({ place: '泵坑', level })) as TicketDraft['gasPlaces']
  const id = await carryOut(plant, 'working', await plant.draft({ gasPlaces }))
  await plant.world.database.pool.query(`update lo_work_type set gas_required = 1, gas_codes = 'O2'`)
  const opens = async (time: string) => {
    plant.at(time)
    const answer = await open('u6', 'demo-lk4', id, here)
    return answer.success ? 'open' : denied(answer).join()
  }
  const sample = (pointDesc: string, time: string, value = 20.9) =>
    plant.take('u10', tickets.gasAdd, {
      workId: id,
      pointDesc,
      gasCode: 'O2',
      value,
      unit: '%vol',
      sampleTime: `2026-12-01 ${time}:00`,
      deviceSn: 'GAS1',
    })
  expect(await opens('10:00')).toBe('R10')
  await sample('泵坑下部', '10:00')
  expect(await opens('10:01')).toBe('R10')
  await sample('泵坑上部', '10:01')
  expect(await opens('10:02')).toBe('open')
  // The older of the two decides on when both are too old.
  await plant.world.database.pool.query('update lo_work_type set gas_pre_min = 30')
  expect(await opens('10:30')).toBe('open')
  expect(await opens('10:31')).toBe('R10')
  await sample('泵坑上部', '10:31')
  expect(await opens('10:32')).toBe('R10')
  await sample('泵坑下部', '10:32')
  expect(await opens('10:33')).toBe('open')
})

it('L5 R07: a personal lock opens for nobody while whoever hung it is inside, whomever its record names now', async () => {
  const id = await carryOut(plant, 'working')
  plant.at('10:00')
  const u6 = await personId(plant, id, 'u6')
  await plant.take('u5', tickets.personIn, { workId: id, personId: u6 })
  await plant.world.database.pool.query(`update lo_lock set owner_user_id = 'u7' where id = 'demo-pl6'`)
  const refused = await open('u7', 'demo-pl6', id, { qr: 'PL6' })
  expect(refused).toMatchObject({ success: false, result: { allow: false, leg: 'L5' } })
  expect(denied(refused)).toEqual(['R07'])
  expect(refused.result.rules.find((rule) => rule.id === 'R07')?.text).toContain('孙作')
  expect(denied(await open('u6', 'demo-pl6', id, { qr: 'PL6' }))).toEqual(['R07'])
  await plant.take('u5', tickets.personOut, { workId: id, personId: u6 })
  expect(denied(await open('u7', 'demo-pl6', id, { qr: 'PL6' }))).toEqual(['R07'])
  expect(await open('u6', 'demo-pl6', id, { qr: 'PL6' })).toMatchObject({
    result: { leg: 'L5', allow: true },
  })
})

it('L2 R09: the lock of a point in doubt stays shut while personal locks rest, and its isolator is told whose', async () => {
  const id = await carryOut(plant, 'ready')
  const fail = { workId: id, pointId: 'demo-pt1', reason: '位置不符' }
  await plant.take('u10', tickets.pointFail, fail)
  expect(await plant.state(id)).toBe('4/10')
  const refused = await open('u9', 'demo-lk1', id, { qr: 'LK1' })
  expect(refused).toMatchObject({ success: false, result: { leg: 'L2' } })
  expect(denied(refused)).toContain('R09')
  expect(refused.result.rules.find((rule) => rule.id === 'R09')?.text).toContain('PL6（孙作）')
  expect(denied(await open('u9', 'demo-lb1', id, { qr: 'LB1' }))).toContain('R09')
  await plant.take('u6', tickets.personalLockOff, { workId: id, lockId: 'demo-pl6' })
  await plant.take('u7', tickets.personalLockOff, { workId: id, lockId: 'demo-pl7' })
  expect(denied(await open('u9', 'demo-lk1', id, { qr: 'LK1' }))).not.toContain('R09')
})

async function carryOutRest(id: string): Promise<void> {
  for (const name of ['locked', 'verified', 'ready', 'working'] as const) await steps[name](plant, id)
}
