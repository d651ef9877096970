import type { CommonLock, OpenAnswer, Page } from '@suoan/contract'
import { newUlid } from '@suoan/kit/id'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { areas } from '../areas/index.ts'
import { lockRecords } from '../lock-records/index.ts'
import { DAY_D, plantDemo } from '../lock-records/testing.ts'
import { locks } from './index.ts'
import { plantTicketAtWork } from './testing.ts'

let world: TestWorld

beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
      { name: 'lock-records', mount: lockRecords },
    ],
  })
  // 10:00 on day D.
  world.clock.set(DAY_D + 3_600_000)
  await plantDemo(world.ctx)
  await plantTicketAtWork(world)
  await world.database.pool.query(`
    update lo_lock set lng = 121.5, lat = 31.2 where id = 'demo-lk4';
    update lo_area set lng = 121.5, lat = 31.21 where id = 'demo-a0101';
    update lo_lock set last_seen = '2026-12-01 09:30:00+08', last_open_time = '2026-12-01 09:20:00+08', last_open_user = '赵六',
      last_close_time = '2026-12-01 09:30:00+08', last_close_user = '钱七' where id = 'demo-lk4'`)
})
afterAll(() => world[Symbol.asyncDispose]())

const as = (userId: string, more: Parameters<TestWorld['as']>[0] = {}): TestClient =>
  world.as({ userId, username: userId, sessionId: `s-${userId}`, ...more })
const list = async (
  who: TestClient,
  asked: Readonly<Record<string, string>> = {},
): Promise<Page<CommonLock>> =>
  (await who.get<Page<CommonLock>>('/lolock/loLock/commonList', { ...asked })).result
const codes = ({ records }: Page<CommonLock>): string[] => records.map(({ lockCode }) => lockCode)

describe('公用锁具', () => {
  it('shows box and access locks and one’s own stars, one’s own first, and nobody else’s', async () => {
    const shared = codes(await list(as('u6')))
    expect(shared).toContain('LK4')
    expect(shared).not.toContain('LK1')
    const star = await as('u6').post('/lolock/loLock/favorite', { lockId: 'demo-lk1', on: true })
    expect(star).toMatchObject({ success: true, message: '已收藏' })
    const mine = await list(as('u6'))
    expect(mine.records[0]).toMatchObject({ lockCode: 'LK1', favorite: true })
    expect(mine.total).toBe(shared.length + 1)
    expect(codes(await list(as('u7')))).toEqual(shared)
    await as('u6').post('/lolock/loLock/favorite', { lockId: 'demo-lk1', on: false })
    expect(codes(await list(as('u6')))).toEqual(shared)
  })

  it('gives the interlock’s own answer for the caller and his ticket, and the press gets the same one', async () => {
    const of = async (userId: string) =>
      (await list(as(userId), { keyword: 'LK4' })).records.find(({ lockCode }) => lockCode === 'LK4')
    expect(await of('u6')).toMatchObject({ wouldOpen: { allow: true }, workNo: 'A01-10-20261201-0001' })
    const refused = await of('u7')
    expect(refused?.wouldOpen?.allow).toBe(false)
    const pressed = await as('u7').post<OpenAnswer>('/lolock/loLock/open', {
      lockId: 'demo-lk4',
      workId: 'w1',
      clientOpId: newUlid(),
      proof: { nfcUid: 'NFC-LK4' },
    })
    expect(pressed.result.changes.map(({ text }) => text)).toEqual(
      refused?.wouldOpen?.changes.map(({ text }) => text),
    )
  })

  it('says how far away a lock is, by its own place or its area’s, and puts the nearest first', async () => {
    const here = { lng: '121.5', lat: '31.201' }
    const near = await list(as('u6'), { ...here, near: '1' })
    expect(near.records[0]).toMatchObject({ lockCode: 'LK4', distanceM: 111, distanceTo: 'lock' })
    for (const row of near.records.slice(1)) expect(row.distanceTo).toBe('area')
    expect((await list(as('u6'))).records[0]).toMatchObject({ distanceM: null, distanceTo: null })
    const lost = await as('u6').get('/lolock/loLock/commonList', { near: '1' })
    expect(lost).toMatchObject({ success: false, message: expect.stringContaining('没有取到您的位置') })
  })

  it('finds by code, by name, by the first letters of the name, and by an area with what lies below it', async () => {
    expect(codes(await list(as('u6'), { keyword: 'lk4' }))).toEqual(['LK4'])
    expect(codes(await list(as('u6'), { keyword: '号柜' }))).toEqual(['LK4'])
    expect(codes(await list(as('u6'), { keyword: 'hgs' }))).toEqual(['LK4'])
    expect(codes(await list(as('u6'), { keyword: 'xyz' }))).toEqual([])
    expect(codes(await list(as('u6'), { areaId: 'demo-a0101' }))).toContain('LK4')
    expect(codes(await list(as('u6'), { areaId: 'demo-a0102' }))).not.toContain('LK4')
  })

  it('tells the last use to whoever may read it elsewhere, and to nobody else', async () => {
    const row = async (who: TestClient) => (await list(who, { keyword: 'LK4' })).records[0]
    expect(await row(as('u6'))).toMatchObject({ lastUseTime: '2026-12-01 09:30:00', lastUser: '钱七' })
    const without = as('u6', { permissions: new Set(['lo:lock:list']) })
    expect(await row(without)).toMatchObject({ lastUseTime: null, lastUser: null })
  })

  it('shows nothing of another tenant', async () => {
    expect((await list(as('u6', { tenantId: 7 }))).records).toEqual([])
  })
})
