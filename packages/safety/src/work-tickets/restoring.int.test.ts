import { workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expireTickets } from './expire-tickets.ts'
import { carryOut } from './testing/carry-out.ts'
import type { TicketWorld } from './testing/ticket-world.ts'
import { denied, failing } from './testing/failing-rules.ts'
import { createOpeningWorld, locksOff, openLock } from './testing/opening-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createOpeningWorld(['u4', 'u5', 'u9'])
})
afterEach(() => plant[Symbol.asyncDispose]())

const restore = (workId: string, pointId: string) =>
  plant.call('u9', tickets.pointRestore, { workId, pointId, notified: true })

describe('G24 a point that another ticket has put in its safe position without a hold', () => {
  it('a drain, and a point it is about to lock, stay as they are for it; the answer says so', async () => {
    const workId = await carryOut(plant, 'releasing')
    const other = await plant.draft()
    const { pool } = plant.world.database
    await pool.query(`update lo_work set work_status = 4, exec_phase = 10 where id = $1`, [other])
    await pool.query(
      `update lo_work_point set state = case point_id when 'demo-pt4' then 5 when 'demo-pt3' then 1 else 0 end where work_id = $1`,
      [other],
    )
    const stateOf = async (pointId: string) =>
      (await pool.query('select curr_state from lo_point where id = $1', [pointId])).rows[0].curr_state
    const before = { drain: await stateOf('demo-pt4'), valve: await stateOf('demo-pt3') }
    plant.at('15:10')
    await locksOff(plant, workId)
    const drain = await restore(workId, 'demo-pt4')
    expect(drain.success).toBe(true)
    expect(JSON.stringify(drain)).toContain('仍被 1 张工作票占用，保持隔离状态，不要操作')
    const valve = await restore(workId, 'demo-pt3')
    expect(valve.success).toBe(true)
    expect(JSON.stringify(valve)).toContain('不要操作')
    expect({ drain: await stateOf('demo-pt4'), valve: await stateOf('demo-pt3') }).toEqual(before)
    // The lock that held the point is not told to open: it goes back to the hands that placed it.
    expect((await pool.query(`select custody from lo_lock where id = 'demo-lk3'`)).rows[0].custody).not.toBe(
      0,
    )
  })
})

describe('G26 sessions of locks that were returned', () => {
  it('a lock that went back to the store and is opened for something else does not keep the ticket from ending', async () => {
    const workId = await carryOut(plant, 'restored')
    plant.at('15:15')
    await plant.locks.opens('LK1')
    plant.at('15:20')
    await plant.take('u5', tickets.finish, { workId })
    await plant.take('u3', tickets.accept, { workId })
    expect(await plant.take('u4', tickets.finish, { workId })).toMatchObject({ transId: 'T44' })
  })

  it('a lock opened for this ticket and reported back open keeps it from ending until it is shut', async () => {
    const workId = await carryOut(plant, 'releasing')
    plant.at('15:10')
    await locksOff(plant, workId)
    await plant.take('u9', tickets.pointRestore, { workId, pointId: 'demo-pt4' })
    for (const [pointId, lock] of [
      ['demo-pt3', 'LK3'],
      ['demo-pt2', 'LK2'],
      ['demo-pt1', 'LK1'],
    ] as const) {
      await plant.locks.opens(lock)
      await plant.take('u9', tickets.pointRestore, { workId, pointId })
      if (lock !== 'LK1') await plant.locks.closes(lock)
    }
    plant.at('15:20')
    const refused = await plant.call('u5', tickets.finish, { workId })
    expect(failing(refused)).toEqual(['G26'])
    expect(refused.message).toContain('LK1')
    await plant.locks.closes('LK1')
    await plant.take('u5', tickets.finish, { workId })
  })
})

describe('T43 with another ticket on the point (G24)', () => {
  /** Another ticket works behind PT3 with a lock of its own, LK5. */
  async function shared(): Promise<string> {
    const workId = await carryOut(plant, 'releasing')
    await plant.world.database.pool.query(`
      insert into lo_work select (jsonb_populate_record(w, jsonb_build_object('id', 'other', 'work_no', 'OTHER-1',
          'exec_phase', 20, 'chain_head', null))).*
        from lo_work w where id = '${workId}';
      insert into lo_point_hold (id, point_id, work_id, user_id, lock_id, hold_type, state)
        values ('oh', 'demo-pt3', 'other', 'u9', 'demo-lk5', 1, 1);
      update lo_lock set lock_status = 1, state_trust = 1 where id = 'demo-lk5'`)
    plant.at('15:10')
    await locksOff(plant, workId)
    expect(await restore(workId, 'demo-pt4')).toMatchObject({ success: true })
    return workId
  }

  it('T43 L6: our hold passes, our lock comes off by the hands that placed it, and the ticket comes to its end', async () => {
    const workId = await shared()
    const early = await openLock(plant, 'u9', 'LK3', workId)
    expect(denied(early)).toEqual(['R09'])
    expect(early.result.rules.find(({ id }) => id === 'R09')?.hint).toContain('登记恢复该隔离点')

    expect(await restore(workId, 'demo-pt3')).toMatchObject({ success: true })
    expect((await openLock(plant, 'u5', 'LK3', workId)).success).toBe(false)
    expect(await openLock(plant, 'u9', 'LK3', workId)).toMatchObject({ result: { leg: 'L6', allow: true } })
    await plant.locks.opens('LK3')
    await plant.locks.closes('LK3')
    const { rows } = await plant.world.database.pool.query(`
      select (select curr_state from lo_point where id = 'demo-pt3') as point,
        (select count(*)::int from lo_point_hold where point_id = 'demo-pt3' and state = 1) as holds,
        (select count(*)::int from lo_alarm where alarm_type = 'A01') as alarms,
        (select exec_phase from lo_work where id = 'other') as other`)
    expect(rows[0]).toEqual({ point: 3, holds: 1, alarms: 0, other: 20 })

    for (const [pointId, lock] of [
      ['demo-pt2', 'LK2'],
      ['demo-pt1', 'LK1'],
    ] as const) {
      expect(await openLock(plant, 'u9', lock, workId)).toMatchObject({ result: { leg: 'L4', allow: true } })
      await plant.locks.opens(lock)
      expect(await restore(workId, pointId)).toMatchObject({ success: true })
      await plant.locks.closes(lock)
    }
    plant.at('15:20')
    await plant.take('u5', tickets.finish, { workId })
    await plant.take('u3', tickets.accept, { workId })
    expect(await plant.take('u4', tickets.finish, { workId })).toMatchObject({ transId: 'T44' })
  })

  it('T43: our lock stays while the other ticket’s lock reports itself open, and goes once that is shut', async () => {
    const workId = await shared()
    const { pool } = plant.world.database
    await pool.query(`update lo_lock set lock_status = 2 where id = 'demo-lk5'`)
    const refused = await restore(workId, 'demo-pt3')
    expect(failing(refused)).toEqual(['T43'])
    expect(refused.message).toContain('OTHER-1 的锁具 LK5')
    await pool.query(`update lo_lock set lock_status = 1 where id = 'demo-lk5'`)
    expect(await restore(workId, 'demo-pt3')).toMatchObject({ success: true })
  })
})

describe('the order of restoring', () => {
  it('T43 R08: no point and no lock before the drain of its line is shut', async () => {
    const workId = await carryOut(plant, 'releasing')
    plant.at('15:10')
    await locksOff(plant, workId)
    const refused = await restore(workId, 'demo-pt3')
    expect(failing(refused)).toEqual(['T43'])
    expect(refused.message).toContain('须先恢复 V-105')
    expect(denied(await openLock(plant, 'u9', 'LK3', workId))).toEqual(['R08'])
    expect(await restore(workId, 'demo-pt4')).toMatchObject({ success: true })
    expect(await openLock(plant, 'u9', 'LK3', workId)).toMatchObject({ result: { leg: 'L4', allow: true } })
    await plant.locks.opens('LK3')
    expect(await restore(workId, 'demo-pt3')).toMatchObject({ success: true })
  })
})

describe('T43 a lock that reports itself shut', () => {
  const alarms = async () =>
    (await plant.world.database.pool.query('select alarm_type from lo_alarm order by id')).rows.map(
      ({ alarm_type: type }) => type,
    )
  const pointOf = async (pointId: string) =>
    (
      await plant.world.database.pool.query('select curr_state, hold_count from lo_point where id = $1', [
        pointId,
      ])
    ).rows[0]

  it('holds its point: the call is refused and says which lock to open; opened first, it is taken, and raises no alarm', async () => {
    const workId = await carryOut(plant, 'releasing')
    plant.at('15:10')
    await locksOff(plant, workId)
    expect(await restore(workId, 'demo-pt4')).toMatchObject({ success: true })
    const before = await pointOf('demo-pt3')
    const refused = await restore(workId, 'demo-pt3')
    expect(failing(refused)).toEqual(['T43'])
    expect(refused.message).toContain('锁具 LK3 报告仍锁闭')
    expect(await pointOf('demo-pt3')).toEqual(before)

    expect(await openLock(plant, 'u9', 'LK3', workId)).toMatchObject({ result: { leg: 'L4', allow: true } })
    await plant.locks.opens('LK3')
    expect(await restore(workId, 'demo-pt3')).toMatchObject({ success: true })
    await plant.locks.closes('LK3')
    // Opened with no word sent to it before, by the right of his ticket alone.
    await plant.locks.opens('LK2')
    expect(await restore(workId, 'demo-pt2')).toMatchObject({ success: true })
    expect(await alarms()).toEqual([])
    expect(await plant.state(workId)).toBe('20/24')
  })

  it.each([
    ['has not been heard for long', 'update lo_lock set state_trust = 2'],
    ['is passive and was last touched by a key while it was shut', `update lo_lock_type set power_type = 2`],
  ])('does not hold it where it %s: the isolator stands in front of it', async (_, change) => {
    const workId = await carryOut(plant, 'releasing')
    plant.at('15:10')
    await locksOff(plant, workId)
    await plant.world.database.pool.query(change)
    expect(await restore(workId, 'demo-pt4')).toMatchObject({ success: true })
    expect(await restore(workId, 'demo-pt3')).toMatchObject({ success: true })
  })
})

describe('T17 the window ends while points are being isolated', () => {
  it('T17 T43 T45: a point that was operated and not locked is restored before the ticket closes', async () => {
    const workId = await carryOut(plant, 'isolating')
    const operate = { workId, pointId: 'demo-pt1', proof: { qr: 'PT1' } }
    await plant.take('u9', tickets.pointOperate, operate)
    plant.at('17:00')
    await expireTickets(plant.world.ctx)
    expect(await plant.state(workId)).toBe('40/24')
    const close = {
      workId,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await plant.photo('u5'),
      notified: true,
    }
    const early = await plant.call('u5', tickets.closeExpired, close)
    expect(failing(early)).toContain('T44')
    expect(await restore(workId, 'demo-pt1')).toMatchObject({ success: true })
    for (const code of ['LK1', 'LK2', 'LK3', 'LK4', 'LB1']) await plant.locks.confirms(code)
    await plant.take('u5', tickets.closeExpired, close)
    await plant.take('u3', tickets.accept, { workId })
    expect(await plant.take('u4', tickets.closeExpired, { workId })).toMatchObject({ transId: 'T45' })
  })

  it('T17 L4: whoever placed the locks may still open them to restore', async () => {
    const workId = await carryOut(plant, 'locked')
    plant.at('17:00')
    await expireTickets(plant.world.ctx)
    expect(await plant.state(workId)).toBe('40/24')
    expect(await restore(workId, 'demo-pt4')).toMatchObject({ success: true })
    expect(await openLock(plant, 'u9', 'LK3', workId)).toMatchObject({ result: { leg: 'L4', allow: true } })
  })
})
