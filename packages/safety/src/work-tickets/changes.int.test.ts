import {
  noLongerHis,
  notFound,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, steps } from './testing/carry-out.ts'
import { demoDraft } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'
import { failing } from './testing/failing-rules.ts'

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld()
})
afterEach(() => plant[Symbol.asyncDispose]())

describe('T31 changes while the work runs', () => {
  it('replaces a worker who is out and unlocked; what he might open, his successor may', async () => {
    const workId = await carryOut(plant, 'working')
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u8', tickets.personIn, { workId, personId })
    const replace = { workId, personId, userId: 'u13' }
    const early = await plant.call('u5', execution.crewReplace, replace)
    expect(failing(early)).toEqual(['T31'])
    expect(early.message).toMatch(/仍在现场.*尚未摘除/)
    await plant.take('u8', tickets.personOut, { workId, personId })
    await plant.take('u6', tickets.personalLockOff, { workId, lockId: 'demo-pl6' })
    await plant.take('u5', execution.crewReplace, replace)
    const { rows } = await plant.world.database.pool.query(
      `select user_id, state from lo_work_person where work_id = $1 and role_tag = 'WORK' order by user_id`,
      [workId],
    )
    expect(rows).toEqual([
      { user_id: 'u13', state: 1 },
      { user_id: 'u6', state: 0 },
      { user_id: 'u7', state: 1 },
    ])
    const grants = await plant.world.database.pool.query(
      `select user_id, status from lo_lock_user where work_id = $1 and lock_id = 'demo-lk4' and phases = '20' order by user_id`,
      [workId],
    )
    expect(grants.rows).toEqual([
      { user_id: 'u13', status: 1 },
      { user_id: 'u6', status: 4 },
    ])
    // He did not sign and has no lock on: he is listed, not let in.
    const entering = { workId, personId: await plant.personId(workId, 'u13') }
    expect(await plant.call('u8', tickets.personIn, entering)).toMatchObject({ success: false, code: 4219 })
  })

  it('whoever was replaced is told by whom and when, and nothing of the ticket; nobody else is told that there is one', async () => {
    const workId = await carryOut(plant, 'working')
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u6', tickets.personalLockOff, { workId, lockId: 'demo-pl6' })
    plant.at('10:17')
    await plant.take('u5', execution.crewReplace, { workId, personId, userId: 'u13' })
    const own = { permissions: new Set(['lo:work:list']) }
    const look = (who: string, change = {}) =>
      plant.as(who, { ...own, ...change }).get(tickets.detail.path, { id: workId })
    expect(await look('u6')).toMatchObject({
      success: false,
      code: noLongerHis.code,
      message:
        '钱工已于 12-01 10:17 把您（作业）移出本票的人员名单，本票不再由您办理。要了解现场情况请联系钱工；发现危险请立即叫停并告知钱工',
    })
    for (const unseen of [await look('u12'), await look('u6', { tenantId: 7 })])
      expect(unseen).toMatchObject({ success: false, message: notFound.text })
    expect(await look('u13')).toMatchObject({ success: true })
  })

  it('whoever is left out when a rejected ticket is written anew is told so, before and after it goes in again', async () => {
    const workId = await carryOut(plant, 'submitted')
    const rejection = { reviewStatus: 9, reasonCode: '01', opinion: '请调整作业人员' }
    expect(await plant.review(workId, 'u2', rejection)).toMatchObject({ success: true })
    const { revision } = (await plant.detail(workId)).ticket
    const people = demoDraft().people?.map((row) => (row.userId === 'u6' ? { ...row, userId: 'u13' } : row))
    const locks = demoDraft().locks?.filter(({ userIds }) => userIds === undefined)
    await plant.take('u1', tickets.saveDraft, demoDraft({ id: workId, revision, people, locks }))
    const look = (who: string) =>
      plant.as(who, { permissions: new Set(['lo:work:list']) }).get(tickets.detail.path, { id: workId })
    const told = {
      code: noLongerHis.code,
      message: expect.stringMatching(/^张签已于 12-01 08:00 把您（作业）移出/),
    }
    expect(await look('u6')).toMatchObject(told)
    plant.at('08:10')
    await plant.take('u1', tickets.submit, { workId })
    expect(await look('u6')).toMatchObject(told)
    expect(await look('u12')).toMatchObject({ success: false, message: notFound.text })
  })

  it('only the leader, only of this ticket, not a leader in place of a leader, and nothing is left of a refusal', async () => {
    const workId = await carryOut(plant, 'working')
    const replace = { workId, personId: await plant.personId(workId, 'u6'), userId: 'u13' }
    expect(await plant.call('u8', execution.crewReplace, replace)).toMatchObject({
      success: false,
      code: 4030,
    })
    const lead = { ...replace, personId: await plant.personId(workId, 'u5') }
    expect((await plant.call('u5', execution.crewReplace, lead)).message).toContain('办理交接')
    expect(await plant.call('u5', execution.crewReplace, { ...replace, personId: 'none' })).toMatchObject({
      success: false,
    })
    expect(await plant.call('u5', execution.crewReplace, { ...replace, userId: 'none' })).toMatchObject({
      success: false,
    })
    const foreign = plant.as('u5', { tenantId: 7 })
    const answer = await foreign.post(execution.crewReplace.path, { ...replace, clientOpId: newUlid() })
    expect(answer.message).toBe('未找到对应实体')
    expect((await plant.detail(workId)).people.some((person) => person['userId'] === 'u13')).toBe(false)
  })

  it('G07: adds a usable lock for a point of the ticket; another point is a new ticket', async () => {
    const workId = await carryOut(plant, 'working')
    await plant.world.database.pool.query(
      `insert into lo_lock select (jsonb_populate_record(l, jsonb_build_object('id', 'demo-lk9', 'lock_code', 'LK9',
        'device_sn', null, 'curr_work_id', null, 'qr_code', null, 'battery', 5))).* from lo_lock l where id = 'demo-lk4'`,
    )
    const add = { workId, lockId: 'demo-lk9', useType: 2, userIds: ['u7'] }
    expect(failing(await plant.call('u5', execution.lockAdd, add))).toEqual(['G07'])
    await plant.world.database.pool.query(`update lo_lock set battery = 90 where id = 'demo-lk9'`)
    expect((await plant.call('u5', execution.lockAdd, { ...add, userIds: ['u11'] })).message).toContain(
      '本票的作业人员',
    )
    await plant.take('u5', execution.lockAdd, add)
    const { rows } = await plant.world.database.pool.query(
      `select user_id from lo_lock_user where lock_id = 'demo-lk9' and status = 1 and work_id = $1`,
      [workId],
    )
    expect(rows).toEqual([{ user_id: 'u7' }])
    expect(await plant.call('u8', execution.lockAdd, { ...add, lockId: 'demo-lk5' })).toMatchObject({
      success: false,
      code: 4030,
    })
    await plant.world.database.pool.query(
      `insert into lo_lock select (jsonb_populate_record(l, '{"id":"demo-lkt","lock_code":"LKT","device_sn":null,
        "curr_work_id":null,"qr_code":null,"equip_id":null,"area_id":"demo-a010201","area_code":"A01A02A01"}')).*
        from lo_lock l where id = 'demo-lk4'`,
    )
    const manhole = await plant.call('u5', execution.lockAdd, { ...add, lockId: 'demo-lkt' })
    expect(failing(manhole)).toContain('T31')
    const wider = await plant.call('u5', execution.lockAdd, {
      ...add,
      lockId: 'demo-lk5',
      useType: 1,
      pointId: 'other',
      userIds: [],
    })
    expect(failing(wider)).toContain('T31')
    const point = await plant.call('u5', execution.pointAdd, { workId, pointId: 'demo-pt4' })
    expect(point).toMatchObject({ success: false })
    expect(point.message).toContain('须办理新票')
  })
})

describe('G11 visual check of a low-power lock', () => {
  it('the verifier’s look at the lock completes the isolation, and is asked again after half an hour', async () => {
    await plant.world.database.pool.query(
      `update lo_lock_type set comm_type = 'NB', heartbeat_sec = 3600 where id = (select lock_type_id from lo_lock where id = 'demo-lk1')`,
    )
    const workId = await carryOut(plant, 'locked')
    expect(await plant.state(workId)).toBe('4/10')
    const look = (pointId: string, qr: string) => ({ workId, pointId, proof: { qr } })
    expect(await plant.call('u9', execution.visualCheck, look('demo-pt1', 'PT1'))).toMatchObject({
      success: false,
    })
    expect(await plant.call('u10', execution.visualCheck, look('demo-pt1', 'PT2'))).toMatchObject({
      success: false,
    })
    const foreign = plant.as('u10', { tenantId: 7 })
    const answer = await foreign.post(execution.visualCheck.path, {
      ...look('demo-pt1', 'PT1'),
      clientOpId: newUlid(),
    })
    expect(answer.message).toBe('未找到对应实体')
    for (const number of ['1', '2', '3'])
      await plant.take('u10', execution.visualCheck, look(`demo-pt${number}`, `PT${number}`))
    expect(await plant.state(workId)).toBe('4/11')
    await steps.verified(plant, workId)
    await steps.ready(plant, workId)
    plant.at('09:25')
    const late = await plant.call('u5', tickets.start, { workId })
    expect(failing(late)).toContain('G11')
    expect(late.message).toContain('目视确认')
    for (const number of ['1', '2', '3'])
      await plant.take('u10', execution.visualCheck, look(`demo-pt${number}`, `PT${number}`))
    expect(await plant.take('u5', tickets.start, { workId })).toMatchObject({ transId: 'ASK' })
  })
})
