import { workTicketEndpoints as tickets, type RuleResult } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { advanceBySystem } from './advance-ticket.ts'
import { expireTickets } from './expire-tickets.ts'
import { startTimers } from '@suoan/platform/timers'
import { carryOut, steps } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

describe('time runs out', () => {
  it('T17: a ticket still under review ends closed, its planned holds freed; a second sweep finds nothing', async () => {
    const id = await carryOut(plant, 'reviewed')
    plant.at('16:59')
    expect(await expireTickets(plant.world.ctx)).toBe(0)
    plant.at('17:00')
    expect(await expireTickets(plant.world.ctx)).toBe(1)
    expect(await expireTickets(plant.world.ctx)).toBe(0)
    const { ticket } = await plant.detail(id)
    expect(ticket).toMatchObject({ workStatus: 40, execPhase: 30, closeFlag: 1, closeResult: '3' })
    expect((await plant.examine(id)).success).toBe(false)
  })

  it('T17: more tickets than a look takes that cannot be expired keep none of the others', async () => {
    const id = await carryOut(plant, 'reviewed')
    const query = (text: string) => plant.world.database.pool.query(text)
    await query(`insert into lo_work select (jsonb_populate_record(w, jsonb_build_object('id', 'bad' || n, 'workNo', null,
        'work_no', 'BAD-' || n, 'work_name', '坏票', 'plan_end', w.plan_end + interval '1 minute'))).*
      from lo_work w cross join generate_series(1, 200) n where w.id = '${id}'`)
    await query(
      `create function spoil() returns trigger language plpgsql as $$ begin raise exception 'spoilt'; end $$`,
    )
    await query(`create trigger spoil before update on lo_work for each row when (old.work_name = '坏票')
      execute function spoil()`)
    plant.at('17:05')
    expect(await expireTickets(plant.world.ctx)).toBe(1)
    expect(await plant.state(id)).toBe('40/30')
  })

  it('T17 T45: locked points keep the ticket open in 40/24 until everything is restored and three people close it', async () => {
    const id = await carryOut(plant, 'locked')
    plant.at('17:01')
    expect(await expireTickets(plant.world.ctx)).toBe(1)
    expect(await plant.state(id)).toBe('40/24')
    plant.at('17:10')
    const restore = { workId: id, pointId: 'demo-pt4' }
    const untold = await plant.call('u9', tickets.pointRestore, restore)
    expect(untold).toMatchObject({ success: false, code: 4223 })
    await plant.take('u9', tickets.pointRestore, { ...restore, notified: true })
    for (const [pointId, lock] of [
      ['demo-pt3', 'LK3'],
      ['demo-pt2', 'LK2'],
      ['demo-pt1', 'LK1'],
    ] as const) {
      await plant.locks.opens(lock)
      await plant.take('u9', tickets.pointRestore, { workId: id, pointId, notified: true })
      await plant.locks.closes(lock)
    }
    const close = {
      workId: id,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await plant.photo('u5'),
    }
    expect(await plant.call('u5', tickets.closeExpired, { workId: id })).toMatchObject({ code: 4222 })
    await plant.take('u5', tickets.closeExpired, close)
    await plant.take('u3', tickets.accept, { workId: id })
    expect(await plant.take('u4', tickets.closeExpired, { workId: id })).toMatchObject({ transId: 'T45' })
  })

  it('T40 T41 T45: at work the ticket is held in 40/25, then released and closed out', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('17:00')
    expect(await expireTickets(plant.world.ctx)).toBe(1)
    expect(await plant.state(id)).toBe('40/25')
    const entering = { workId: id, personId: await plant.personId(id, 'u6') }
    expect(await plant.call('u8', tickets.personIn, entering)).toMatchObject({ success: false, code: 4201 })
    plant.at('17:05')
    const begin = {
      workId: id,
      siteChecks: { people: true, tools: true, guards: true },
      photo: await plant.photo('u5'),
      notified: true,
    }
    await plant.take('u5', tickets.releaseBegin, begin)
    expect(await plant.state(id)).toBe('40/24')
    await steps.restored(plant, id)
    plant.at('17:20')
    await plant.take('u5', tickets.closeExpired, { workId: id })
    await plant.take('u3', tickets.accept, { workId: id })
    expect(await plant.take('u4', tickets.closeExpired, { workId: id })).toMatchObject({
      transId: 'T45',
      workStatus: 40,
      execPhase: 30,
    })
    expect((await plant.detail(id)).ticket).toMatchObject({ closeFlag: 1, closeResult: '4' })
  })

  it('T28 T31 T33 T38: after the end no call opens anything, before any sweep has looked; leaving and stopping are taken', async () => {
    const id = await carryOut(plant, 'working')
    const own = { workId: id, personId: await plant.personId(id, 'u6') }
    await plant.take('u8', tickets.personIn, own)
    const other = { workId: id, personId: await plant.personId(id, 'u7') }
    plant.at('17:00')
    const entering = await plant.call('u8', tickets.personIn, other)
    expect(entering).toMatchObject({ success: false, code: 4201 })
    expect(entering.message).toContain('已过期')
    // The call itself has met the expired ticket: its notices and its alarm are out.
    expect(await plant.state(id)).toBe('40/25')
    expect(
      (await plant.world.database.pool.query(`select alarm_type from lo_alarm where work_id = $1`, [id]))
        .rows,
    ).toContainEqual({ alarm_type: 'A18' })
    expect(await expireTickets(plant.world.ctx)).toBe(0)
    await plant.take('u6', tickets.suspend, { workId: id, reason: '到时间了' })
    await plant.take('u8', tickets.personOut, own)
    expect((await plant.detail(id)).ticket).toMatchObject({ onSiteCount: 0 })
  })

  it('T26: whoever is inside after the end hangs his lock all the same', async () => {
    const id = await carryOut(plant, 'working')
    const personId = await plant.personId(id, 'u7')
    const lock = { workId: id, lockId: 'demo-pl7', boxId: 'demo-lb1' }
    await plant.take('u5', tickets.personIn, { workId: id, personId })
    await plant.take('u5', tickets.personOut, { workId: id, personId })
    await plant.call('u7', tickets.personalLockOff, lock)
    plant.at('17:01')
    await expireTickets(plant.world.ctx)
    expect(await plant.state(id)).toBe('40/25')
    expect(await plant.call('u7', tickets.personalLockOn, lock)).toMatchObject({ success: true })
  })

  it('T26: a personal lock hangs where energy is held back, not on a drain', async () => {
    const id = await carryOut(plant, 'verified')
    const on = (place: object) =>
      plant.call('u6', tickets.personalLockOn, { workId: id, lockId: 'demo-pl6', ...place })
    expect((await on({ pointId: 'demo-pt4' })).message).toContain('泄放点')
    expect(await on({ boxId: 'demo-lb1' })).toMatchObject({ success: true })
  })

  it('G13: a lock on one of several isolating points protects nobody; on each of them, or on the box, it does', async () => {
    const id = await carryOut(plant, 'verified')
    const on = (lockId: string, place: object) =>
      plant.call('u6', tickets.personalLockOn, { workId: id, lockId, ...place })
    const g13 = async () =>
      (await plant.call('u5', tickets.start, { workId: id })).result as { rules: RuleResult[] }
    const gap = async () => (await g13()).rules.find((rule) => rule.id === 'G13')?.text ?? ''
    const me = async () => (await plant.detail(id)).people.find((person) => person.userId === 'u6')
    await plant.world.database.pool.query(
      `update lo_work_person set brief_time = '2026-12-01 08:50+08', brief_sign_id = 'signed' where work_id = $1`,
      [id],
    )
    plant.at('09:00')
    expect(await gap()).toContain('孙作 未上个人锁')
    expect(await on('demo-pl6', { pointId: 'demo-pt1' })).toMatchObject({ success: true })
    expect(await gap()).toContain('孙作 个人锁未挂全，隔离点 V-101、V-103')
    expect(await me()).toMatchObject({ hasLockOn: true, isLockedOn: false })
    await plant.world.database.pool.query(
      `insert into lo_lock select (jsonb_populate_record(k, jsonb_build_object('id', 'own2', 'lock_code', 'PL6-2', 'qr_code', null, 'passive_no', null, 'device_sn', null, 'mac', null))).*
        from lo_lock k where id = 'demo-pl6'`,
    )
    expect(await on('own2', { boxId: 'demo-lb1' })).toMatchObject({ success: true })
    expect(await gap()).not.toContain('孙作')
    expect(await me()).toMatchObject({ isLockedOn: true })
  })

  it('T33 G10: work that was stopped is not resumed after the end, before any sweep has looked', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('16:50')
    await plant.take('u6', tickets.suspend, { workId: id, reason: '下雨' })
    plant.at('17:00')
    expect(await plant.call('u5', tickets.resume, { workId: id })).toMatchObject({ success: false })
    expect(await plant.state(id)).toBe('40/25')
  })

  it('T40: a ticket expires with the next look for timers, each second, and not with a sweep each minute', async () => {
    const id = await carryOut(plant, 'working')
    plant.at('16:59')
    const stop = await startTimers(plant.world.ctx)
    try {
      plant.at('17:00')
      await expect.poll(() => plant.state(id), { timeout: 20_000, interval: 50 }).toBe('40/25')
    } finally {
      await stop()
    }
  })

  it('T28: somebody reported inside who is not on the ticket stops the work and is not counted', async () => {
    const id = await carryOut(plant, 'working')
    await advanceBySystem(plant.world.ctx, 0, id, { type: 'presenceReported', userId: 'u13' })
    expect((await plant.detail(id)).ticket).toMatchObject({ workStatus: 20, execPhase: 21, onSiteCount: 0 })
  })

  it('T54: a release under way goes on as 40/24', async () => {
    const id = await carryOut(plant, 'releasing')
    plant.at('17:00')
    expect(await expireTickets(plant.world.ctx)).toBe(1)
    expect(await plant.state(id)).toBe('40/24')
  })
})

describe('T52 T53 isolation given up before the start', () => {
  it('returns to 4/0 by itself once every point is restored, and may be isolated again', async () => {
    const id = await carryOut(plant, 'ready')
    const cancel = { workId: id, notified: true }
    expect(await plant.call('u9', tickets.isolateCancel, cancel)).toMatchObject({ code: 4030 })
    expect(await plant.take('u4', tickets.isolateCancel, cancel)).toMatchObject({ transId: 'T52' })
    expect(await plant.state(id)).toBe('4/24')
    // The server dies after the commit of each step; what it left is done when it is back.
    await plant.world.withoutReactions(() => steps.restored(plant, id))
    await expect.poll(() => plant.state(id)).toBe('4/0')
    await steps.isolating(plant, id)
    await steps.locked(plant, id)
    expect(await plant.state(id)).toBe('4/11')
  })
})
