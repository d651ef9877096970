import type { DeviceGap, DeviceLogin } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { areas } from '../areas/index.ts'
import { authenticateDevice } from '../lock-records/device-bridge.ts'
import { recordEvents } from '../lock-records/record-events.ts'
import { DAY_D, eventFrom, plantDemo } from '../lock-records/testing.ts'
import { locks } from '../locks/index.ts'
import { plantTicketAtWork } from '../locks/testing.ts'
import { devices } from './index.ts'

const kicked: string[] = []
let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
      { name: 'devices', mount: devices },
    ],
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
  await plantTicketAtWork(world)
  world.ctx.broadcasts.on('device.disabled', ({ tenantId, sn }) => void kicked.push(`${tenantId}/${sn}`))
})
afterAll(() => world[Symbol.asyncDispose]())

const keeper = () => world.as({ userId: 'u11', username: 'u11' })

describe('deleting a device', () => {
  it('ends its connection at once and lets it in no more', async () => {
    expect(await authenticateDevice(world.ctx, { username: '0/K1', password: 'secret-K1' })).not.toBeNull()
    expect(await keeper().delete('/lodevice/loDevice/delete', { id: 'demo-dev-k1' })).toMatchObject({
      success: true,
    })
    expect(kicked).toEqual(['0/K1'])
    expect(await authenticateDevice(world.ctx, { username: '0/K1', password: 'secret-K1' })).toBeNull()
  })

  it('is refused while a live ticket relies on a lock behind it', async () => {
    expect(await keeper().delete('/lodevice/loDevice/delete', { id: 'demo-dev-lk4' })).toMatchObject({
      success: false,
      message: expect.stringContaining('LK4 正用于工作票'),
    })
  })
})

it('the list of devices shows the number of the last message of each', async () => {
  for (const seq of [7, 8]) {
    const ts = DAY_D + seq
    await recordEvents(world.ctx, [eventFrom('LK4', { seq, ts, recvTs: ts }, { type: 'CLOSE', ts })])
    const { result } = await keeper().get('/lodevice/loDevice/list?deviceSn=LK4')
    expect(result).toMatchObject({ records: [{ deviceSn: 'LK4', lastSeq: seq }] })
  }
})

describe('the calibration of a detector', () => {
  const edit = async (change: object) => {
    const { rows } = await world.database.pool.query(
      `select revision from lo_device where id = 'demo-dev-gas1'`,
    )
    return keeper().put('/lodevice/loDevice/edit', {
      id: 'demo-dev-gas1',
      revision: rows[0].revision,
      ...change,
    })
  }
  const evidence = { calibDate: '2026-11-20', calibCertNo: 'JL-2026-118' }

  it.each([
    ['nothing', {}, '检定日期'],
    ['no certificate', { calibDate: '2026-11-20' }, '证书编号'],
    ['a day to come', { ...evidence, calibDate: '2026-12-02' }, '检定日期不能晚于今天'],
    ['a longer term than a year', { ...evidence, calibValidTo: '2027-11-21' }, '一年'],
  ])('lasts longer only by a new one: with %s it is refused', async (_what, change, reason) => {
    expect(await edit({ calibValidTo: '2027-11-19', ...change })).toMatchObject({
      success: false,
      message: expect.stringContaining(reason),
    })
  })

  it('lasts longer by a date and a certificate, neither of them twice; shorter at any time', async () => {
    expect(await edit({ calibValidTo: '2027-11-19', ...evidence })).toMatchObject({ success: true })
    expect(await edit({ calibValidTo: '2027-11-20', ...evidence })).toMatchObject({
      success: false,
      message: expect.stringContaining('上次'),
    })
    expect(await edit({ calibValidTo: '2026-12-01' })).toMatchObject({ success: true })
    expect(await edit({ calibValidTo: '2027-11-19' })).toMatchObject({ success: false })
  })
})

describe('enrolling devices', () => {
  const enrollAll = (...devices: object[]) =>
    keeper().post<DeviceLogin[]>('/lodevice/loDevice/enroll', { devices })
  const knock = (username: string, password: string) => authenticateDevice(world.ctx, { username, password })

  it('a list is enrolled in one call; each gets a secret, shown once and kept as a hash, that lets it in', async () => {
    const answer = await enrollAll(
      { deviceSn: 'GW9', kind: 'GW', deviceName: '东区网关', areaCode: 'A01' },
      { deviceSn: 'LK90', kind: 'LOCK', parentSn: 'GW9' },
      { deviceSn: 'G9', kind: 'GAS', calibValidTo: '2027-06-30' },
    )
    expect(answer).toMatchObject({ success: true })
    const [gateway, lock, detector] = answer.result
    expect(lock).toMatchObject({ deviceSn: 'LK90', secret: null })
    expect(await knock(gateway?.username ?? '', gateway?.secret ?? '')).toEqual({
      tenantId: 0,
      sn: 'GW9',
      children: ['LK90'],
    })
    expect(await knock('0/G9', detector?.secret ?? '')).not.toBeNull()
    expect(await knock('0/GW9', detector?.secret ?? '')).toBeNull()
    expect(await knock('0/LK90', '')).toBeNull()
    const { rows } = await world.database.pool.query(
      `select secret_hash from lo_device where device_sn = 'GW9'`,
    )
    expect(rows[0].secret_hash).not.toContain(gateway?.secret)
    const list = await keeper().get('/lodevice/loDevice/list', { deviceSn: 'GW9' })
    expect(JSON.stringify(list)).not.toContain('sha256:')
  })

  it.each([
    [
      'a serial number twice',
      [
        { deviceSn: 'T1', kind: 'GW' },
        { deviceSn: 'T1', kind: 'GW' },
      ],
      '在清单中重复',
    ],
    ['one that is registered', [{ deviceSn: 'GW1', kind: 'GW' }], '已登记'],
    ['a carrier nobody knows', [{ deviceSn: 'T2', kind: 'LOCK', parentSn: 'NOPE' }], '的上级 NOPE 没有登记'],
    ['a carrier that is a lock', [{ deviceSn: 'T3', kind: 'LOCK', parentSn: 'LK1' }], '只能是网关或智能钥匙'],
    ['a detector without calibration', [{ deviceSn: 'T4', kind: 'GAS' }], '须填写检定有效期'],
    ['an area that is not there', [{ deviceSn: 'T5', kind: 'GW', areaCode: 'ZZ' }], '区域 ZZ 不存在'],
  ])('refuses %s, and then none of the list', async (_what, devices, reason) => {
    const answer = await enrollAll({ deviceSn: 'GOOD', kind: 'GW' }, ...devices)
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(reason) })
    const { rows } = await world.database.pool.query(`select 1 from lo_device where device_sn = 'GOOD'`)
    expect(rows).toEqual([])
  })

  it('a secret is changed without an outage: old and new both work until the term is over', async () => {
    const rotated = await keeper().post<DeviceLogin>('/lodevice/loDevice/rotate', {
      deviceSn: 'GW1',
      graceHours: 2,
    })
    expect(rotated.result.oldUntil).toBe('2026-12-01 11:00:00')
    const works = async () => [
      (await knock('0/GW1', 'secret-GW1')) !== null,
      (await knock('0/GW1', rotated.result.secret ?? '')) !== null,
    ]
    expect(await works()).toEqual([true, true])
    expect(kicked).not.toContain('0/GW1')
    world.clock.advance(2 * 3_600_000)
    expect(await works()).toEqual([false, true])
    world.clock.set(DAY_D)
    await keeper().post('/lodevice/loDevice/rotate', { deviceSn: 'GW1', graceHours: 0 })
    expect(await works()).toEqual([false, false])
    await expect.poll(() => kicked).toContain('0/GW1')
  })

  it('is disabled at once, and enabled again; neither twice', async () => {
    const act = (call: string) =>
      keeper().post(`/lodevice/loDevice/${call}`, { deviceSn: 'G9', reason: '送检' })
    // A detector that will never connect is activated by whoever has seen it, once; a gateway activates itself.
    expect(await act('enable')).toMatchObject({ success: true })
    expect(await act('enable')).toMatchObject({
      success: false,
      message: expect.stringContaining('当前为“离线”'),
    })
    expect(
      await keeper().post('/lodevice/loDevice/enable', { deviceSn: 'GW9', reason: '送检' }),
    ).toMatchObject({ success: false, message: expect.stringContaining('当前为“未激活”') })
    expect(await act('disable')).toMatchObject({ success: true })
    await expect.poll(() => kicked).toContain('0/G9')
    expect(await act('disable')).toMatchObject({
      success: false,
      message: expect.stringContaining('当前为“禁用”'),
    })
    expect(await act('enable')).toMatchObject({ success: true })
    const held = await keeper().post('/lodevice/loDevice/disable', { deviceSn: 'LK4', reason: '检修' })
    expect(held).toMatchObject({ success: false, message: expect.stringContaining('LK4 正用于工作票') })
  })

  it('a detector at a place of running work is cut off at once, saying what follows, and not deleted', async () => {
    await world.database.pool.query(`
      insert into lo_work_detector (id, tenant_id, work_id, device_sn, point_desc, on_by, on_time)
        values ('at1', 0, 'w1', 'GAS1', '泵坑', 'u10', now());
      update lo_work_type set gas_continuous = 1 where type_code = '10'`)
    const remove = () => keeper().delete('/lodevice/loDevice/delete', { id: 'demo-dev-gas1' })
    expect(await remove()).toMatchObject({
      success: false,
      message: expect.stringContaining('检测仪 GAS1 正在工作票 A01-10-20261201-0001 的“泵坑”，不能删除'),
    })
    const off = await keeper().post('/lodevice/loDevice/disable', { deviceSn: 'GAS1', reason: '误报' })
    expect(off).toMatchObject({
      success: true,
      message: expect.stringContaining('请立即换上其他检测仪，否则作业将在 5 分钟内自动停止'),
    })
    await world.database.pool.query(`update lo_work_detector set off_time = now()`)
    expect(await remove()).toMatchObject({ success: true })
  })

  it('one that was lost comes back with another secret', async () => {
    const { result } = await enrollAll({ deviceSn: 'K9', kind: 'KEY' })
    const [login] = result
    await world.database.pool.query(`update lo_device set status = 3 where device_sn = 'K9'`)
    const found = await keeper().post<DeviceLogin>('/lodevice/loDevice/found', {
      deviceSn: 'K9',
      reason: '在更衣柜找到',
    })
    expect(await knock('0/K9', login?.secret ?? '')).toBeNull()
    expect(await knock('0/K9', found.result.secret ?? '')).toMatchObject({ children: 'any' })
  })

  it('a gap is declared lost by a person with a reason, once', async () => {
    await world.database.pool
      .query(`insert into lo_device_gap (id, tenant_id, device_sn, boot_id, from_seq, to_seq, missing,
      opened_time) values ('gap1', 0, 'LK4', '9f31c2aa', 4, 33, '{[4,34)}', now())`)
    const listed = await keeper().get<DeviceGap[]>('/lodevice/loDevice/gaps', { deviceSn: 'LK4' })
    expect(listed.result).toMatchObject([{ fromSeq: 4, toSeq: 33, missing: 30, state: 1 }])
    const declare = () =>
      keeper().post('/lodevice/loDevice/gapLost', { gapId: 'gap1', reason: '设备存储损坏' })
    expect(await declare()).toMatchObject({ success: true })
    expect(await declare()).toMatchObject({ success: false })
  })
})
