import { workTicketEndpoints as tickets, type RuleResult } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, proofOf, steps } from './testing/carry-out.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { endsWell } from './testing/ends-well.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

const rulesOf = (answer: { result: unknown }) => (answer.result as { rules: RuleResult[] }).rules
const failing = (answer: { result: unknown }) =>
  rulesOf(answer)
    .filter((rule) => !rule.pass)
    .map((rule) => rule.id)

describe('SC02', () => {
  it('T27 is refused until G12 and G11 hold, with every gap named; READSTATE and the missing proof make it start', async () => {
    const id = await carryOut(plant, 'isolating')
    plant.at('08:35')
    await lockPoint(id, 'demo-pt1', 'PT1', 'LK1', 'demo-lk1')
    await lockPoint(id, 'demo-pt2', 'PT2', 'LK2', 'demo-lk2')
    plant.at('08:50')
    await lockPoint(id, 'demo-pt3', 'PT3', 'LK3', 'demo-lk3')
    await plant.locks.confirms('LK1')
    await plant.locks.confirms('LK2')
    const drain = { workId: id, pointId: 'demo-pt4', proof: { qr: 'PT4' }, residualDone: 1 }
    await plant.take('u9', tickets.pointOperate, drain)
    expect(await plant.state(id)).toBe('4/11')
    // The gateway repeats what it knew from 08:35: PT2's closure is 25 minutes old at the start.
    await plant.world.database.pool.query(
      `update lo_lock set state_time = '2026-12-01 08:35:00+08' where id = 'demo-lk2'`,
    )
    plant.at('08:54')
    await plant.take('u10', tickets.pointVerify, proofOf(id, 'demo-pt1', '2', '0', 'V'))
    await plant.take('u10', tickets.pointVerify, proofOf(id, 'demo-pt2', '3', '0', 'MPa'))
    await plant.take('u10', tickets.pointVerify, proofOf(id, 'demo-pt4', '4', '全开', ''))
    await steps.ready(plant, id)

    plant.at('09:00')
    const refused = await plant.call('u5', tickets.start, { workId: id })
    expect(refused).toMatchObject({ success: false, code: 4203 })
    expect(refused.message).toContain('V-103 未验证')
    expect(refused.message).toContain('V-101 关锁确认超时（25>10 分钟）')
    expect(failing(refused)).toEqual(['G11', 'G12'])
    expect(await plant.state(id)).toBe('4/11')

    await plant.locks.confirms('LK2')
    await plant.take('u10', tickets.pointVerify, proofOf(id, 'demo-pt3', '3', '0', 'MPa'))
    expect(await plant.state(id)).toBe('4/12')
    await steps.working(plant, id)
    expect(await plant.state(id)).toBe('20/20')
    await endsWell(plant, id)
  })

  it('T23 the last closure that comes after the last tag completes phase 11 by itself', async () => {
    const id = await carryOut(plant, 'isolating')
    plant.at('08:40')
    await lockPoint(id, 'demo-pt1', 'PT1', 'LK1', 'demo-lk1')
    await plant.locks.closes('LK2')
    await plant.take('u9', tickets.pointOperate, { workId: id, pointId: 'demo-pt2', proof: { qr: 'PT2' } })
    // Its report is too old by the time the last tag hangs: nobody believes it any more (G11).
    plant.at('08:55')
    for (const lock of ['LK1', 'LK3']) await plant.locks.confirms(lock)
    await plant.take('u9', tickets.pointLock, { workId: id, pointId: 'demo-pt2', lockId: 'demo-lk2' })
    await plant.take('u9', tickets.pointTag, { workId: id, pointId: 'demo-pt2' })
    await lockPoint(id, 'demo-pt3', 'PT3', 'LK3', 'demo-lk3')
    const drain = { workId: id, pointId: 'demo-pt4', proof: { qr: 'PT4' }, residualDone: 1 }
    await plant.take('u9', tickets.pointOperate, drain)
    expect(await plant.state(id)).toBe('4/10')
    // The server dies between the commit and its reaction.
    await plant.world.withoutReactions(() => plant.locks.confirms('LK2'))
    await expect.poll(() => plant.state(id)).toBe('4/11')
    const { revision } = (await plant.detail(id)).ticket
    await plant.locks.confirms('LK2')
    // A report that changes nothing leaves the revision people work with.
    expect((await plant.detail(id)).ticket.revision).toBe(revision)
  })
})

describe('T27 keys', () => {
  it('are of different people, in order, and lapse after an hour', async () => {
    const id = await carryOut(plant, 'ready')
    plant.at('09:00')
    const early = await plant.call('u4', tickets.start, { workId: id })
    expect(early).toMatchObject({ success: false, code: 4030 })
    expect(await plant.take('u5', tickets.start, { workId: id })).toMatchObject({ transId: 'ASK' })
    const stranger = await plant.call('u9', tickets.start, { workId: id })
    expect(stranger).toMatchObject({ success: false, code: 4030 })
    plant.at('10:01')
    for (const lock of ['LK1', 'LK2', 'LK3']) await plant.locks.confirms(lock)
    const lapsed = await plant.call('u4', tickets.start, { workId: id })
    expect(lapsed).toMatchObject({ success: false, code: 4030 })
    await plant.take('u5', tickets.start, { workId: id })
    expect(await plant.take('u4', tickets.start, { workId: id })).toMatchObject({ transId: 'T27' })
  })

  it('the same person never gives two of them', async () => {
    const id = await carryOut(plant, 'ready')
    plant.at('09:00')
    await plant.take('u5', tickets.start, { workId: id })
    const both = plant.as('u5', { roleCodes: ['LEAD', 'PERMIT'] })
    const answer = await both.post(tickets.start.path, {
      workId: id,
      clientOpId: '01JAAAAAAAAAAAAAAAAAAAAAAA',
    })
    expect(answer).toMatchObject({ success: false, code: 4207 })
  })
})

describe('people before the start', () => {
  it('G13 G15: who is not briefed or has no own lock on, and a guardian away, are named', async () => {
    const id = await carryOut(plant, 'verified')
    plant.at('09:00')
    const answer = await plant.call('u5', tickets.start, { workId: id })
    expect(failing(answer)).toEqual(['G13', 'G15', 'G28'])
    expect(answer.message).toContain('孙作 未交底')
  })

  it('G16: an alarm of the area above stops the start like one of the place itself', async () => {
    const id = await carryOut(plant, 'ready')
    plant.at('09:00')
    await plant.world.database.pool.query(`
      insert into lo_alarm (id, alarm_no, alarm_type, alarm_level, area_code, status, first_time, last_time)
      values ('above', 'A-1', 'A14', 3, 'A01', 1, now(), now())`)
    expect(failing(await plant.call('u5', tickets.start, { workId: id }))).toEqual(['G16'])
  })

  it('T28: whoever is inside on an expired ticket takes room too, also in a place within the area', async () => {
    const id = await carryOut(plant, 'working')
    const { pool } = plant.world.database
    await pool.query(`
      update lo_work_person set on_state = 0 where work_id = '${id}';
      update lo_work set on_site_count = 0 where id = '${id}';
      update lo_area set capacity = 1 where id = (select area_id from lo_work where id = '${id}');
      insert into lo_work select (jsonb_populate_record(w, jsonb_build_object('id', 'other', 'work_no', 'OTHER-1',
        'area_code', w.area_code || 'A99', 'area_id', 'within', 'chain_head', null, 'work_status', 40, 'exec_phase', 25,
        'close_flag', 0, 'on_site_count', 1))).* from lo_work w where w.id = '${id}'`)
    const { rows } = await pool.query<{ id: string }>(
      `select id from lo_work_person where work_id = $1 and user_id = 'u6' and role_tag = 'WORK'`,
      [id],
    )
    const refused = await plant.call('u6', tickets.personIn, { workId: id, personId: rows[0]?.id ?? '' })
    expect(refused.message).toContain('区域最多容纳 1 人，现有 1 人')
  })

  it('T26 a person hangs only his own lock, on one ticket at a time, once', async () => {
    const id = await carryOut(plant, 'verified')
    const on = (who: string, lockId: string, boxId: string | null = 'demo-lb1') =>
      plant.call(who, tickets.personalLockOn, { workId: id, lockId, boxId })
    expect(await on('u6', 'demo-pl7')).toMatchObject({ success: false, code: 4030 })
    expect((await on('u6', 'demo-lk1')).message).toContain('不是个人锁')
    expect((await on('u6', 'demo-pl6', 'demo-lk4')).message).toContain('锁箱不在本票')
    expect(await on('u6', 'demo-pl6')).toMatchObject({ success: true })
    expect((await on('u6', 'demo-pl6')).message).toContain('已挂在本票上')
    expect(await on('u11', 'demo-pl6')).toMatchObject({ success: false })
    const off = await plant.call('u7', tickets.personalLockOff, { workId: id, lockId: 'demo-pl6' })
    expect(off).toMatchObject({ success: false, code: 4030 })
    expect(await plant.take('u6', tickets.personalLockOff, { workId: id, lockId: 'demo-pl6' })).toMatchObject(
      { transId: 'T42' },
    )
    expect(await on('u6', 'demo-pl6')).toMatchObject({ success: true })
  })

  it('T28 G13: an own lock with a device that has never told its state protects nobody', async () => {
    const id = await carryOut(plant, 'working')
    const enter = { workId: id, personId: await plant.personId(id, 'u6') }
    const hears = (status: number) =>
      plant.world.database.pool.query(`update lo_lock set lock_status = $1 where id = 'demo-pl6'`, [status])
    await hears(0)
    const refused = await plant.call('u8', tickets.personIn, enter)
    expect(refused).toMatchObject({ success: false, code: 4219 })
    expect(refused.message).toContain('个人锁')
    await hears(1)
    expect(await plant.call('u8', tickets.personIn, enter)).toMatchObject({ success: true })
  })

  it('T31 T28 G13: a newcomer is listed by the leader, certified, briefed and locked on before he enters', async () => {
    const id = await carryOut(plant, 'working')
    const add = (who: string, userId: string, roleTag = 'WORK') =>
      plant.call(who, tickets.crewAdd, { workId: id, userId, roleTag })
    expect(await add('u6', 'u11')).toMatchObject({ success: false, code: 4030 })
    expect(await add('u5', 'u10')).toMatchObject({ success: false, code: 4207 })
    expect((await add('u5', 'nobody')).message).toContain('不存在或已删除')
    expect(await add('u5', 'u12', 'GUARD')).toMatchObject({ success: false, code: 4206 })
    expect(await add('u5', 'u11')).toMatchObject({ success: true, result: { transId: 'T31' } })
    expect((await add('u5', 'u11')).message).toContain('已以该角色在本票名单中')
    const personId = await plant.personId(id, 'u11')
    const enter = await plant.call('u8', tickets.personIn, { workId: id, personId })
    expect(enter).toMatchObject({ success: false, code: 4219 })
    expect(enter.message).toContain('陈管 未交底')
    const inside = { workId: id, personId: await plant.personId(id, 'u6') }
    await plant.take('u8', tickets.personIn, inside)
    expect((await plant.call('u8', tickets.personIn, inside)).message).toContain('已在现场')
    // Somebody who only sees the ticket cannot have him counted out.
    expect(await plant.call('u11', tickets.personOut, inside)).toMatchObject({
      success: false,
      message: expect.stringContaining('须由本人、监护人'),
    })
    await plant.take('u8', tickets.personOut, inside)
    await plant.take('u8', tickets.personOut, inside)
    expect((await plant.detail(id)).ticket['onSiteCount']).toBe(0)
  })

  it('T21 T22 T24: presence, order and proof are asked at each point', async () => {
    const id = await carryOut(plant, 'isolating')
    const operate = (pointId: string, proof?: object) =>
      plant.call('u9', tickets.pointOperate, { workId: id, pointId, ...(proof ? { proof } : {}) })
    expect((await operate('demo-pt2', { qr: 'PT2' })).message).toContain('须在 Q1 之后操作')
    expect((await operate('demo-pt1')).message).toContain('现场扫码')
    expect((await operate('demo-pt1', { qr: 'PT2' })).message).toContain('现场扫码')
    expect((await operate('demo-pt1', { nfcUid: 'NFC-PT1' })).success).toBe(true)
    expect((await operate('nowhere', { qr: 'PT1' })).code).toBe(4040)
    const wrongLock = { workId: id, pointId: 'demo-pt1', lockId: 'demo-lk5' }
    expect((await plant.call('u9', tickets.pointLock, wrongLock)).message).toContain('不在本票锁具中')
    const notYet = await plant.call('u10', tickets.pointVerify, proofOf(id, 'demo-pt1', '2', '0', 'V'))
    expect(notYet).toMatchObject({ success: false, code: 4201 })
    const byWorker = await plant.call('u6', tickets.pointOperate, { workId: id, pointId: 'demo-pt2' })
    expect(byWorker).toMatchObject({ success: false, code: 4030 })
  })

  it.each([
    ['49', 'kV', '超出判据 ≤50 V'],
    ['-10000', 'V', '超出判据 ≤50 V'],
    ['0.4', 'kV', '超出判据 ≤50 V'],
    ['0', 'MPa', '单位与判据 ≤50 V 不符'],
    ['0', '', '没有单位，判据为 ≤50 V'],
  ])(
    'G12: %s %s is no zero energy where the limit is 50 V; 49 V held the other way round is',
    async (value, unit, why) => {
      const id = await carryOut(plant, 'locked')
      plant.at('08:54')
      const { pool } = plant.world.database
      await pool.query(`update lo_point set verify_limit = '≤50 V' where id = 'demo-pt1'`)
      const verify = (reading: string, readIn: string) =>
        plant.call('u10', tickets.pointVerify, proofOf(id, 'demo-pt1', '2', reading, readIn))
      expect((await verify(value, unit)).message).toContain(why)
      expect(await verify('-49', 'V')).toMatchObject({ success: true })
      // A limit nobody can read proves nothing, also one that stood there before.
      await pool.query(`update lo_point set verify_limit = '约 50 V' where id = 'demo-pt1'`)
      expect((await verify('0', 'V')).message).toContain('无法识别')
    },
  )

  it('G12: a value over the limit, words for a figure, another method and a worker as verifier prove nothing', async () => {
    const id = await carryOut(plant, 'locked')
    plant.at('08:54')
    const verify = (value: string, method = '3') =>
      plant.call('u10', tickets.pointVerify, proofOf(id, 'demo-pt2', method, value, 'MPa'))
    expect((await verify('0.2')).message).toContain('超出判据')
    expect((await verify('0 大概')).message).toContain('超出判据')
    expect((await verify('0', '2')).message).toContain('不适用')
    const { detail } = { detail: await plant.detail(id) }
    expect(detail.points.find((point) => point['pointId'] === 'demo-pt2')?.['state']).toBe(3)
    const failed = { ...proofOf(id, 'demo-pt2', '3', '0.4', 'MPa'), verifyResult: 0 }
    expect(await plant.take('u10', tickets.pointVerify, failed)).toMatchObject({
      transId: 'T25',
      execPhase: 10,
    })
  })
})

async function lockPoint(workId: string, pointId: string, qr: string, lock: string, lockId: string) {
  await plant.take('u9', tickets.pointOperate, { workId, pointId, proof: { qr } })
  await plant.locks.closes(lock)
  await plant.take('u9', tickets.pointLock, { workId, pointId, lockId })
  await plant.take('u9', tickets.pointTag, { workId, pointId })
}
