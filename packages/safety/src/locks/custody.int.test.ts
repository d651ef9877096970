import { lockEndpoints, type CustodyEntry, type LockHolder, type OpenAnswer } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { areas } from '../areas/index.ts'
import { recordEvents } from '../lock-records/record-events.ts'
import { authenticateDevice } from '../lock-records/device-bridge.ts'
import { DAY_D, eventFrom, plantDemo, stateFrom } from '../lock-records/testing.ts'
import { locks } from './index.ts'
import { plantTicketAtWork } from './testing.ts'

const TEN = DAY_D + 3_600_000
const sent: { type: string; sn: string }[] = []
const kicked: string[] = []

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
    ],
    locks: {
      async send({ type, sn }) {
        sent.push({ type, sn })
        return { sent: true }
      },
    },
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
  await plantTicketAtWork(world)
  world.ctx.broadcasts.on('device.disabled', ({ sn }) => void kicked.push(sn))
  world.clock.set(TEN)
})
afterAll(() => world[Symbol.asyncDispose]())

const keeper = () => world.as({ userId: 'u9', username: 'u9' })
const rowOf = async (lockId: string) =>
  (
    await world.database.pool.query(
      `select custody, status, lock_status, freeze_flag, rev_epoch::int as epoch, revision, lock_name from lo_lock where id = $1`,
      [lockId],
    )
  ).rows[0]
const edit = (body: object) => keeper().put('/lolock/loLock/edit', body)

describe('an edit that an edit cannot do', () => {
  it('is refused with the field, and nothing says 编辑成功', async () => {
    const answer = await edit({ id: 'demo-lk1', custody: 5 })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('“保管状态”由系统维护') })
    expect(await rowOf('demo-lk1')).toMatchObject({ custody: 0 })
  })

  it('takes a whole row sent back with one change', async () => {
    const { result } = await keeper().get<Record<string, unknown>>('/lolock/loLock/queryById', {
      id: 'demo-lk1',
    })
    expect(await edit({ ...result, lockName: '改名后的锁', revision: undefined })).toMatchObject({
      success: true,
      message: '编辑成功!',
    })
    expect(await rowOf('demo-lk1')).toMatchObject({ lock_name: '改名后的锁', custody: 0 })
  })

  it('names what devices report beside a change that it stores, and refuses it alone', async () => {
    const both = await edit({ id: 'demo-lk1', lockName: '又改名', lockStatus: 2 })
    expect(both).toMatchObject({ success: true, message: '编辑成功!“锁状态”由系统维护，未修改' })
    expect(await edit({ id: 'demo-lk1', lockStatus: 2 })).toMatchObject({ success: false })
  })

  it('is no different in an add: what only the server writes is refused, stamps of a copied row are not', async () => {
    const { result } = await keeper().get<Record<string, unknown>>('/lolock/loLock/queryById', {
      id: 'demo-lk1',
    })
    const copy = {
      lockName: '新锁',
      lockTypeId: result?.['lockTypeId'],
      keeperId: 'u9',
      areaId: result?.['areaId'],
      lockPurpose: 1,
    }
    const add = (more: object) => keeper().post('/lolock/loLock/add', { ...copy, ...more })
    expect(await add({ lockCode: 'NEW1', custody: 5 })).toMatchObject({
      success: false,
      message: expect.stringContaining('“保管状态”由系统维护'),
    })
    const { rows } = await world.database.pool.query(`select 1 from lo_lock where lock_code = 'NEW1'`)
    expect(rows).toEqual([])
    const stamps = {
      createBy: 'somebody',
      createTime: '2026-01-01 00:00:00',
      updateBy: 'x',
      revision: 7,
      sysOrgCode: 'A01',
    }
    expect(await add({ lockCode: 'NEW1', ...stamps, lockStatus: 2 })).toMatchObject({ success: true })
  })

  it('refuses another tenant and a deletion mark', async () => {
    expect(await edit({ id: 'demo-lk1', tenantId: 7, lockName: 'x' })).toMatchObject({ success: false })
    expect(await edit({ id: 'demo-lk1', delFlag: 1, lockName: 'x' })).toMatchObject({ success: false })
  })
})

describe('a lost lock', () => {
  const openLk4 = () =>
    world.as({ userId: 'u6', username: 'u6', sessionId: 's-u6' }).post<OpenAnswer>('/lolock/loLock/open', {
      lockId: 'demo-lk4',
      workId: 'w1',
      clientOpId: newUlid(),
      proof: { nfcUid: 'x' },
    })

  it('needs a reason for everything but the loss, which is taken without one (safe-calls)', async () => {
    for (const call of ['repair', 'scrap'])
      expect(
        await keeper().post(`/lolock/loLock/${call}`, { lockIds: ['demo-lk4'], reason: '' }),
      ).toMatchObject({
        success: false,
        message: expect.stringContaining('原因'),
      })
    expect(await rowOf('demo-lk4')).not.toMatchObject({ custody: 5 })
  })

  it('is unusable at once: grants end, the epoch rises, its device is cut off, opening is refused', async () => {
    const before = await rowOf('demo-lk4')
    const answer = await keeper().post('/lolock/loLock/reportLost', {
      lockIds: ['demo-lk4'],
      reason: '交接时找不到',
      personId: 'u6',
    })
    expect(answer).toMatchObject({ success: true, message: 'LK4 已报失，锁具已不能使用' })
    expect(await rowOf('demo-lk4')).toMatchObject({ custody: 4, freeze_flag: 1, epoch: before.epoch + 1 })
    const { rows: grants } = await world.database.pool.query(
      `select distinct status from lo_lock_user where lock_id = 'demo-lk4'`,
    )
    expect(grants).toEqual([{ status: 4 }])
    expect(sent.map(({ type, sn }) => `${type} ${sn}`)).toEqual(['GRANT LK4', 'FREEZE LK4'])
    await expect.poll(() => kicked).toEqual(['LK4'])
    expect(await authenticateDevice(world.ctx, { username: '0/LK4', password: 'secret-LK4' })).toBeNull()
    const { result } = await openLk4()
    expect(result.allow).toBe(false)
    expect(JSON.stringify(result.rules)).toContain('处于丢失')
  })

  it('is not believed any more, also through a gateway', async () => {
    const { events, unknown } = await recordEvents(world.ctx, [
      eventFrom('LK4', { seq: 900, ts: TEN }, { type: 'CLOSE' }),
    ])
    expect({ events, unknown }).toEqual({ events: 0, unknown: 1 })
    const { rows } = await world.database.pool.query(
      `select reason from lo_quarantine where device_sn = 'LK4'`,
    )
    expect(rows).toEqual([{ reason: 'DEVICE_DISABLED' }])
  })

  it('is believed that it stands open, and never that somebody allowed it or that it is shut again', async () => {
    const status = async () => (await rowOf('demo-lk4')).lock_status
    await world.database.pool.query(
      `update lo_lock set lock_status = 1, latch = 1, shackle = 1 where id = 'demo-lk4'`,
    )
    await recordEvents(world.ctx, [
      eventFrom('LK4', { seq: 901, ts: TEN }, { type: 'OPEN', uid: 'u6', gid: 'demo-grant', cmd: 'CMD1' }),
    ])
    expect(await status()).toBe(2)
    const { rows } = await world.database.pool.query(
      `select event_type, grant_id, decision_id, cmd_id from lo_lock_log where device_sn = 'LK4'`,
    )
    expect(rows).toEqual([{ event_type: 'OPEN', grant_id: null, decision_id: null, cmd_id: null }])
    await recordEvents(world.ctx, [
      eventFrom('LK4', { seq: 902, ts: TEN }, { type: 'CLOSE' }),
      stateFrom('LK4', { seq: 903, ts: TEN }, 1),
    ])
    expect(await status()).toBe(2)
    await world.database.pool.query(
      `update lo_lock set lock_status = 1, latch = 1, shackle = 1 where id = 'demo-lk4'`,
    )
    await recordEvents(world.ctx, [stateFrom('LK4', { seq: 904, ts: TEN }, 0)])
    expect(await status()).toBe(2)
  })

  it('is found again by a call, with everything in its history', async () => {
    expect(
      await keeper().post('/lolock/loLock/putBack', { lockIds: ['demo-lk4'], reason: '入库' }),
    ).toMatchObject({
      success: false,
      message: expect.stringContaining('当前为“丢失”'),
    })
    await keeper().post('/lolock/loLock/found', {
      lockIds: 'demo-lk4',
      reason: '在工具房找到',
      personId: 'u7',
    })
    expect(await rowOf('demo-lk4')).toMatchObject({ custody: 0 })
    expect(await authenticateDevice(world.ctx, { username: '0/LK4', password: 'secret-LK4' })).not.toBeNull()
    const { result } = await keeper().get<CustodyEntry[]>('/lolock/loLock/custody', { lockId: 'demo-lk4' })
    expect(result.map(({ action, remark, workNos }) => [action, remark, workNos])).toEqual([
      ['FOUND', '在工具房找到', 'A01-10-20261201-0001'],
      ['LOST', '交接时找不到', 'A01-10-20261201-0001'],
    ])
    await expect(world.database.pool.query(`delete from lo_lock_custody`)).rejects.toThrow('append-only')
  })
})

describe('a lock that a ticket relies on', () => {
  beforeAll(async () => {
    await world.database.pool.query(`
      insert into lo_point_hold (id, point_id, lock_id, work_id, user_id, hold_type, state, placed_time)
        values ('h1', 'demo-pt1', 'demo-lk1', 'w1', 'u9', 1, 1, now())`)
  })
  it.each([
    ['停用', () => edit({ id: 'demo-lk1', status: 0 })],
    ['删除', () => keeper().delete('/lolock/loLock/delete', { id: 'demo-lk1' })],
    ['报废', () => keeper().post('/lolock/loLock/scrap', { lockIds: ['demo-lk1'], reason: '旧了' })],
    ['送修', () => keeper().post('/lolock/loLock/repair', { lockIds: ['demo-lk1'], reason: '卡滞' })],
  ])('is not %s', async (what, act) => {
    const answer = await act()
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(`不能${what}`) })
    expect(answer.message).toContain('A01-10-20261201-0001')
    expect(await rowOf('demo-lk1')).toMatchObject({ custody: 0, status: 1 })
  })
})

it('a lock that nobody relies on is sent to repair, comes back and is scrapped, and then nothing more', async () => {
  const act = (call: string) =>
    keeper().post(`/lolock/loLock/${call}`, { lockIds: ['demo-lk3'], reason: '年检' })
  for (const [call, state] of [
    ['repair', 5],
    ['putBack', 0],
    ['scrap', 6],
  ] as const) {
    expect(await act(call)).toMatchObject({ success: true })
    expect(await rowOf('demo-lk3')).toMatchObject({ custody: state })
  }
  expect(await act('repair')).toMatchObject({ success: false })
})

it('a lock without a device is frozen and unfrozen on the server', async () => {
  for (const [verb, flag] of [
    ['freeze', 1],
    ['unfreeze', 0],
  ] as const) {
    expect(await keeper().post(`/lolock/loLock/${verb}`, { lockId: 'demo-pl6' })).toMatchObject({
      success: true,
    })
    expect(await rowOf('demo-pl6')).toMatchObject({ freeze_flag: flag })
  }
})

it('what is not frozen is not unfrozen again: the answer says so instead of success', async () => {
  const unfreeze = () => keeper().post('/lolock/loLock/unfreeze', { lockId: 'demo-pl6' })
  await keeper().post('/lolock/loLock/freeze', { lockId: 'demo-pl6' })
  expect(await unfreeze()).toMatchObject({ success: true })
  // One that may not have reached its device may be sent again.
  await world.database.pool.query(
    `update lo_cmd set status = 8 where lock_id = 'demo-pl6' and cmd_type = 'UNFREEZE'`,
  )
  const again = await unfreeze()
  expect(again.success).toBe(false)
  expect(again.message).toMatch(/没有冻结，不需要解冻$/)
})

describe('§5.8 L6 a lock that shuts a door or cabinet', () => {
  const open = async () => {
    const { rows } = await world.database.pool.query(`select id from lo_lock where lock_code = 'CAB9'`)
    return world.as({ userId: 'u11', username: 'u11' }).post('/lolock/loLock/open', {
      lockId: rows[0].id,
      workId: '',
      proof: null,
      clientOpId: newUlid(),
    })
  }
  const cabinet = async () =>
    (await world.database.pool.query(`select id, custody from lo_lock where lock_code = 'CAB9'`)).rows[0]

  it('opens for nobody as if it lay in a store, from its first day on, and is installed by a call', async () => {
    const { rows } = await world.database.pool.query(
      `select lock_type_id, area_id from lo_lock where id = 'demo-lk4'`,
    )
    expect(
      await world.as().post('/lolock/loLock/add', {
        lockCode: 'CAB9',
        lockName: '配电柜锁',
        lockPurpose: 2,
        keeperId: 'u11',
        lockTypeId: rows[0].lock_type_id,
        areaId: rows[0].area_id,
      }),
    ).toMatchObject({ success: true })
    expect(await open()).toMatchObject({ result: { allow: false, leg: 'L1' } })
    const { id } = await cabinet()
    const install = (lockId: string) =>
      keeper().post('/lolock/loLock/install', { lockIds: [lockId], reason: '装在 3 号柜' })
    expect(await install(id)).toMatchObject({ success: true })
    expect(await cabinet()).toMatchObject({ custody: 2 })
    expect(await open()).toMatchObject({ result: { allow: false, leg: 'L1' } })
    expect(await install(id)).toMatchObject({ success: false, message: expect.stringContaining('已安装') })
    expect(await install('demo-pl6')).toMatchObject({
      success: false,
      message: expect.stringContaining('个人锁'),
    })
  })
})

it('the history of a lock says who had it when: handed on, hung on a point for a ticket, opened', async () => {
  await world.database.pool.query(`
    insert into lo_point_hold (id, tenant_id, point_id, work_id, user_id, lock_id, hold_type, placed_time, removed_time, state)
      values ('hist-h', 0, 'demo-pt1', 'no-ticket', 'u9', 'demo-lk3', 1, '2026-11-20 08:00+08', '2026-11-20 16:00+08', 0);
    insert into lo_lock_onoff (id, tenant_id, lock_id, open_time, open_user_id, open_method, close_time, state)
      values ('hist-s', 0, 'demo-lk3', '2026-11-21 08:00+08', 'u9', '1', '2026-11-21 08:05+08', 2)`)
  const { result } = await keeper().get<LockHolder[]>(lockEndpoints.holders.path, { lockId: 'demo-lk3' })
  expect(result.filter(({ id }) => id.startsWith('hist-'))).toMatchObject([
    { id: 'hist-s', kind: 'session', from: '2026-11-21 08:00:00', to: '2026-11-21 08:05:00' },
    { id: 'hist-h', kind: 'hold', what: '隔离上锁', from: '2026-11-20 08:00:00' },
  ])
  const foreign = world.as({ userId: 'u9', username: 'u9', tenantId: 9 })
  expect((await foreign.get(lockEndpoints.holders.path, { lockId: 'demo-lk3' })).success).toBe(false)
})
