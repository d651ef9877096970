import { point } from '@suoan/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { areas } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'areas', mount: areas }] })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

async function edit(change: object) {
  const { rows } = await world.database.pool.query(`select revision from lo_point where id = 'demo-pt1'`)
  return world.as().put(`${point.path}/edit`, { id: 'demo-pt1', revision: rows[0]?.revision, ...change })
}

it('G12: a limit with a figure nobody can compare is refused with an example, when it is edited and when it is added', async () => {
  const refused = { success: false, message: expect.stringContaining('例如 0 V、≤0.05 MPa') }
  expect(await edit({ verifyLimit: '约 50 V' })).toMatchObject(refused)
  for (const verifyLimit of ['＜50 V', '不大于 50 伏', '0~50 V', '排放阀全开', null])
    expect(await edit({ verifyLimit })).toMatchObject({ success: true })
  const { rows } = await world.database.pool.query(`select * from lo_point where id = 'demo-pt1'`)
  const added = {
    pointCode: 'Q9',
    pointName: '断路器 Q9',
    equipId: rows[0]?.equip_id,
    areaId: rows[0]?.area_id,
    pointType: 'BRK',
    energyType: 'E',
    normalPos: 'ON',
    safePos: 'OFF',
    isoMethod: 'E1',
    verifyMethods: '2',
  }
  const add = (verifyLimit: string) => world.as().post(`${point.path}/add`, { ...added, verifyLimit })
  expect(await add('≤10,000 V')).toMatchObject(refused)
  expect(await add('≤50 V')).toMatchObject({ success: true })
})

it('G11: a point carries one lock or, a drain, none: more are refused where the point is saved', async () => {
  expect(await edit({ lockCount: 2 })).toMatchObject({
    success: false,
    message: expect.stringContaining('需锁数量'),
  })
  expect(await edit({ lockCount: 1 })).toMatchObject({ success: true })
})

it.each([
  ['二维码', { qrCode: 'QR-LK1' }],
  ['二维码', { qrCode: 'LK1' }],
  ['二维码', { qrCode: 'NFC-PT2' }],
  ['NFC 标签', { nfcUid: 'QR-LK1' }],
  ['NFC 标签', { nfcUid: 'QR-PT2' }],
])('R12: the %s of a point is the code of no lock and of no other point: %j', async (label, change) => {
  await world.database.pool.query(`update lo_lock set qr_code = 'QR-LK1' where id = 'demo-lk1';
    update lo_point set qr_code = 'QR-PT2', nfc_uid = 'NFC-PT2' where id = 'demo-pt2'`)
  expect(await edit(change)).toMatchObject({ success: false, message: expect.stringContaining(label) })
})

it('R12: the codes of a point may be its own number, or what nobody has', async () => {
  expect(await edit({ qrCode: 'Q1', nfcUid: 'NFC-9' })).toMatchObject({ success: true })
})
