import { offlineEndpoints as offline, workTicketEndpoints as tickets } from '@suoan/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOut, crewActions, points, steps } from '../testing/carry-out.ts'
import { moment } from '../testing/demo-draft.ts'
import { failing } from '../testing/failing-rules.ts'
import { sessionRows } from '../testing/opening-world.ts'
import { createTicketWorld, type TicketWorld } from '../testing/ticket-world.ts'
import { takeAlong, type Phone } from './testing.ts'

/** What a colleague carries is judged by what its signer may do: everybody of the plant may do everything. */
const granted = `insert into sys_permission (id, name, menu_type, perms)
    values ('t-all', 't', 2, 'lo:work:own,lo:work:run,lo:work:isolate,lo:work:verify');
  insert into sys_role_permission (id, role_id, permission_id) select 't-' || id, id, 't-all' from sys_role;
  update lo_work_type set guard_alive_min = 10;`

let plant: TicketWorld
beforeEach(async () => {
  plant = await createTicketWorld({ prepare: `${sessionRows(['u6', 'u8'])}${granted}` })
})
afterEach(() => plant[Symbol.asyncDispose]())

const query = async (text: string, values: unknown[] = []) =>
  (await plant.world.database.pool.query(text, values)).rows
const upload = async (who: string, phone: Phone) =>
  (await plant.take(who, offline.syncOps, { deviceId: phone.deviceId, ops: phone.kept })).results
const postOf = async (workId: string) =>
  (
    await query(
      `select check_in_time, guard_seen_time, guard_session, away_since, away_why from lo_work_person
      where work_id = $1 and user_id = 'u8' and role_tag = 'GUARD' and state = 1`,
      [workId],
    )
  )[0]
const at = (time: string) => new Date(moment(time))
const measureIds = async (workId: string) =>
  (await plant.detail(workId)).measures.filter((row) => row.involve === 1).map((row) => String(row['id']))

describe('G15 a guardian who signed in without a network', () => {
  const signedAt = async (time: string) => {
    const workId = await carryOut(plant, 'verified')
    const phone = await takeAlong(plant, 'u8', workId)
    plant.at(time)
    phone.does('guardIn', { personId: await plant.personId(workId, 'u8') })
    return { workId, phone }
  }

  it('was there when he signed, not when a colleague uploads it hours later in a session of his own', async () => {
    const { workId, phone } = await signedAt('08:59')
    plant.at('11:00')
    expect(await upload('u6', phone)).toMatchObject([{ result: 'applied' }])
    expect(await postOf(workId)).toEqual({
      check_in_time: at('08:59'),
      guard_seen_time: at('08:59'),
      guard_session: null,
      away_since: at('09:09'),
      away_why: 'SILENT',
    })
    expect(failing(await plant.call('u5', tickets.start, { workId }))).toContain('G15')
  })

  it('counts until the interval after his word is over', async () => {
    const { workId, phone } = await signedAt('08:59')
    plant.at('09:05')
    expect(await upload('u8', phone)).toMatchObject([{ result: 'applied' }])
    expect(await postOf(workId)).toMatchObject({ guard_session: null, away_since: null })
    expect(failing(await plant.call('u5', tickets.start, { workId }))).not.toContain('G15')
    plant.at('09:10')
    expect(failing(await plant.call('u5', tickets.start, { workId }))).toContain('G15')
  })

  it('is at his post at that moment only where the policy asks for no further word', async () => {
    await query('update lo_work_type set guard_alive_min = 0')
    const { workId, phone } = await signedAt('08:59')
    plant.at('09:00')
    await upload('u8', phone)
    expect(failing(await plant.call('u5', tickets.start, { workId }))).toContain('G15')
  })

  it('his older word takes nothing from what is known since', async () => {
    const { workId, phone } = await signedAt('08:57')
    plant.at('08:58')
    await plant.take('u8', tickets.guardIn, { workId, personId: await plant.personId(workId, 'u8') })
    const before = await postOf(workId)
    plant.at('08:59')
    const [answer] = await upload('u6', phone)
    expect(answer).toMatchObject({ result: 'rejected' })
    expect(answer?.reason).toContain('之后')
    expect(await postOf(workId)).toEqual(before)
  })
})

describe('an offline operation says what was true when it was signed', () => {
  it('briefings, signatures, measures and isolations carry the time of their stamp', async () => {
    const workId = await carryOut(plant, 'isolating')
    const [lead, crew, guard, isolator] = [
      await takeAlong(plant, 'u5', workId),
      await takeAlong(plant, 'u6', workId),
      await takeAlong(plant, 'u8', workId),
      await takeAlong(plant, 'u9', workId),
    ]
    plant.at('08:40')
    const [point] = points
    isolator.does('pointOperate', { pointId: point.pointId, proof: { qr: point.qr } })
    await plant.locks.closes(point.lock)
    isolator.does('pointLock', { pointId: point.pointId, lockId: point.lockId })
    isolator.does('pointTag', { pointId: point.pointId })
    lead.does('brief', { personIds: [await plant.personId(workId, 'u6')] })
    crew.does('briefConfirm', {})
    crew.does('personalLockOn', { lockId: 'demo-pl6', boxId: 'demo-lb1' })
    guard.does('measureConfirm', { measureIds: await measureIds(workId) })
    plant.at('09:20')
    await plant.locks.confirms(point.lock)
    for (const phone of [isolator, lead, crew, guard])
      for (const { result } of await upload('u5', phone)) expect(result).toBe('applied')
    const times = await query(
      `select 'brief' as what, brief_time as t from lo_work_person where work_id = $1 and brief_time is not null
      union all select 'sign', sign_time from lo_work_sign where work_id = $1 and sign_role in ('BRIEF', 'MEASURE')
      union all select 'measure', confirm_time from lo_work_measure where work_id = $1 and confirm_time is not null
      union all select 'tag', hang_time from lo_work_tag where work_id = $1 and hang_time is not null
      union all select 'hold', placed_time from lo_point_hold where work_id = $1 and placed_time is not null`,
      [workId],
    )
    expect(new Set(times.map((row: { what: string }) => row.what))).toEqual(
      new Set(['brief', 'sign', 'measure', 'tag', 'hold']),
    )
    expect(times.filter((row: { t: Date }) => row.t.getTime() !== moment('08:40'))).toEqual([])
  })
})

describe('what is newer overtakes an offline word about the same thing', () => {
  it('a measure that was found not in place, and a point that failed and was locked again, are not proven by older words', async () => {
    const workId = await carryOut(plant, 'isolating')
    await steps.locked(plant, workId)
    const verifier = await takeAlong(plant, 'u10', workId)
    const guard = await takeAlong(plant, 'u8', workId)
    plant.at('08:51')
    const [, , point] = points
    verifier.does('pointVerify', {
      pointId: point.pointId,
      verifyMethod: point.method,
      verifyValue: '0',
      verifyUnit: point.unit,
      verifyResult: 1,
    })
    const ids = await measureIds(workId)
    guard.does('measureConfirm', { measureIds: ids })
    plant.at('08:53')
    await plant.take('u6', tickets.measureConfirm, { workId, measureIds: ids, inPlace: false })
    await plant.take('u6', tickets.pointFail, {
      workId,
      pointId: point.pointId,
      reason: '阀门被人打开过',
    })
    plant.at('08:55')
    await crewActions.lockPoint({ take: plant.take, closes: async () => undefined }, workId, point)
    plant.at('08:57')
    for (const phone of [guard, verifier]) {
      const [answer] = await upload('u5', phone)
      expect(answer).toMatchObject({ result: 'rejected' })
      expect(answer?.reason).toContain('之后')
    }
    const confirmed = await query(
      'select id from lo_work_measure where work_id = $1 and confirm_by is not null',
      [workId],
    )
    expect(confirmed).toEqual([])
    const [item] = await query('select verify_time from lo_work_point where work_id = $1 and point_id = $2', [
      workId,
      point.pointId,
    ])
    expect(item).toEqual({ verify_time: null })
  })

  it('a briefing that is older than the last one takes no signature away', async () => {
    const workId = await carryOut(plant, 'verified')
    const phone = await takeAlong(plant, 'u5', workId)
    plant.at('08:55')
    phone.does('brief', { personIds: [await plant.personId(workId, 'u6')] })
    await steps.ready(plant, workId)
    plant.at('08:58')
    expect(await upload('u5', phone)).toMatchObject([{ result: 'rejected' }])
    const [row] = await query(
      `select brief_sign_id is not null as signed from lo_work_person where work_id = $1 and user_id = 'u6' and state = 1`,
      [workId],
    )
    expect(row).toEqual({ signed: true })
  })

  it('what denies is taken however old it is: a measure not in place, a point that is not dead', async () => {
    const workId = await carryOut(plant, 'isolating')
    await steps.locked(plant, workId)
    const guard = await takeAlong(plant, 'u8', workId)
    plant.at('08:51')
    const ids = await measureIds(workId)
    guard.does('measureConfirm', { measureIds: ids, inPlace: false })
    plant.at('08:53')
    await plant.take('u5', tickets.measureConfirm, { workId, measureIds: ids })
    plant.at('08:57')
    expect(await upload('u5', guard)).toMatchObject([{ result: 'applied' }])
    expect(
      await query('select id from lo_work_measure where work_id = $1 and confirm_by is not null', [workId]),
    ).toEqual([])
  })
})
