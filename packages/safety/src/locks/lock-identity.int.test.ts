import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { plantDemo } from '../lock-records/testing.ts'
import { locks } from './index.ts'
import { plantTicketAtWork } from './testing.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'locks', mount: locks }] })
  await plantDemo(world.ctx)
  await plantTicketAtWork(world)
})
afterAll(() => world[Symbol.asyncDispose]())

const edit = (id: string, change: object) => world.as().post('/lolock/loLock/edit', { id, ...change })

describe('R12 what a lock is recognised by is its own', () => {
  it.each([
    ['the code on another lock', 'QR-LK2'],
    ['the number of another lock', 'LK2'],
    ['the tag of a point', 'NFC-PT1'],
    ['the code of a point', 'QR-PT1'],
    ['the number of a point', 'Q1'],
  ])('its QR code is not %s', async (_, qrCode) => {
    await world.database.pool.query(`update lo_lock set qr_code = 'QR-LK2' where id = 'demo-lk2';
      update lo_point set qr_code = 'QR-PT1' where id = 'demo-pt1'`)
    expect(await edit('demo-lk1', { qrCode })).toMatchObject({
      success: false,
      message: expect.stringContaining('二维码'),
    })
  })

  it('its QR code may be its own number, or one that nobody has', async () => {
    for (const qrCode of ['QR-9', 'LK1', ''])
      expect(await edit('demo-lk1', { qrCode })).toMatchObject({ success: true })
  })

  it('its SIM card stays as it is under a live ticket, like the other names it is known by', async () => {
    expect(await edit('demo-lk4', { iccid: '8986001' })).toMatchObject({
      success: false,
      message: expect.stringContaining('SIM卡号'),
    })
  })
})
