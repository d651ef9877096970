import { workExecutionEndpoints as execution, workTicketEndpoints as tickets } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { expireTickets } from './expire-tickets.ts'
import { carryOut, steps } from './testing/carry-out.ts'
import { DAY } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { failing } from './testing/failing-rules.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ prepare: `update lo_work_type set extend_max = 1` })
})
afterEach(() => plant[Symbol.asyncDispose]())

const ask = (workId: string, time = '19:00') => ({ workId, newEnd: `${DAY} ${time}:00`, reason: '备件晚到' })
const pending = async (workId: string) => String((await plant.detail(workId)).extensions[0]?.['id'])
const told = async (text: string) => {
  const { rows } = await plant.world.database.pool.query(
    `select s.user_id from sys_announcement a join sys_announcement_send s on s.annt_id = a.id where a.titile like $1
     order by s.user_id`,
    [`%${text}%`],
  )
  return rows.map((row) => String(row.user_id))
}

describe('T39 extension', () => {
  it('G25: LEAD asks, the approver of the ticket and PERMIT agree; end, term, grants and reminders move', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    expect(await plant.take('u5', execution.extendAsk, ask(workId))).toMatchObject({
      transId: 'T39',
      execPhase: 20,
    })
    const decide = { workId, extendId: await pending(workId), agree: true }
    expect(await plant.call('u4', execution.extendDecide, decide)).toMatchObject({
      success: false,
      code: 4030,
    })
    expect(await plant.take('u3', execution.extendDecide, decide)).toMatchObject({ transId: 'ASK' })
    await plant.take('u4', execution.extendDecide, decide)
    const { ticket, extensions } = await plant.detail(workId)
    expect(ticket).toMatchObject({ validEnd: `${DAY} 19:00:00`, planEnd: `${DAY} 17:00:00`, extendCount: 1 })
    expect(extensions[0]).toMatchObject({ result: 8, decideBy: 'u4', oldEnd: `${DAY} 17:00:00` })
    const { rows } = await plant.world.database.pool.query(
      `select to_char(max(valid_to) at time zone 'Asia/Shanghai', 'DD HH24:MI') as until,
        (select array_agg(to_char(due_time at time zone 'Asia/Shanghai', 'HH24:MI') order by due_time) from lo_timer
          where subject_id = $1 and kind = 'ticket.reminder') as reminders
       from lo_lock_user where work_id = $1`,
      [workId],
    )
    expect(rows[0]).toEqual({ until: '02 19:00', reminders: ['18:00', '18:30', '18:50'] })
    plant.at('17:01')
    expect(await expireTickets(plant.world.ctx)).toBe(0)
    expect(failing(await plant.call('u5', execution.extendAsk, ask(workId, '20:00')))).toEqual(['G25'])
  })

  it('is refused with a reason, once; then another may be asked for', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    await plant.take('u5', execution.extendAsk, ask(workId))
    expect(failing(await plant.call('u5', execution.extendAsk, ask(workId)))).toEqual(['G25'])
    expect((await plant.detail(workId)).extensions).toHaveLength(1)
    const decide = { workId, extendId: await pending(workId), agree: false }
    expect(await plant.call('u4', execution.extendDecide, decide)).toMatchObject({ success: false })
    await plant.take('u4', execution.extendDecide, { ...decide, opinion: '夜间无监护' })
    expect((await plant.detail(workId)).extensions[0]).toMatchObject({ result: 9, opinion: '夜间无监护' })
    await plant.take('u5', execution.extendAsk, ask(workId))
  })

  it('not for others, not backwards, not beyond the hours of type and level, and an open request ends with the ticket', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:00')
    expect(await plant.call('u8', execution.extendAsk, ask(workId))).toMatchObject({
      success: false,
      code: 4030,
    })
    expect(failing(await plant.call('u5', execution.extendAsk, ask(workId, '16:00')))).toEqual(['G25'])
    const tomorrow = { ...ask(workId), newEnd: '2026-12-02 17:00:00' }
    expect(failing(await plant.call('u5', execution.extendAsk, tomorrow))).toEqual(['G02'])
    const foreign = await plant
      .as('u5', { tenantId: 7 })
      .post(execution.extendAsk.path, { ...ask(workId), clientOpId: newUlid() })
    expect(foreign.message).toBe('未找到对应实体')
    await plant.take('u5', execution.extendAsk, ask(workId))
    const decide = { workId, extendId: await pending(workId), agree: true }
    plant.at('17:00')
    await expireTickets(plant.world.ctx)
    expect(await plant.state(workId)).toBe('40/25')
    expect((await plant.detail(workId)).extensions[0]).toMatchObject({ result: 9 })
    expect(await plant.call('u3', execution.extendDecide, decide)).toMatchObject({ success: false })
  })
})

describe('timers of a ticket at work', () => {
  it('T27: leader, guardian and permitter are told at T−60, −30 and −10, once each; a stop of the work ends it', async () => {
    const workId = await carryOut(plant, 'working')
    plant.at('15:59')
    await runDueTimers(plant.world.ctx)
    for (const time of ['16:00', '16:30', '16:50', '16:55']) {
      plant.at(time)
      await runDueTimers(plant.world.ctx)
    }
    for (const minutes of [60, 30, 10])
      expect(await told(`还有 ${minutes} 分钟到期`)).toEqual(['u4', 'u5', 'u8'])
    const timers = `select count(*)::int as n from lo_timer where subject_id = $1 and kind = 'ticket.reminder'`
    const { rows } = await plant.world.database.pool.query(timers, [workId])
    expect(rows[0].n).toBe(0)
  })

  it('T30 T32: a gas repetition that is due is told, and one that has not come stops the work; a sample moves it', async () => {
    await plant.world.database.pool.query(
      `update lo_work_type set gas_repeat_min = 120, gas_required = 1, gas_codes = 'O2'`,
    )
    const id = await plant.draft()
    await carryOut(plant, 'ready', id)
    const sample = {
      workId: id,
      pointDesc: '泵坑',
      gasCode: 'O2',
      value: 20.9,
      unit: '%vol',
      deviceSn: 'GAS1',
    }
    await gasDetector()
    await plant.take('u10', tickets.gasAdd, { ...sample, sampleTime: `${DAY} 08:56:00` })
    await steps.working(plant, id)
    plant.at('10:50')
    await runDueTimers(plant.world.ctx)
    expect(await told('复测气体')).toEqual(['u10', 'u5', 'u8'])
    expect((await plant.detail(id)).ticket.gasState).toBe(2)
    await plant.take('u10', tickets.gasAdd, { ...sample, sampleTime: `${DAY} 10:50:00`, testKind: 2 })
    expect((await plant.detail(id)).ticket.gasState).toBe(1)
    // The interval that is running counts, whatever becomes of its row (without it no further sample would pass: G03).
    await plant.world.database.pool.query('update lo_work_type set del_flag = 1')
    plant.at('11:00')
    await runDueTimers(plant.world.ctx)
    expect(await plant.state(id)).toBe('20/20')
    plant.at('12:50')
    await runDueTimers(plant.world.ctx)
    expect(await plant.state(id)).toBe('20/21')
    const timeline = await plant.take('u1', tickets.timeline, { id })
    expect(timeline.at(-1)).toMatchObject({ transId: 'T32', diff: { reason: '气体复测超时' } })
  })
})

describe('T30 T32 a gas repetition that has not come', () => {
  const sample = { pointDesc: '泵坑', gasCode: 'O2', value: 20.9, unit: '%vol', deviceSn: 'GAS1' }

  /** At work since 09:00, the next gas test due at 10:56. */
  async function watched(): Promise<string> {
    await plant.world.database.pool.query(
      `update lo_work_type set gas_repeat_min = 120, gas_required = 1, gas_codes = 'O2'`,
    )
    const id = await plant.draft()
    await carryOut(plant, 'ready', id)
    await gasDetector()
    await plant.take('u10', tickets.gasAdd, { workId: id, ...sample, sampleTime: `${DAY} 08:56:00` })
    await steps.working(plant, id)
    return id
  }

  async function testRunning(id: string): Promise<void> {
    plant.at('10:40')
    await plant.take('u6', tickets.personalLockOff, { workId: id, lockId: 'demo-pl6' })
    await plant.take('u7', tickets.personalLockOff, { workId: id, lockId: 'demo-pl7' })
    const plan = { pointIds: ['demo-pt1'], userIds: ['u9'], minutes: 60, toolsCleared: true, notified: true }
    await plant.take('u5', execution.testBegin, { workId: id, ...plan })
    await plant.take('u4', execution.testBegin, { workId: id })
  }

  it('stops a test run too: people stand at the machine (20/22)', async () => {
    const id = await watched()
    await testRunning(id)
    plant.at('10:50')
    await runDueTimers(plant.world.ctx)
    expect(await told('复测气体')).toEqual(['u10', 'u5', 'u8'])
    plant.at('10:56')
    await runDueTimers(plant.world.ctx)
    expect(await plant.state(id)).toBe('20/21')
    const timeline = await plant.take('u1', tickets.timeline, { id })
    expect(timeline.at(-1)).toMatchObject({ transId: 'T32', diff: { reason: '气体复测超时' } })
  })

  it('stops the re-locking (20/23)', async () => {
    const id = await watched()
    await testRunning(id)
    await plant.take('u4', execution.testEnd, { workId: id, deEnergised: true })
    plant.at('10:56')
    await runDueTimers(plant.world.ctx)
    expect(await plant.state(id)).toBe('20/21')
  })

  it('says so again where the work is interrupted and somebody is still inside (20/21)', async () => {
    const id = await watched()
    await plant.take('u8', tickets.personIn, { workId: id, personId: await plant.personId(id, 'u6') })
    plant.at('10:30')
    await plant.take('u8', tickets.suspend, { workId: id, reason: '下雨' })
    plant.at('10:56')
    await runDueTimers(plant.world.ctx)
    const timeline = await plant.take('u1', tickets.timeline, { id })
    expect(timeline.at(-1)).toMatchObject({ transId: 'T32', diff: { reason: '气体复测超时' } })
    expect(await plant.state(id)).toBe('20/21')
  })
})

describe('T24 T32 energy that can build up is proven again while people work', () => {
  /** At work since 09:00; zero energy at the inlet valve is good until 09:24. */
  async function building(): Promise<string> {
    const id = await carryOut(plant, 'locked')
    await plant.world.database.pool.query(
      `update lo_point set reaccumulate = 1, re_verify_min = 30 where id = 'demo-pt2'`,
    )
    for (const step of ['verified', 'ready', 'working'] as const) await steps[step](plant, id)
    return id
  }
  const proveAgain = (workId: string, verifyValue = '0') =>
    plant.call('u10', tickets.pointVerify, {
      workId,
      pointId: 'demo-pt2',
      verifyMethod: '3',
      verifyValue,
      verifyUnit: 'MPa',
      verifyResult: 1,
    })

  it('T24: people are told before; who proves it again moves the moment, and the work goes on', async () => {
    const id = await building()
    plant.at('09:14')
    await runDueTimers(plant.world.ctx)
    expect(await told('须在 09:24 前复验零能量')).toEqual(['u10', 'u5', 'u8'])
    plant.at('09:20')
    const { points } = await plant.take('u10', tickets.detail, { id })
    expect(points.find(({ pointId }) => pointId === 'demo-pt2')?.actions).toContain('verify')
    expect((await proveAgain(id, '0.2')).message).toContain('超出判据')
    expect(await proveAgain(id)).toMatchObject({ success: true, result: { transId: 'T24', execPhase: 20 } })
    plant.at('09:49')
    await runDueTimers(plant.world.ctx)
    expect(await plant.state(id)).toBe('20/20')
    expect(await told('须在 09:50 前复验零能量')).toEqual(['u10', 'u5', 'u8'])
  })

  it('T28 T32: when the moment has passed nobody goes in and the work stops, until it is proven again', async () => {
    const id = await building()
    plant.at('09:24')
    const inside = { workId: id, personId: await plant.personId(id, 'u7') }
    expect(failing(await plant.call('u7', tickets.personIn, inside))).toEqual(['G12'])
    await runDueTimers(plant.world.ctx)
    expect(await plant.state(id)).toBe('20/21')
    const timeline = await plant.take('u1', tickets.timeline, { id })
    expect(timeline.at(-1)).toMatchObject({ transId: 'T32', diff: { reason: '隔离点 V-101 复验零能量超时' } })
    plant.at('09:30')
    expect(await proveAgain(id)).toMatchObject({ success: true, result: { execPhase: 21 } })
  })
})

describe('T40 T29 people inside at the end', () => {
  it('A18 rises at the end and falls when the last is out', async () => {
    const workId = await carryOut(plant, 'working')
    const inside = { workId, personId: await plant.personId(workId, 'u6') }
    await plant.take('u8', tickets.personIn, inside)
    plant.at('17:00')
    await expireTickets(plant.world.ctx)
    const alarms = async () => {
      const { rows } = await plant.world.database.pool.query(
        `select alarm_type, alarm_level, status from lo_alarm where work_id = $1`,
        [workId],
      )
      return rows
    }
    expect(await alarms()).toEqual([{ alarm_type: 'A18', alarm_level: 3, status: 0 }])
    await plant.take('u8', tickets.personOut, inside)
    expect(await alarms()).toMatchObject([{ status: 2 }])
  })
})

describe('T54 §5.8 L4 the term of the close-out', () => {
  it('is told when it is over, and only the permitter moves it, with a reason', async () => {
    const workId = await carryOut(plant, 'releasing')
    plant.at('17:00')
    await expireTickets(plant.world.ctx)
    plant.at('17:01', '2026-12-02')
    await runDueTimers(plant.world.ctx)
    expect(await told('收尾期限已过')).toContain('u4')
    const move = { workId, deadline: '2026-12-03 12:00:00', reason: '等待吊车' }
    expect(await plant.call('u5', execution.closeDeadlineMove, move)).toMatchObject({
      success: false,
      code: 4030,
    })
    expect(await plant.call('u4', execution.closeDeadlineMove, { ...move, reason: '' })).toMatchObject({
      success: false,
    })
    const back = { ...move, deadline: '2026-12-02 10:00:00' }
    expect(failing(await plant.call('u4', execution.closeDeadlineMove, back))).toEqual(['T54'])
    await plant.take('u4', execution.closeDeadlineMove, move)
    expect((await plant.detail(workId)).ticket).toMatchObject({
      closeDeadline: '2026-12-03 12:00:00',
      closeFlag: 0,
    })
  })
})

async function gasDetector(): Promise<void> {
  await plant.world.database.pool.query(
    `update lo_device set calib_valid_to = '2027-01-01' where device_sn = 'GAS1'`,
  )
}
