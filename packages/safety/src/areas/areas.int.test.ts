import type { AreaNode, BoardSummary, BoardTrend, DayCount, LogPage } from '@suoan/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWorld, type TestWorld } from '@suoan/platform/testing/test-world'
import { board } from '../board/index.ts'
import { lockRecords, recordEvents } from '../lock-records/index.ts'
import { DAY_D, eventFrom, plantDemo } from '../lock-records/testing.ts'
import { locks } from '../locks/index.ts'
import { areas } from './index.ts'

let world: TestWorld
beforeAll(async () => {
  world = await createTestWorld({
    features: [
      { name: 'areas', mount: areas },
      { name: 'locks', mount: locks },
      { name: 'lock-records', mount: lockRecords },
      { name: 'board', mount: board },
    ],
  })
  world.clock.set(DAY_D)
  await plantDemo(world.ctx)
})
afterAll(() => world[Symbol.asyncDispose]())

const tree = async (query: Record<string, string> = {}) =>
  (await world.as().get<AreaNode[]>('/loarea/loArea/queryTreeList', query)).result
const idOf = async (areaName: string): Promise<string> =>
  (
    await world.ctx.db
      .selectFrom('loArea')
      .select('id')
      .where('areaName', '=', areaName)
      .where('delFlag', '=', 0)
      .executeTakeFirstOrThrow()
  ).id

describe('the area tree', () => {
  it('shows every area with the locks below it', async () => {
    const [root] = await tree({ withCount: '1' })
    expect(root).toMatchObject({ title: '乙烯装置', areaCode: 'A01', lockTotal: 8, isLeaf: false })
    // The page of areas shows the tree and acts on its rows: it needs them whole.
    expect(root).toMatchObject({ id: root?.key, areaName: '乙烯装置', status: 1, revision: 0 })
    expect(root?.children?.map(({ title, lockTotal }) => [title, lockTotal])).toEqual([
      ['压缩机房', 8],
      ['罐区', 0],
    ])
  })

  it('keeps the way from the root to what is looked for', async () => {
    const [root] = await tree({ keyword: 'T-101' })
    expect(root?.children).toHaveLength(1)
    expect(root?.children?.[0]?.children).toMatchObject([{ title: 'T-101 罐' }])
  })

  it('numbers new areas below their parent, also two at once', async () => {
    const me = world.as()
    const add = (areaName: string) => me.post('/loarea/loArea/add', { pid: 'demo-a0102', areaName })
    const both = await Promise.all([add('T-102 罐'), add('T-103 罐')])
    expect(both.map(({ success }) => success)).toEqual([true, true])
    const children = await me.get<{ areaCode: string; hasChildren: boolean }[]>(
      '/loarea/loArea/queryChildren',
      {
        pid: 'demo-a0102',
      },
    )
    expect(children.result.map(({ areaCode }) => areaCode).toSorted()).toEqual([
      'A01A02A01',
      'A01A02A02',
      'A01A02A03',
    ])
    expect(await add('T-102 罐')).toMatchObject({
      success: false,
      message: '区域名称“T-102 罐”已存在，请更换',
    })
  })

  it('moves with everything below it and every copy of its code', async () => {
    const me = world.as()
    const moved = await me.post('/loarea/loArea/move', { id: 'demo-a010101', newPid: 'demo-a0102' })
    expect(moved).toMatchObject({ success: true })
    const lock = await world.ctx.db
      .selectFrom('loLock')
      .select('areaCode')
      .where('lockCode', '=', 'LK4')
      .executeTakeFirst()
    expect(lock?.areaCode).toBe('A01A02A04')
    expect(
      (await me.post('/loarea/loArea/move', { id: 'demo-a01', newPid: 'demo-a0102' })).message,
    ).toContain('下级')
    await me.post('/loarea/loArea/move', { id: 'demo-a010101', newPid: 'demo-a0101' })
  })

  it('keeps an area that is in use and says by what', async () => {
    const me = world.as()
    const answer = await me.delete('/loarea/loArea/delete', { id: 'demo-a0101' })
    expect(answer.success).toBe(false)
    expect(answer.message).toContain('下级')
    const room = await me.delete('/loarea/loArea/delete', { id: 'demo-a010101' })
    expect(room.message).toContain('LK4')
    expect(await me.delete('/loarea/loArea/delete', { id: await idOf('T-103 罐') })).toMatchObject({
      success: true,
    })
  })

  it('has as neighbours only other areas of the plant', async () => {
    const [root] = await tree()
    const edit = (adjacentCodes: unknown) =>
      world.as().put('/loarea/loArea/edit', { id: root?.children?.[0]?.key, adjacentCodes })
    const [own, other] = root?.children?.map(({ areaCode }) => areaCode) ?? []
    const refused = (words: string) => ({ success: false, message: expect.stringContaining(words) })
    expect(await edit(['Z99'])).toMatchObject(refused('相邻区域 Z99 不存在'))
    expect(await edit([own])).toMatchObject(refused('不能是本区域'))
    expect(await edit([other, other])).toMatchObject(refused('“相邻区域”：有重复项'))
    expect(await edit([other])).toMatchObject({ success: true })
  })

  it('keeps where its plan lies, and refuses a fence that crosses itself and half a mark', async () => {
    const me = world.as()
    const id = await idOf('罐区')
    const edit = (part: Record<string, unknown>) => me.put('/loarea/loArea/edit', { id, ...part })
    const planMarks = [
      { x: 0.1, y: 0.9, lng: 121.5, lat: 31.2 },
      { x: 0.9, y: 0.1, lng: 121.501, lat: 31.2006 },
    ]
    expect(await edit({ planMarks })).toMatchObject({ success: true })
    expect((await me.get('/loarea/loArea/queryById', { id })).result).toMatchObject({ planMarks })
    expect(await edit({ planMarks: planMarks.slice(1) })).toMatchObject({ success: false })
    const points = [
      [121.5, 31.2],
      [121.501, 31.201],
      [121.501, 31.2],
      [121.5, 31.201],
    ]
    expect(await edit({ geoType: 'polygon', geo: { points } })).toMatchObject({
      success: false,
      message: expect.stringContaining('边线相交'),
    })
  })

  it('has one owner per area', async () => {
    const draft = { departId: 'demo-d20', areaId: 'demo-a0102', relType: 1 }
    const answer = await world.as().post('/lodepartarea/loDepartArea/add', draft)
    expect(answer).toMatchObject({ success: false })
    expect(answer.message).toContain('生产一部')
  })

  it('does not know areas of another tenant', async () => {
    expect((await world.as({ tenantId: 7 }).get('/loarea/loArea/queryTreeList')).result).toEqual([])
    const answer = await world
      .as({ tenantId: 7 })
      .post('/loarea/loArea/move', { id: 'demo-a0102', newPid: '0' })
    expect(answer).toMatchObject({ success: false, message: '未找到对应实体' })
  })
})

describe('what locks did', () => {
  beforeAll(async () => {
    for (let n = 0; n < 6; n++) {
      const ts = DAY_D + n * 600_000
      await recordEvents(world.ctx, [
        eventFrom('LK4', { seq: n + 1, ts }, { type: n % 2 === 0 ? 'OPEN' : 'CLOSE', uid: 'u6', ts }),
      ])
    }
    world.clock.set(DAY_D + 3_600_000)
  })

  it('is found by condition, page by page and by cursor', async () => {
    const me = world.as()
    const query = {
      lockCode: 'LK4',
      pageSize: 4,
      beginTime: '2026-12-01 00:00:00',
      endTime: '2026-12-01 23:59:59',
    }
    const first = await me.get<LogPage>('/lolocklog/loLockLog/selectCondition', query)
    expect(first.result).toMatchObject({ total: 6, pages: 2 })
    expect(first.result.records[0]).toMatchObject({ occurTime: '2026-12-01 09:50:00', userName: '孙作' })
    const next = await me.get<LogPage>('/lolocklog/loLockLog/selectCondition', {
      ...query,
      cursor: first.result.cursor ?? '',
    })
    expect(next.result.records.map(({ occurTime }) => occurTime)).toEqual([
      '2026-12-01 09:10:00',
      '2026-12-01 09:00:00',
    ])
    expect(next.result.cursor).toBeNull()
    const wide = await me.get('/lolocklog/loLockLog/selectCondition', {
      ...query,
      beginTime: '2025-01-01 00:00:00',
    })
    expect(wide.message).toContain('92 天')
  })

  it('is found for a lock or an area, newest first', async () => {
    const me = world.as()
    const path = '/lolocklog/loLockLog/selectLockIdAreaCode'
    const rows = await me.get<{ id: string }[]>(path, { areaCode: 'A01A01', limit: 2 })
    expect(rows.result).toHaveLength(2)
    const older = await me.get<{ occurTime: string }[]>(path, {
      lockId: 'demo-lk4',
      beforeId: rows.result[1]?.id ?? '',
    })
    expect(older.result[0]).toMatchObject({ occurTime: '2026-12-01 09:30:00' })
    expect((await me.get(path)).message).toBe('请选择锁具或区域')
  })

  it('is counted per day and hour, with empty ones, and not over 92 days', async () => {
    const me = world.as()
    const path = '/lolocklog/loLockLog/selectDate'
    const days = await me.get<DayCount[]>(path, { beginDate: '2026-11-30', endDate: '2026-12-01' })
    expect(days.result).toMatchObject([
      { date: '2026-11-30', openCount: 0 },
      { date: '2026-12-01', openCount: 3, closeCount: 3, noTicketCount: 3 },
    ])
    const hours = await me.get<DayCount[]>(path, {
      beginDate: '2026-12-01',
      endDate: '2026-12-01',
      dim: 'hour',
    })
    expect(hours.result).toHaveLength(24)
    expect(hours.result[9]).toMatchObject({ date: '2026-12-01 09', openCount: 3 })
    expect((await me.get(path, { beginDate: '2026-01-01', endDate: '2027-02-04' })).message).toContain(
      '92 天',
    )
  })

  it('is shown on the board', async () => {
    const me = world.as()
    const { result } = await me.get<BoardSummary>('/loboard/loBoard/summary', { areaCode: 'A01' })
    expect(result.locks).toMatchObject({ total: 8, open: 0, online: 1 })
    expect(result.today).toEqual({ openings: 3, withTicket: 0, meanOpenMinutes: 10 })
    const trend = await me.get<BoardTrend>('/loboard/loBoard/trend', { areaCode: 'A01' })
    expect(trend.result.byHour[9]).toMatchObject({ openCount: 3 })
    expect((await me.get('/loboard/loBoard/todo')).result).toEqual([])
    expect((await me.get('/loboard/loBoard/isolated')).result).toEqual([])
  })
})
