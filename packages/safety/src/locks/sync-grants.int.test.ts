import type { DeviceAnswer, DeviceCommand, DeviceMessage } from '@suoan/contract/device'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { runDueTimers } from '@suoan/platform/timers/testing'
import { areas } from '../areas/index.ts'
import { createDeviceBridge } from '../lock-records/index.ts'
import { ackFrom, DAY_D, plantDemo } from '../lock-records/testing.ts'
import { askForGrantSyncOf, locks } from './index.ts'
import { plantPatrolLock, plantTicketAtWork } from './testing.ts'

let world: TestWorld
let sent: DeviceCommand[] = []
let answers: DeviceAnswer[] = []
let seq = 0

beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
    ],
    locks: {
      async send(command) {
        sent.push(command)
        return { sent: true }
      },
      async answer(answer) {
        answers.push(answer)
        return { sent: true }
      },
    },
  })
  world.clock.set(DAY_D + 3_600_000)
  await plantDemo(world.ctx)
  await plantTicketAtWork(world)
  await plantPatrolLock(world)
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => {
  sent = []
  answers = []
})

const keeper = () => world.as({ userId: 'u11', username: 'u11' })
const grant = async () =>
  (
    await world.database.pool.query(
      `select id, sync_status, sync_error from lo_lock_user where lock_id = 'patrol' and reason = '巡检离线'`,
    )
  ).rows[0]
const bridge = () => createDeviceBridge(world.ctx)
const acknowledge = async (stage: 'DONE' | 'FAILED', code = '0') => {
  seq += 1
  const cmdId = sent.findLast(({ type }) => type === 'GRANT')?.cmdId ?? ''
  await bridge().onMessages([ackFrom('PT9', { seq, ts: world.clock.now() }, cmdId, stage, code)])
}
const ask = (req: 'grants' | 'decision', p: Record<string, unknown>, sn = 'LK4'): DeviceMessage => {
  seq += 1
  const ts = world.clock.now()
  return {
    kind: 'req',
    tenantId: 0,
    sn,
    parentSn: null,
    recvTs: ts,
    topic: `lo/v1/0/${sn}/up/req`,
    body: { v: 1, sn, boot: '9f31c2aa', seq, ts, tq: 2, rid: 'r1', req, p },
  }
}

describe('a grant that a lock may use without asking', () => {
  it('is sent to the lock, and 已同步 is what the lock has confirmed', async () => {
    const answer = await keeper().post('/lolockuser/loLockUser/add', {
      userId: 'u6',
      scopeType: 1,
      lockId: 'patrol',
      grantType: 2,
      actions: 'OPEN',
      validFrom: '2026-12-01 08:00:00',
      validTo: '2026-12-01 20:00:00',
      offlineFlag: 1,
      reason: '巡检离线',
    })
    expect(answer).toMatchObject({ success: true })
    expect(await grant()).toMatchObject({ sync_status: null })
    await runDueTimers(world.ctx)
    const { id } = await grant()
    // Eight hours are the most the type allows.
    expect(sent).toMatchObject([
      {
        type: 'GRANT',
        sn: 'PT9',
        params: { add: [{ gid: id, uid: 'u6', exp: world.clock.now() + 8 * 3_600_000 }] },
      },
    ])
    expect(await grant()).toMatchObject({ sync_status: 4 })
    await acknowledge('FAILED', 'LO-D4002')
    expect(await grant()).toMatchObject({ sync_status: 5 })
    await bridge().onMessages([ask('grants', {}, 'PT9')])
    await expect.poll(() => answers).toMatchObject([{ payload: { rid: 'r1', req: 'grants', code: '0' } }])
    await runDueTimers(world.ctx)
    await acknowledge('DONE')
    expect(await grant()).toMatchObject({ sync_status: 1, sync_error: null })
  })

  it('§3.3 credRef: carries what the lock recognises its holder by, as the page of grants has stored it', async () => {
    const { id } = await grant()
    const card = `card:${'9a'.repeat(32)}`
    const edit = (credRef: unknown, more: object = {}) =>
      keeper().post('/lolockuser/loLockUser/edit', { id, credRef, ...more })
    const told = async () => {
      await runDueTimers(world.ctx)
      return sent[0]?.params['add']
    }
    expect(await edit([card, 'key:K001'])).toMatchObject({ success: true })
    expect(await told()).toMatchObject([{ gid: id, cred: [card, 'key:K001'] }])
    await acknowledge('DONE')
    expect(await edit(['1234'])).toMatchObject({
      success: false,
      message: expect.stringContaining('不要填写卡号'),
    })
    expect(await edit([card], { offlineFlag: 0 })).toMatchObject({
      message: expect.stringContaining('允许离线'),
    })
    const another = await keeper().post('/lolockuser/loLockUser/add', {
      userId: 'u7',
      scopeType: 1,
      lockId: 'patrol',
      grantType: 1,
      actions: 'OPEN',
      offlineFlag: 1,
      credRef: [card],
      reason: '同一张卡',
    })
    expect(another).toMatchObject({ success: false, message: expect.stringContaining('已登记给') })
    // Taking away is never refused: off the lock, with what it was recognised by still noted, and on again.
    for (const offlineFlag of [0, 1])
      expect(await keeper().post('/lolockuser/loLockUser/edit', { id, offlineFlag })).toMatchObject({
        success: true,
      })
    await runDueTimers(world.ctx)
    await acknowledge('DONE')
    sent = []
    expect(await edit([])).toMatchObject({ success: true })
    expect(await told()).toMatchObject([{ gid: id, cred: [] }])
    await acknowledge('DONE')
  })

  it('T49 is taken from the lock while its holder has a removed lock to acknowledge, and he is given none', async () => {
    const { id } = await grant()
    const removal = (state: number) =>
      world.database.pool.query(
        `insert into lo_emergency_removal (id, tenant_id, lock_id, work_id, hold_id, owner_id, reason, request_by,
          request_time, owner_absent_proof, contact_log, area_clear_proof, state)
        values ('rm1', 0, 'demo-pl6', 'w', 'h', 'u6', '离厂', 'u5', now(), '{}', '[]', '{}', $1)
        on conflict (id) do update set state = $1`,
        [state],
      )
    const told = (state: number) =>
      world.ctx.db.transaction().execute(async (tx) => {
        await removal(state)
        await askForGrantSyncOf(tx, 0, 'u6', world.clock.now())
      })
    const give = (changes: object = {}) =>
      keeper().post('/lolockuser/loLockUser/add', {
        userId: 'u6',
        scopeType: 1,
        lockId: 'patrol',
        grantType: 1,
        actions: 'OPEN',
        reason: '长期',
        ...changes,
      })
    await told(2)
    await runDueTimers(world.ctx)
    expect(sent).toMatchObject([{ type: 'GRANT', params: { add: [], dels: [id] } }])
    await acknowledge('DONE')
    const answer = await give()
    expect(answer).toMatchObject({ success: false })
    expect(answer.message).toContain('确认前不能给他授权')
    expect(await give({ userId: 'u7' })).toMatchObject({ success: true })
    const edit = (changes: object) => keeper().put('/lolockuser/loLockUser/edit', { id, ...changes })
    expect((await edit({ validTo: '2026-12-01 22:00:00' })).message).toContain('确认前不能给他授权')
    // Taking away is never refused.
    expect(await edit({ validTo: '2026-12-01 19:00:00' })).toMatchObject({ success: true })
    await told(3)
    await runDueTimers(world.ctx)
    expect(sent.at(-1)).toMatchObject({ type: 'GRANT', params: { add: [{ gid: id, uid: 'u6' }] } })
    await acknowledge('DONE')
    expect(await give()).toMatchObject({ success: true })
  })

  it('is taken back from the lock when it is deleted', async () => {
    const { id } = await grant()
    expect(await keeper().delete('/lolockuser/loLockUser/delete', { id })).toMatchObject({ success: true })
    await runDueTimers(world.ctx)
    expect(sent).toMatchObject([{ type: 'GRANT', params: { add: [], dels: [id] } }])
    expect(await grant()).toMatchObject({ sync_status: 8 })
    await acknowledge('DONE')
    expect(await grant()).toMatchObject({ sync_status: null })
  })
})

describe('§5.8 a grant stands in a lock only where the leg L8 would open it', () => {
  const standing = (change: object = {}) =>
    keeper().post('/lolockuser/loLockUser/add', {
      userId: 'u7',
      scopeType: 1,
      lockId: 'patrol',
      grantType: 2,
      actions: 'OPEN',
      validFrom: '2026-12-01 08:00:00',
      validTo: '2026-12-01 20:00:00',
      offlineFlag: 1,
      credRef: ['slot:2'],
      reason: '巡检长期',
      ...change,
    })
  const query = (text: string) => world.database.pool.query(text)

  it.each([
    ['demo-lk1', '隔离锁'],
    ['demo-pl6', '个人锁'],
    ['demo-lb1', '集体锁箱'],
    ['demo-lk4', '须凭票开锁'],
  ])('R04 R06 R07 L5 %s is refused: %s', async (lockId, text) => {
    expect(await standing({ lockId })).toMatchObject({
      success: false,
      message: expect.stringContaining(text),
    })
  })

  it.each([
    [{ phases: '20' }, '有效阶段'],
    [{ methods: '02' }, '开锁方式'],
    [{ validTo: null, grantType: 1 }, '有效期止'],
    [{ scopeType: 3, areaCode: 'A01', lockId: null, credRef: null }, '单把锁'],
    [{ grantType: 5 }, '应急拆锁'],
  ])('refuses what the lock cannot judge by itself: %o', async (change, text) => {
    expect(await standing(change)).toMatchObject({ success: false, message: expect.stringContaining(text) })
  })

  it('never reaches such a lock, even when it was stored before', async () => {
    await query(`insert into lo_lock_user (id, user_id, scope_type, lock_id, grant_type, actions, valid_from, valid_to, offline_flag,
      cred_ref, reason, status) select 'old-' || l, 'u7', 1, l, 2, 'OPEN', '2026-12-01 08:00+08', '2026-12-02 08:00+08', 1,
      '["slot:9"]', '旧授权', 1 from unnest(array['demo-lk1', 'demo-lk4', 'demo-pl6', 'demo-lb1']) l`)
    await world.ctx.db.transaction().execute((tx) => askForGrantSyncOf(tx, 0, 'u7', world.clock.now()))
    await runDueTimers(world.ctx)
    expect(sent).toEqual([])
    await query(`delete from lo_lock_user where id like 'old-%'`)
  })

  /** Every change after which the lock may not open by itself, and the way back. */
  const changes: readonly [what: string, away: () => Promise<unknown>, back: () => Promise<unknown>][] = [
    [
      'R06 the type of the lock needs a ticket from now on',
      () => keeper().post('/lolocktype/loLockType/edit', { id: 'patrol-ty', ticketRequired: 1 }),
      () => keeper().post('/lolocktype/loLockType/edit', { id: 'patrol-ty', ticketRequired: 0 }),
    ],
    [
      'R13 its type opens to two people only',
      () => keeper().post('/lolocktype/loLockType/edit', { id: 'patrol-ty', dualAuth: 2 }),
      () => keeper().post('/lolocktype/loLockType/edit', { id: 'patrol-ty', dualAuth: 0 }),
    ],
    [
      'R02 the lock is switched off',
      () => keeper().post('/lolock/loLock/edit', { id: 'patrol', status: 0 }),
      () => keeper().post('/lolock/loLock/edit', { id: 'patrol', status: 1 }),
    ],
    [
      'R02 the lock is frozen',
      () => keeper().post('/lolock/loLock/freeze', { lockId: 'patrol' }),
      () => keeper().post('/lolock/loLock/unfreeze', { lockId: 'patrol' }),
    ],
    [
      'the tenant does without the leg L8',
      () => keeper().post('/lolegswitch/loLegSwitch/add', { leg: 'L8', status: 0, reason: '不用巡检通道' }),
      async () => {
        const { rows } = await query(`select id from lo_leg_switch where leg = 'L8' and del_flag = 0`)
        return keeper().delete('/lolegswitch/loLegSwitch/delete', { id: rows[0].id })
      },
    ],
    [
      'R04 a live ticket names the lock',
      async () => {
        await query(`insert into lo_work_lock (id, work_id, lock_id, use_type, user_ids, state)
          values ('k-patrol', 'w1', 'patrol', 2, '[]', 1)`)
        await moved()
        return { success: true }
      },
      async () => {
        await query(`update lo_work_lock set state = 3 where id = 'k-patrol'`)
        await moved()
        return { success: true }
      },
    ],
  ]
  const moved = () =>
    world.emit('ticket.moved', {
      tenantId: 0,
      workId: 'w1',
      transId: 't1',
      hasEntered: true,
      status: 20,
      phase: 20,
      voidFlag: false,
      closeFlag: false,
    })

  it.each(changes)('is taken back, with a higher epoch, when %s', async (_, away, back) => {
    const told = async () => {
      sent = []
      const packageSent = async () => {
        await runDueTimers(world.ctx)
        return sent.findLast(({ type }) => type === 'GRANT')?.params
      }
      await expect.poll(packageSent).toBeDefined()
      const params = await packageSent()
      await acknowledge('DONE')
      return params
    }
    const epoch = async () =>
      (await query(`select rev_epoch::int as epoch from lo_lock where id = 'patrol'`)).rows[0].epoch
    const { rows } = await query(`select id from lo_lock_user where reason = '巡检长期' and del_flag = 0`)
    if (rows.length === 0) {
      expect(await standing()).toMatchObject({ message: '添加成功！', success: true })
      expect(await told()).toMatchObject({ add: [{ uid: 'u7', cred: ['slot:2'] }] })
    }
    const before = await epoch()
    expect(await away()).toMatchObject({ success: true })
    expect(await told()).toMatchObject({ add: [], gids: [], epoch: before + 1 })
    expect(await back()).toMatchObject({ success: true })
    expect(await told()).toMatchObject({ add: [{ uid: 'u7' }], dels: [], epoch: before + 1 })
  })
})

describe('a lock that asks for a decision', () => {
  it('is told yes or no by the interlock, with the number of the decision', async () => {
    await bridge().onMessages([ask('decision', { uid: 'u6', wid: 'w1' })])
    await expect.poll(() => answers.length).toBe(1)
    const { rows } = await world.database.pool.query(`select decision_id, allow, user_id from lo_decision`)
    expect(rows).toHaveLength(1)
    expect(answers[0]?.payload).toMatchObject({
      req: 'decision',
      code: rows[0].allow === 1 ? '0' : 'LO-D2001',
      p: { allow: rows[0].allow === 1, dec: rows[0].decision_id },
    })
    expect(rows[0]).toMatchObject({ user_id: 'u6', allow: 1 })
  })

  it.each([{}, { uid: 'nobody' }])('is told no when it does not say for whom: %o', async (p) => {
    await bridge().onMessages([ask('decision', p)])
    await expect.poll(() => answers[0]?.payload).toMatchObject({ code: 'LO-D2001', p: { allow: false } })
  })
})
