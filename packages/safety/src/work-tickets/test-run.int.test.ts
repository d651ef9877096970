import { closeCauses } from './testing/close-causes.ts'
import {
  lockEndpoints,
  offlineEndpoints,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { expireTickets } from './expire-tickets.ts'
import { carryOut, proofOf } from './testing/carry-out.ts'
import type { TicketWorld } from './testing/ticket-world.ts'
import { denied, failing } from './testing/failing-rules.ts'
import { takeAlong } from './offline/testing.ts'
import { createOpeningWorld, locksOff, openLock } from './testing/opening-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createOpeningWorld(['u5', 'u6', 'u9', 'u10'])
})
afterEach(() => plant[Symbol.asyncDispose]())

const plan = (workId: string) => ({
  workId,
  pointIds: ['demo-pt1'],
  userIds: ['u9'],
  minutes: 30,
  toolsCleared: true,
  notified: true,
})
const item = async (workId: string, pointId: string) =>
  Number((await plant.detail(workId)).points.find((point) => point['pointId'] === pointId)?.['state'])

/** At work, everybody out and unlocked, the test asked for and confirmed at 13:00. */
async function testing(): Promise<string> {
  const workId = await carryOut(plant, 'working')
  plant.at('13:00')
  await locksOff(plant, workId)
  await plant.take('u5', execution.testBegin, plan(workId))
  await plant.take('u4', execution.testBegin, { workId })
  return workId
}

async function relock(workId: string, who = 'u9'): Promise<void> {
  const at = { workId, pointId: 'demo-pt1' }
  await plant.take(who, tickets.pointOperate, { ...at, proof: { qr: 'PT1' } })
  await plant.locks.closes('LK1')
  await plant.take(who, tickets.pointLock, { ...at, lockId: 'demo-lk1' })
  await plant.take(who, tickets.pointTag, at)
}

describe('T35 T36 T37 test run', () => {
  it('G27: no energy comes back while a terminal may hold an entry that nobody knows', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await locksOff(plant, workId)
    await takeAlong(plant, 'u9', workId)
    const asked = await plant.call('u5', execution.testBegin, plan(workId))
    expect(asked).toMatchObject({ success: false, code: 4227 })
    expect(failing(asked)).toEqual(['G27'])
    // Two people answer for it, each with a reason.
    const reason = '已现场核对，终端无电，无人在内'
    await plant.take('u4', offlineEndpoints.unsyncedOverride, { workId, reason })
    await plant.take('u12', offlineEndpoints.unsyncedOverride, { workId, reason })
    await plant.take('u5', execution.testBegin, plan(workId))
    expect(await plant.take('u4', execution.testBegin, { workId })).toMatchObject({ transId: 'T35' })
  })

  it('lifts the set for named people, takes the power off, locks and proves it again, and work goes on', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('13:00')
    await locksOff(plant, workId)
    expect(await plant.take('u5', execution.testBegin, plan(workId))).toMatchObject({
      transId: 'ASK',
      execPhase: 20,
    })
    expect(await plant.take('u4', execution.testBegin, { workId })).toMatchObject({
      transId: 'T35',
      execPhase: 22,
    })
    expect(await item(workId, 'demo-pt1')).toBe(6)
    const { pool } = plant.world.database
    const holds = await pool.query(
      `select point_id, state from lo_point_hold where work_id = $1 and hold_type = 1 and state in (1, 2) order by point_id`,
      [workId],
    )
    expect(holds.rows.map((row) => row.state)).toEqual([2, 1, 1])

    expect(await openLock(plant, 'u9', 'LK1', workId)).toMatchObject({
      success: true,
      result: { leg: 'L3', allow: true },
    })
    expect(denied(await openLock(plant, 'u5', 'LK1', workId))).toContain('R06')
    expect(denied(await openLock(plant, 'u9', 'LK2', workId))).toContain('R07')
    const entering = { workId, personId: await plant.personId(workId, 'u6') }
    expect(await plant.call('u8', tickets.personIn, entering)).toMatchObject({ success: false, code: 4201 })
    await plant.locks.opens('LK1')
    expect(await plant.state(workId)).toBe('20/22')

    plant.at('13:20')
    expect(await plant.call('u4', execution.testEnd, { workId, deEnergised: false })).toMatchObject({
      success: false,
    })
    expect(await plant.call('u5', execution.testEnd, { workId, deEnergised: true })).toMatchObject({
      code: 4030,
    })
    await plant.take('u4', execution.testEnd, { workId, deEnergised: true })
    expect([await plant.state(workId), await item(workId, 'demo-pt1')]).toEqual(['20/23', 7])
    expect(await openLock(plant, 'u9', 'LK1', workId)).toMatchObject({ result: { leg: 'L2', allow: true } })
    expect(failing(await plant.call('u9', execution.relocked, { workId }))).toEqual(
      expect.arrayContaining(['T37', 'G12']),
    )

    plant.at('13:25')
    await relock(workId)
    plant.at('13:28')
    await plant.take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt1', '2', '0', 'V'))
    expect(await plant.take('u10', execution.relocked, { workId })).toMatchObject({
      transId: 'T37',
      execPhase: 20,
    })
    const after = await pool.query(
      `select (select test_run from lo_work where id = $1) as run,
        (select count(*)::int from lo_lock_user where work_id = $1 and grant_type = 6 and status in (0, 1, 2)) as grants,
        (select count(*)::int from lo_timer where subject_id = $1 and kind = 'ticket.testOver') as timers`,
      [workId],
    )
    expect(after.rows[0]).toEqual({ run: null, grants: 0, timers: 0 })
  })

  it('G17 G18: refused while people are inside or their locks are on the box; nothing is lifted', async () => {
    const workId = await carryOut(plant, 'working')
    await plant.take('u8', tickets.personIn, { workId, personId: await plant.personId(workId, 'u6') })
    const answer = await plant.call('u5', execution.testBegin, plan(workId))
    expect(failing(answer)).toEqual(['G17', 'G18'])
    expect(await plant.state(workId)).toBe('20/20')
  })

  it('the permitter confirms what was asked, not something else, and a stranger nothing', async () => {
    const workId = await carryOut(plant, 'working')
    await locksOff(plant, workId)
    await plant.take('u5', execution.testBegin, plan(workId))
    const other = { ...plan(workId), minutes: 60 }
    expect((await plant.call('u4', execution.testBegin, other)).message).toContain('不一致')
    expect(await plant.call('u6', execution.testBegin, plan(workId))).toMatchObject({
      success: false,
      code: 4030,
    })
    const foreign = plant.as('u4', { tenantId: 7 })
    const answer = await foreign.post(execution.testBegin.path, { workId, clientOpId: newUlid() })
    expect(answer.message).toBe('未找到对应实体')
  })

  it('T37: a passive lock that was off for the test is seen shut anew before work goes on (G11)', async () => {
    const workId = await testing()
    const { pool } = plant.world.database
    await plant.take('u4', execution.testEnd, { workId, deEnergised: true })
    // The lock of the lifted point is one that tells nothing: photo and witness of the morning stand in its row.
    await pool.query(`update lo_work_point set claim_photo = 'morning.png', witness_id = 'u10', state = 7
      where work_id = '${workId}' and point_id = 'demo-pt1'`)
    await pool.query(`update lo_lock set lock_type_id = (select lock_type_id from lo_lock where id = 'demo-lk5'),
      lock_status = 1, state_trust = 3 where id = 'demo-lk1'`)
    const at = { workId, pointId: 'demo-pt1' }
    await plant.take('u9', tickets.pointOperate, { ...at, proof: { qr: 'PT1' } })
    await plant.take('u9', tickets.pointLock, { ...at, lockId: 'demo-lk1' })
    await plant.take('u9', tickets.pointTag, at)
    await plant.take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt1', '2', '0', 'V'))
    const refused = await plant.call('u9', execution.relocked, { workId })
    expect(failing(refused)).toContain('G11')
    expect(refused.message).toContain('LK1 未知')
  })

  it('T37: only the original holder puts the lock back', async () => {
    const workId = await testing()
    await plant.world.database.pool.query(
      `insert into lo_work_person (id, work_id, user_id, role_tag, state) values ('iso2', $1, 'u11', 'ISO', 1)`,
      [workId],
    )
    await plant.take('u4', execution.testEnd, { workId, deEnergised: true })
    const operate = { workId, pointId: 'demo-pt1', proof: { qr: 'PT1' } }
    const answer = await plant.call('u11', tickets.pointOperate, operate)
    expect(failing(answer)).toEqual(['T37'])
    expect(answer.message).toContain('郑隔')
    await relock(workId)
  })

  it('T37 G14 G15 G16: work goes on only with fresh gas, a guardian and no alarm, as at the start', async () => {
    const workId = await testing()
    plant.at('13:20')
    await plant.take('u4', execution.testEnd, { workId, deEnergised: true })
    plant.at('13:25')
    await relock(workId)
    plant.at('13:28')
    await plant.take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt1', '2', '0', 'V'))
    const { pool } = plant.world.database
    await pool.query(`
      update lo_work_type set gas_required = 1, gas_codes = 'O2';
      update lo_device set calib_valid_to = '2027-12-31' where kind = 'GAS';
      update lo_work_person set check_in_time = null where role_tag = 'GUARD';
      insert into lo_alarm (id, alarm_no, alarm_type, alarm_level, work_id, status, first_time, last_time)
        values ('a', 'AL-1', 'A03', 3, '${workId}', 0, now(), now())`)
    const refused = await plant.call('u10', execution.relocked, { workId })
    expect(failing(refused)).toEqual(['G14', 'G15', 'G16'])
    expect(await plant.state(workId)).toBe('20/23')
    await pool.query(`
      update lo_work_person set check_in_time = now() where role_tag = 'GUARD';
      update lo_alarm set status = 2 where id = 'a'`)
    const sample = { pointDesc: '泵坑', gasCode: 'O2', value: 20.9, unit: '%vol', deviceSn: 'GAS1' }
    await plant.take('u10', tickets.gasAdd, { workId, ...sample, sampleTime: '2026-12-01 13:27:00' })
    expect(await plant.take('u10', execution.relocked, { workId })).toMatchObject({
      transId: 'T37',
      execPhase: 20,
    })
  })

  it('T32: a stop inside 22 takes the power off; work resumes only after the set is locked and proven again', async () => {
    const workId = await testing()
    plant.at('13:10')
    await plant.take('u8', tickets.stop, { workId })
    expect([await plant.state(workId), await item(workId, 'demo-pt1')]).toEqual(['20/21', 7])
    expect(denied(await openLock(plant, 'u9', 'LK1', workId))).not.toEqual([])
    for (const code of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(code)
    expect(failing(await plant.call('u5', tickets.resume, { workId }))).toEqual(
      expect.arrayContaining(['G11', 'G12']),
    )
    await relock(workId)
    plant.at('13:12')
    await plant.take('u10', tickets.pointVerify, proofOf(workId, 'demo-pt1', '2', '0', 'V'))
    await closeCauses(plant, workId)
    await plant.take('u5', tickets.resume, { workId })
    expect(await plant.take('u4', tickets.resume, { workId })).toMatchObject({ transId: 'T33' })
  })

  it('T32: minutes that are over stop the test by themselves', async () => {
    const workId = await testing()
    plant.at('13:29')
    await runDueTimers(plant.world.ctx)
    expect(await plant.state(workId)).toBe('20/22')
    plant.at('13:30')
    await runDueTimers(plant.world.ctx)
    expect([await plant.state(workId), await item(workId, 'demo-pt1')]).toEqual(['20/21', 7])
    expect(denied(await openLock(plant, 'u9', 'LK1', workId))).not.toEqual([])
  })

  it('T25: a lock outside the lifted set that opens during the test stops it', async () => {
    const workId = await testing()
    await plant.locks.opens('LK2', 'FORCE')
    await expect.poll(() => plant.state(workId)).toBe('20/21')
    expect([await item(workId, 'demo-pt1'), await item(workId, 'demo-pt2')]).toEqual([7, 9])
  })

  it('T54: time up in 22 leads to the close-out with the power off, and the set is restored there', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('16:40')
    await locksOff(plant, workId)
    await plant.take('u5', execution.testBegin, { ...plan(workId), minutes: 15 })
    await plant.take('u4', execution.testBegin, { workId })
    // A reaction that still reads the ticket would have the look pass it by until the next one.
    await plant.world.settled()
    plant.at('17:00')
    await expireTickets(plant.world.ctx)
    expect([await plant.state(workId), await item(workId, 'demo-pt1')]).toEqual(['40/24', 7])
    await plant.take('u9', tickets.pointRestore, { workId, pointId: 'demo-pt4', notified: true })
    for (const [pointId, lock] of [
      ['demo-pt3', 'LK3'],
      ['demo-pt2', 'LK2'],
      ['demo-pt1', 'LK1'],
    ] as const) {
      await plant.locks.opens(lock)
      await plant.take('u9', tickets.pointRestore, { workId, pointId, notified: true })
      await plant.locks.closes(lock)
    }
    expect(await item(workId, 'demo-pt1')).toBe(8)
  })
})

describe('T38 partial release', () => {
  const release = (workId: string) => ({ workId, group: 2, notified: true })
  /** PT1 is a group of its own; without its source nothing flows through it, and without its rule it may close alone. */
  async function grouped(withoutSource: boolean, withRule = false): Promise<string> {
    const workId = await carryOut(plant, 'working')
    const { pool } = plant.world.database
    if (!withRule) await pool.query(`delete from lo_point_rule where point_id = 'demo-pt1' and kind = 'FP1'`)
    await pool.query(
      `update lo_work_point set release_group = 2 where work_id = $1 and point_id = 'demo-pt1'`,
      [workId],
    )
    if (withoutSource) await pool.query(`update lo_energy_edge set del_flag = 1 where point_id = 'demo-pt1'`)
    plant.at('13:00')
    await locksOff(plant, workId)
    return workId
  }

  it('gives the group back while the rest stays a cut, and work resumes without it', async () => {
    const workId = await grouped(true)
    expect(await plant.take('u5', execution.groupRelease, release(workId))).toMatchObject({ transId: 'ASK' })
    expect(await plant.take('u4', execution.groupRelease, { workId })).toMatchObject({
      transId: 'T38',
      execPhase: 20,
    })
    expect([await item(workId, 'demo-pt1'), await item(workId, 'demo-pt2')]).toEqual([8, 5])
    const { rows } = await plant.world.database.pool.query(
      `select (select count(*)::int from lo_point_hold where point_id = 'demo-pt1' and state in (1, 2)) as holds,
        (select state from lo_work_tag where work_id = $1 and point_id = 'demo-pt1') as tag, custody, holder_id, point_id
       from lo_lock where id = 'demo-lk1'`,
      [workId],
    )
    expect(rows[0]).toEqual({ holds: 0, tag: 3, custody: 1, holder_id: 'u9', point_id: null })
    const opened = await plant.call('u9', lockEndpoints.open, { lockId: 'demo-lk1', proof: { qr: 'LK1' } })
    expect(opened).toMatchObject({ result: { allow: true, leg: 'L6' } })
    await plant.take('u8', tickets.suspend, { workId, reason: '下雨' })
    for (const code of ['LK2', 'LK3']) await plant.locks.confirms(code)
    await closeCauses(plant, workId)
    expect(await plant.take('u5', tickets.resume, { workId })).toMatchObject({ transId: 'ASK' })
  })

  it('R08: refused while the group’s point may not go back to its normal position yet', async () => {
    const workId = await grouped(true, true)
    const refused = await plant.call('u5', execution.groupRelease, release(workId))
    expect(failing(refused)).toEqual(['R08'])
    expect(refused.message).toContain('合 Q1 前须打开进口阀 V-101')
    expect(await item(workId, 'demo-pt1')).toBe(5)
  })

  it('G17: where the policy asks no personal locks, a group is not given back over the heads of people inside', async () => {
    const workId = await grouped(true)
    await plant.world.database.pool.query(`update lo_work_type set personal_lock = 0`)
    const entering = { workId, personId: await plant.personId(workId, 'u6') }
    await plant.take('u8', tickets.personIn, entering)
    const refused = await plant.call('u5', execution.groupRelease, release(workId))
    expect(failing(refused)).toEqual(['G17'])
    expect(refused.message).toContain('孙作')
    await plant.take('u8', tickets.personOut, entering)
    await plant.take('u5', execution.groupRelease, release(workId))
    expect(await plant.take('u4', execution.groupRelease, { workId })).toMatchObject({ transId: 'T38' })
  })

  it.each([
    ['is lost', `update lo_lock set custody = 4 where id = 'demo-pl6'`],
    ['hangs on a drain', `update lo_point_hold set point_id = 'demo-pt4' where lock_id = 'demo-pl6'`],
  ])('G17: whoever is inside behind a personal lock that %s keeps the group', async (_, happens) => {
    const workId = await grouped(true)
    const { pool } = plant.world.database
    // He is inside behind a lock on every point that stays; the one on the group is off.
    for (const [lockId, pointId] of [
      ['own2', 'demo-pt2'],
      ['own1', 'demo-pt1'],
    ]) {
      await pool.query(
        `insert into lo_lock select (jsonb_populate_record(k, jsonb_build_object('id', $1::text, 'lock_code', $1::text,
          'device_sn', null, 'qr_code', null, 'passive_no', null, 'mac', null))).* from lo_lock k where id = 'demo-pl6'`,
        [lockId],
      )
      await plant.take('u6', tickets.personalLockOn, { workId, lockId: lockId ?? '', pointId })
    }
    await plant.take('u6', tickets.personalLockOn, { workId, lockId: 'demo-pl6', pointId: 'demo-pt3' })
    await plant.take('u8', tickets.personIn, { workId, personId: await plant.personId(workId, 'u6') })
    await pool.query(`update lo_point_hold set state = 0 where lock_id = 'own1'`)
    expect(await plant.take('u5', execution.groupRelease, release(workId))).toMatchObject({ transId: 'ASK' })
    await plant.world.database.pool.query(happens)
    const refused = await plant.call('u4', execution.groupRelease, { workId })
    expect(failing(refused)).toEqual(['G17'])
    expect(refused.message).toContain('孙作')
  })

  it('G05 G18 G24: refused where energy would flow, locks are on, or another ticket holds the point', async () => {
    const workId = await grouped(false)
    const flowing = await plant.call('u5', execution.groupRelease, release(workId))
    expect(failing(flowing)).toEqual(['G05'])
    expect(flowing.message).toContain('E-1')
    const { pool } = plant.world.database
    await pool.query(`update lo_energy_edge set del_flag = 1 where point_id = 'demo-pt1'`)
    await plant.take('u6', tickets.personalLockOn, { workId, lockId: 'demo-pl6', boxId: 'demo-lb1' })
    await pool.query(
      `insert into lo_point_hold (id, point_id, work_id, user_id, hold_type, state)
      select 'foreign', 'demo-pt1', id, 'u9', 1, 1 from lo_work where id <> $1 limit 1`,
      [workId],
    )
    const other = await plant.draft()
    await pool.query(
      `insert into lo_point_hold (id, point_id, work_id, user_id, hold_type, state)
      values ('foreign2', 'demo-pt1', $1, 'u9', 1, 1)`,
      [other],
    )
    expect(failing(await plant.call('u5', execution.groupRelease, release(workId)))).toEqual(['G18', 'G24'])
    expect(await plant.call('u9', execution.groupRelease, release(workId))).toMatchObject({
      success: false,
      code: 4030,
    })
    const foreign = plant.as('u5', { tenantId: 7 })
    const answer = await foreign.post(execution.groupRelease.path, {
      ...release(workId),
      clientOpId: newUlid(),
    })
    expect(answer.message).toBe('未找到对应实体')
  })
})
