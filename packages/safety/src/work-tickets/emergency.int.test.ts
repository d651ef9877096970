import {
  emergencyEndpoints as calls,
  lockEndpoints,
  workExecutionEndpoints as execution,
  workTicketEndpoints as tickets,
} from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { areas } from '../areas/index.ts'
import { locks } from '../locks/index.ts'
import { carryOut } from './testing/carry-out.ts'
import { DAY } from './testing/demo-draft.ts'
import { createTicketWorld, type TicketWorld } from './testing/ticket-world.ts'

let plant: TicketWorld
let workId: string

/** u6 has gone home with his lock on the box: at 14:00 the work stands still and he cannot be reached. */
beforeEach(async () => {
  plant = await createTicketWorld({
    features: [
      { name: 'locks', mount: locks },
      { name: 'areas', mount: areas },
    ],
  })
  workId = await carryOut(plant, 'working')
  plant.at('14:00')
})
afterEach(() => plant[Symbol.asyncDispose]())

const evidence = {
  reason: '锁主已离厂，个人锁未摘，影响恢复送电',
  ownerAbsent: '门禁记录：13:20 离厂',
  contacts: [
    { time: `${DAY} 13:40:00`, channel: '电话', outcome: '无人接听' },
    { time: `${DAY} 13:50:00`, channel: '对讲', outcome: '无应答' },
  ],
  areaChecked: true,
}
const ask = async (who = 'u5', changes: object = {}) =>
  plant.call(who, calls.ask, {
    workId,
    lockId: 'demo-pl6',
    ...evidence,
    areaPhoto: await plant.photo(who),
    ...changes,
  })
const row = async () =>
  (
    await plant.world.database.pool.query(
      'select id, state, remove_means, owner_id from lo_emergency_removal order by request_time desc limit 1',
    )
  ).rows[0]
const holdOf6 = async () =>
  (
    await plant.world.database.pool.query(
      "select state, remove_mode from lo_point_hold where user_id = 'u6' and hold_type = 3",
    )
  ).rows[0]

async function removed(means: 2 | 3 = 3): Promise<string> {
  expect(await ask()).toMatchObject({ success: true })
  const { id } = await row()
  await plant.take('u12', calls.decide, { id, agree: true, witnessId: 'u8' })
  await plant.take('u5', calls.done, { id, means, photo: await plant.photo('u5') })
  return id
}

describe('T47 asking for an emergency removal', () => {
  it('T47 keeps the evidence; nothing is removed yet', async () => {
    expect(await ask()).toMatchObject({ success: true })
    expect(await row()).toMatchObject({ state: 0, owner_id: 'u6' })
    expect(await holdOf6()).toEqual({ state: 1, remove_mode: null })
    expect((await ask('u4')).message).toContain('已有未完成')
  })

  it.each([
    ['one try to reach him', { contacts: evidence.contacts.slice(0, 1) }, '至少 2 次'],
    [
      'one try written twice',
      { contacts: [1, 2].map(() => ({ ...evidence.contacts[0], time: `${DAY} 13:40:00` })) },
      '至少 2 次',
    ],
    [
      'tries of years ago',
      { contacts: [1, 2].map((n) => ({ ...evidence.contacts[0], time: `2020-01-01 00:0${n}:00` })) },
      '至少 2 次',
    ],
    ['no proof of absence', { ownerAbsent: '' }, '不在场的依据'],
    ['nobody looked', { areaChecked: false }, '现场无人未确认'],
    ['no photo of the clear place', { areaPhoto: '' }, '照片'],
    [
      'tries in the future',
      { contacts: evidence.contacts.map((each) => ({ ...each, time: `${DAY} 18:00:00` })) },
      '至少 2 次',
    ],
  ])('T47 is refused with %s, and leaves nothing', async (_why, change, text) => {
    const answer = await ask('u5', change)
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(text)
    expect(await row()).toBeUndefined()
  })

  it('T47 is refused while the owner is on site, to a worker, and for an isolation lock', async () => {
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u6', tickets.personIn, { workId, personId })
    expect((await ask()).message).toContain('仍登记在现场')
    await plant.take('u6', tickets.personOut, { workId, personId })
    expect(await ask('u7')).toMatchObject({ success: false, code: 4030 })
    expect((await ask('u5', { lockId: 'demo-lk1' })).message).toContain('没有挂在本票上')
  })

  it('another tenant and somebody without the permission find nothing to ask for', async () => {
    const input = { workId, clientOpId: newUlid(), lockId: 'demo-pl6', ...evidence }
    expect(await plant.as('u5', { tenantId: 7 }).post(calls.ask.path, input)).toMatchObject({
      success: false,
    })
    const without = await plant.as('u5', { permissions: new Set<string>() }).post(calls.ask.path, input)
    expect(without.success).toBe(false)
    expect(await row()).toBeUndefined()
  })
})

describe('T48 G23 two people agree', () => {
  it('T48: the hold goes with mode 2, the owner must acknowledge, safety is told', async () => {
    await removed()
    expect(await holdOf6()).toEqual({ state: 0, remove_mode: 2 })
    expect(await row()).toMatchObject({ state: 2, remove_means: 3 })
    const { rows } = await plant.world.database.pool.query(
      "select titile from sys_announcement where titile like '%应急拆除%'",
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('G23: the same person twice, the owner and a worker are refused', async () => {
    await ask('u4')
    const { id } = await row()
    const same = await plant.call('u4', calls.decide, { id, agree: true, witnessId: 'u8' })
    expect(same).toMatchObject({ success: false, code: 4213 })
    expect(same.message).toContain('不同人员')
    const asOwner = await plant
      .as('u6', { roleCodes: ['SAFETY'] })
      .post(calls.decide.path, { id, agree: true, witnessId: 'u8', clientOpId: newUlid() })
    expect(asOwner).toMatchObject({ success: false, code: 4213 })
    const asWorker = await plant
      .as('u7', { roleCodes: ['SAFETY'] })
      .post(calls.decide.path, { id, agree: true, witnessId: 'u8', clientOpId: newUlid() })
    expect(asWorker.message).toContain('作业人')
    expect(await row()).toMatchObject({ state: 0 })
  })

  it('G23 T48: the witness is a third person, named', async () => {
    await ask()
    const { id } = await row()
    for (const witnessId of ['', 'u5', 'u12', 'u6']) {
      const answer = await plant.call('u12', calls.decide, { id, agree: true, witnessId })
      expect(answer.success).toBe(false)
    }
  })

  it('G23: after ten minutes it has lapsed, and the timer writes 超时', async () => {
    await ask()
    const { id } = await row()
    plant.at('14:11')
    const late = await plant.call('u12', calls.decide, { id, agree: true, witnessId: 'u8' })
    expect(late).toMatchObject({ success: false, code: 4213 })
    expect(await runDueTimers(plant.world.ctx)).toBeGreaterThan(0)
    expect(await row()).toMatchObject({ state: 9 })
    expect(await holdOf6()).toEqual({ state: 1, remove_mode: null })
    expect(await ask()).toMatchObject({ success: true })
  })

  it('T48: an approval that nobody used lapses after ten minutes, with its grant', async () => {
    await ask()
    const { id } = await row()
    plant.at('14:05')
    await plant.take('u12', calls.decide, { id, agree: true, witnessId: 'u8' })
    plant.at('14:16')
    expect(
      (await plant.call('u5', calls.done, { id, means: 3, photo: await plant.photo('u5') })).success,
    ).toBe(false)
    await runDueTimers(plant.world.ctx)
    expect(await row()).toMatchObject({ state: 9 })
    const { rows } = await plant.world.database.pool.query(
      'select status from lo_lock_user where grant_type = 5',
    )
    expect(rows).toEqual([{ status: 4 }])
  })

  it('T48: a refusal needs words and ends the request', async () => {
    await ask()
    const { id } = await row()
    expect((await plant.call('u12', calls.decide, { id, agree: false })).message).toContain('意见')
    await plant.take('u12', calls.decide, { id, agree: false, opinion: '锁主正在返回' })
    expect(await row()).toMatchObject({ state: 8 })
    expect(
      (await plant.call('u5', calls.done, { id, means: 2, photo: await plant.photo('u5') })).success,
    ).toBe(false)
  })

  it('L7 R14: the grant opens the lock once, for the named remover alone', async () => {
    await plant.world.database.pool.query(`
      insert into sys_session (id, token_hash, user_id, tenant_id, created_at, last_seen_at, expires_at)
      select 's-' || u, u, u, 0, '2026-12-01 13:30:00+08', now(), '2026-12-02 00:00:00+08'
      from unnest(array['u5', 'u9']) u`)
    await ask()
    const { id } = await row()
    const open = (who: string) =>
      plant.call(who, lockEndpoints.open, { lockId: 'demo-pl6', proof: { qr: 'PL6' } })
    expect((await open('u5')).result).toMatchObject({ allow: false })
    await plant.take('u12', calls.decide, { id, agree: true, witnessId: 'u8' })
    expect((await open('u9')).result).toMatchObject({ allow: false })
    expect((await plant.call('u5', calls.done, { id, means: 1 })).message).toContain('尚未用应急授权开锁')
    const first = await open('u5')
    expect(first.result).toMatchObject({ allow: true, leg: 'L7' })
    const second = await open('u5')
    expect(second.result).toMatchObject({ allow: false, leg: 'L7' })
    await plant.take('u5', calls.done, { id, means: 1 })
    expect(await row()).toMatchObject({ state: 2, remove_means: 1 })
  })
})

describe('the list of emergency removals', () => {
  it('shows all of them to who oversees the plant, and to others those they have part in', async () => {
    await ask()
    const path = '/loemergencyremoval/loEmergencyRemoval/list'
    const seen = async (who: string, permissions: string[]) => {
      const client = plant.as(who, { permissions: new Set(['lo:emergencyRemoval:list', ...permissions]) })
      return (await client.get<{ total: number }>(path)).result.total
    }
    expect(await seen('u12', ['lo:work:allList'])).toBe(1)
    expect(await seen('u5', [])).toBe(1)
    expect(await seen('u6', [])).toBe(1)
    expect(await seen('u9', [])).toBe(0)
  })

  it('T48 names the lock as it stands on it, beside its name', async () => {
    await ask()
    const answer = await plant.as('u12').get('/loemergencyremoval/loEmergencyRemoval/list')
    expect(answer).toMatchObject({
      result: { records: [{ lockId: 'demo-pl6', lockCode: 'PL6', lockId_dictText: expect.any(String) }] },
    })
    // So is it where it is chosen, among all that hang.
    const held = await plant.as('u12').get('/lopointhold/loPointHold/list', {
      holdType_begin: '2',
      holdType_end: '3',
      userId: 'u6',
    })
    expect(held).toMatchObject({ result: { records: [{ lockId: 'demo-pl6', lockCode: 'PL6' }] } })
  })
})

describe('T49 the owner acknowledges', () => {
  it('T49 R03: until then no entry (T28), no opening and no new role (LO-4215); afterwards all of it', async () => {
    const id = await removed(2)
    const personId = await plant.personId(workId, 'u6')
    const entry = await plant.call('u6', tickets.personIn, { workId, personId })
    expect(entry.success).toBe(false)
    const second = await plant.draft({ planStart: `${DAY} 18:00:00`, planEnd: `${DAY} 20:00:00` })
    const submitted = await plant.call('u1', tickets.submit, { workId: second })
    expect(submitted.success).toBe(false)
    expect(JSON.stringify(submitted.result)).toContain('您的锁曾被他人拆除')

    expect(await plant.take('u6', calls.mine)).toMatchObject([{ id, lockCode: 'PL6', removerName: '钱工' }])
    expect(await plant.take('u7', calls.mine)).toEqual([])
    expect(await plant.call('u7', calls.ack, { id, channel: 1 })).toMatchObject({ success: false })
    await plant.take('u6', calls.ack, { id, channel: 1 })
    expect(await row()).toMatchObject({ state: 3 })
    expect(await plant.take('u6', calls.mine)).toEqual([])
    await plant.take('u6', tickets.personalLockOn, { workId, lockId: 'demo-pl6', boxId: 'demo-lb1' })
    await plant.take('u6', tickets.personIn, { workId, personId })
  })
})

describe('T49 until the owner has acknowledged, no door is open to him', () => {
  const told = '您的锁曾被他人拆除'
  it.each<[string, (id: string) => Promise<{ success: boolean; message: string; result: unknown }>]>([
    [
      'to join the crew in another role (T31)',
      () => plant.call('u5', tickets.crewAdd, { workId, userId: 'u6', roleTag: 'CONTR', personSource: 1 }),
    ],
    [
      'to take over by a handover (T34)',
      () => plant.call('u8', execution.handoverAsk, { workId, roleTag: 'GUARD', toUserId: 'u6', remark: '' }),
    ],
    [
      'to hang his lock again (T26)',
      () => plant.call('u6', tickets.personalLockOn, { workId, lockId: 'demo-pl6', boxId: 'demo-lb1' }),
    ],
    [
      'to be given an added lock to open (T31)',
      () => plant.call('u5', execution.lockAdd, { workId, lockId: 'demo-lk5', useType: 2, userIds: ['u6'] }),
    ],
  ])('%s', async (_what, door) => {
    const id = await removed(2)
    const shut = await door(id)
    expect(shut.success).toBe(false)
    expect(JSON.stringify(shut)).toContain(told)
  })

  it('to sign in as the guardian', async () => {
    await removed()
    await plant.world.database.pool.query(`update lo_emergency_removal set owner_id = 'u8'`)
    const signIn = { workId, personId: await plant.personId(workId, 'u8') }
    expect((await plant.call('u8', tickets.guardIn, signIn)).message).toContain(told)
    // The guardian who is there already counts no more: nobody goes on without another (G15).
    await plant.take('u5', tickets.suspend, { workId, reason: '换监护', cause: '3' })
    const resumed = await plant.call('u5', tickets.resume, { workId })
    expect(JSON.stringify(resumed)).toContain('吴监 有未确认的被拆锁')
  })

  it('what he took along for work without network is worth nothing from the removal on', async () => {
    await plant.world.database.pool.query(
      `insert into lo_grant_token (id, tenant_id, token_id, grant_ids, work_id, user_id, device_sn, lock_ids, actions,
        nbf, exp, max_uses, rev_epochs, alg, kid, sig, issued_time, status)
      values ('t1', 0, 't1', '[]', $1, 'u6', 'PH6', '["demo-lk4"]', 'OPEN', 0, 9999999999999, 0, '{}', 'EdDSA', 'k', 's', now(), 0)`,
      [workId],
    )
    await removed()
    const { rows } = await plant.world.database.pool.query('select status from lo_grant_token')
    expect(rows).toEqual([{ status: 4 }])
  })
})

describe('T47 T48 R14 an owner who is there after all', () => {
  /** The owner inside for another ticket, as its list of people says. */
  const insideElsewhere = async () => {
    const other = await plant.draft({ planStart: `${DAY} 18:00:00`, planEnd: `${DAY} 20:00:00` })
    await plant.world.database.pool.query(
      "update lo_work_person set on_state = 1 where work_id = $1 and user_id = 'u6'",
      [other],
    )
    return (await plant.take('u1', tickets.detail, { id: other })).ticket['workNo']
  }
  const opens = () => plant.call('u5', lockEndpoints.open, { lockId: 'demo-pl6', workId })

  it('T47: inside for another ticket he is not away', async () => {
    const workNo = await insideElsewhere()
    expect((await ask()).message).toContain(`锁主 孙作 登记在工作票 ${workNo} 的现场`)
  })

  it('T48 R14: back on site before his lock is off, it stays his: nothing is approved, opened or registered', async () => {
    await ask()
    const { id } = await row()
    const personId = await plant.personId(workId, 'u6')
    await plant.take('u6', tickets.personIn, { workId, personId })
    expect((await plant.call('u12', calls.decide, { id, agree: true, witnessId: 'u8' })).success).toBe(false)
    await plant.take('u6', tickets.personOut, { workId, personId })
    await plant.take('u12', calls.decide, { id, agree: true, witnessId: 'u8' })
    await plant.take('u6', tickets.personIn, { workId, personId })
    const opened = await opens()
    expect(opened).toMatchObject({ success: false, result: { allow: false, leg: 'L7' } })
    expect(JSON.stringify(opened.result)).toContain('锁主已登记在现场')
    const cut = await plant.call('u5', calls.done, { id, means: 3, photo: await plant.photo('u5') })
    expect(cut.message).toContain('孙作')
    expect(await holdOf6()).toEqual({ state: 1, remove_mode: null })
  })

  it('T48 R14: what he took off and hung again is not what two people agreed to remove', async () => {
    await ask()
    const { id } = await row()
    await plant.take('u12', calls.decide, { id, agree: true, witnessId: 'u8' })
    await plant.take('u6', tickets.personalLockOff, { workId, lockId: 'demo-pl6' })
    await plant.take('u6', tickets.personalLockOn, { workId, lockId: 'demo-pl6', boxId: 'demo-lb1' })
    expect(await opens()).toMatchObject({ success: false, result: { allow: false } })
    const cut = await plant.call('u5', calls.done, { id, means: 3, photo: await plant.photo('u5') })
    expect(cut.message).toContain('已自行摘下这把锁')
  })
})

describe('T47 T48 who has to know is told at once', () => {
  const told = async (who: string) =>
    (
      await plant.world.database.pool.query<{ titile: string; open_page: string }>(
        `select a.titile, a.open_page from sys_announcement a join sys_announcement_send s on s.annt_id = a.id
          where s.user_id = $1 order by a.create_time desc, a.id desc`,
        [who],
      )
    ).rows

  it('T47: the owner that his lock is asked for, the second person whose lock, until when and where', async () => {
    await ask()
    expect(await told('u6')).toContainEqual(
      expect.objectContaining({ titile: expect.stringContaining('有人申请拆除您的个人锁 PL6') }),
    )
    expect(await told('u12')).toContainEqual({
      titile: expect.stringMatching(
        /钱工 申请应急拆除 孙作 的个人锁 PL6，须由另一名授权人员在 .*14:10 前处理/,
      ),
      open_page: '/isps/emergencyList',
    })
  })

  it('T48: who asked, that he may remove now, that he may not, and that it has lapsed', async () => {
    const titles = async () => (await told('u5')).map(({ titile }) => titile)
    await ask()
    await plant.take('u12', calls.decide, { id: (await row()).id, agree: false, opinion: '锁主正在赶来' })
    expect(await titles()).toContainEqual(expect.stringContaining('PL6 未获批准'))
    plant.at('14:01')
    await ask()
    await plant.take('u12', calls.decide, { id: (await row()).id, agree: true, witnessId: 'u8' })
    expect(await titles()).toContainEqual(expect.stringContaining('已批准拆除 孙作 的个人锁 PL6'))
    plant.at('14:12')
    await runDueTimers(plant.world.ctx)
    expect(await titles()).toContainEqual(expect.stringContaining('PL6 的申请已超时'))
  })
})

describe('T48 a lock that was cut through', () => {
  it('protects nobody any more, whatever it says of itself, until it comes from repair', async () => {
    const id = await removed()
    await plant.take('u6', calls.ack, { id, channel: 1 })
    const hang = () =>
      plant.call('u6', tickets.personalLockOn, { workId, lockId: 'demo-pl6', boxId: 'demo-lb1' })
    expect((await hang()).message).toContain('PL6 在应急拆锁中被破拆')
    plant.at('14:30')
    await plant.world.database.pool.query(
      `insert into lo_lock_custody (id, tenant_id, lock_id, action, from_state, to_state, operator_id, remark, time)
        values ('c1', 0, 'demo-pl6', 'REPAIR', 1, 5, 'u11', '', $1)`,
      [new Date(plant.world.clock.now())],
    )
    expect(await hang()).toMatchObject({ success: true })
  })
})

describe('L7 rescue', () => {
  it('L7: the guardian opens the access lock at once; level 3 stands and the ticket stops', async () => {
    const opened = await plant.call('u8', lockEndpoints.open, { lockId: 'demo-lk4', rescue: true })
    expect(opened.result).toMatchObject({ allow: true, leg: 'L7' })
    await expect.poll(() => plant.state(workId)).toBe('20/21')
    const { rows } = await plant.world.database.pool.query(
      "select alarm_level, work_id from lo_alarm where alarm_type = 'A19'",
    )
    expect(rows).toEqual([{ alarm_level: 3, work_id: workId }])
    const worker = await plant.call('u7', lockEndpoints.open, { lockId: 'demo-lk4', rescue: true })
    expect(worker.result).toMatchObject({ allow: false })
  })
})
