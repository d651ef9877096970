import type { Page } from '@suoan/contract'
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { positions } from '@suoan/admin/positions'
import { createTestWorld, type TestClient, type TestWorld } from '@suoan/platform/testing/test-world'
import { forgetLists } from '@suoan/platform/resource/list-memory'
import { SORT_CAP, TOTAL_CAP } from '@suoan/platform/resource/page'

type Row = { readonly id: string; readonly code: string }
type Query = Readonly<Record<string, string | number>>

let world: TestWorld
let me: TestClient
let address: string
const ROWS = 12_345

beforeAll(async () => {
  world = await createTestWorld({ features: [{ name: 'positions', mount: positions }] })
  me = world.as()
  address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  // Seven moments and three names for all, and an empty column in every fourth row: most keys are equal.
  await world.database.pool.query(
    `insert into sys_position (id, tenant_id, code, name, post_rank, update_by, create_time)
     select lpad((n * 7919 % 100003)::text, 19, '0'), 0, 'P' || n, '职务' || n % 3, '1',
       case when n % 4 > 0 then 'u' || n % 5 end, timestamptz '2026-01-01' + (n % 7) * interval '1 second'
     from generate_series(1, ${ROWS}) n`,
  )
  await world.database.pool.query('analyze sys_position')
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(() => forgetLists(world.ctx.pool, 'position'))

const list = async (query: Query): Promise<Page<Row>> =>
  (await me.get<Page<Row>>('/sys/position/list', query)).result
const codes = (page: Page<Row>): string[] => page.records.map(({ code }) => code)

describe('the total of a long list', () => {
  it('is an estimate that says so, large enough to reach every row with a plain pager', async () => {
    const page = await list({ pageNo: 1 })
    expect(page.totalEstimated).toBe(true)
    expect(page.total).toBeGreaterThan(TOTAL_CAP)
    expect(page.pages).toBe(Math.ceil(page.total / 10))
    // Who presses the last number of the pager is told the exact total, and where the list ends.
    const end = await list({ pageNo: page.pages })
    expect(end).toMatchObject({ total: ROWS, pages: 1235 })
    expect(end.totalEstimated).toBeUndefined()
    expect((await list({ pageNo: 1235 })).records).toHaveLength(5)
    expect(await list({ pageNo: 1236 })).toMatchObject({ total: ROWS, records: [] })
  })

  it('is counted to the end on request, and exact from then on', async () => {
    expect(await list({ pageNo: 1, exactTotal: 1 })).toMatchObject({ total: ROWS, pages: 1235, records: [] })
    const page = await list({ pageNo: 2 })
    expect(page).toMatchObject({ total: ROWS, records: { length: 10 } })
    expect(page.totalEstimated).toBeUndefined()
  })

  it('is exact at once below the cap', async () => {
    const page = await list({ code: '*P123*', pageSize: 5 })
    expect(page).toMatchObject({ total: 57, pages: 12 })
    expect(page.totalEstimated).toBeUndefined()
  })
})

describe('pages of a long list', () => {
  it('end with the first page of the opposite order, turned round', async () => {
    await list({ exactTotal: 1 })
    const last = await list({ column: 'createTime', order: 'desc', pageNo: 1235 })
    const first = await list({ column: 'createTime', order: 'asc', pageNo: 1, pageSize: 5 })
    expect(codes(last)).toEqual(codes(first).toReversed())
  })

  it('are those of plain offsets, whichever way they are reached', { timeout: 120_000 }, async () => {
    const columns = { createTime: 'create_time', id: 'id', updateBy: 'update_by' } as const
    const visit = fc.record({
      place: fc.double({ min: 0, max: 1, noNaN: true }),
      pageSize: fc.constantFrom(1, 7, 10, 30, 1000),
      column: fc.constantFrom('createTime', 'id', 'updateBy'),
      order: fc.constantFrom('asc', 'desc'),
      isCounted: fc.boolean(),
    })
    // One long walk: what earlier pages left in the memory must never change what a later one shows.
    for (const { place, pageSize, column, order, isCounted } of fc.sample(visit, {
      numRuns: 120,
      seed: 11,
    })) {
      const pageNo = 1 + Math.floor((place * ROWS) / pageSize)
      if (isCounted) await list({ exactTotal: 1 })
      const page = await list({ pageNo, pageSize, column, order })
      const expected = await world.database.pool.query<{ code: string }>(
        `select code from sys_position order by ${columns[column]} ${order}, id ${order}
         limit ${pageSize} offset ${(pageNo - 1) * pageSize}`,
      )
      expect([pageNo, pageSize, column, order, codes(page)]).toEqual([
        pageNo,
        pageSize,
        column,
        order,
        expected.rows.map(({ code }) => code),
      ])
    }
  })
})

describe('searches', () => {
  it('that fill their pool do not keep a plain list waiting', async () => {
    const taken = await Promise.all([world.ctx.searchPool.connect(), world.ctx.searchPool.connect()])
    let isAnswered = false
    const search = list({ name: '*务1*' }).then((page) => {
      isAnswered = true
      return page
    })
    expect((await list({ pageNo: 1 })).records).toHaveLength(10)
    expect(isAnswered).toBe(false)
    for (const client of taken) client.release()
    expect((await search).total).toBe(ROWS / 3)
  })

  it.each([
    ['a search', 'list?name=*%E5%8A%A12*', 1],
    ['an export', 'exportXls', 1],
    ['an ordinary list', 'list?pageNo=1&pageSize=7&name=%E6%97%A0', 2],
    ['an ordinary list in another order', 'list?column=postRank&order=asc&postRank=1', 1],
  ])('%s ends in the database when the caller goes away', async (_what, path, statements) => {
    const working = async (): Promise<number> => {
      const { rows } = await world.database.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active'
           and pid <> pg_backend_pid() and query like '%sys_position%'`,
      )
      return rows[0]?.n ?? 0
    }
    const until = async (count: number): Promise<void> => {
      while ((await working()) !== count) await sleep(10)
    }
    const blocker = await world.database.pool.connect()
    try {
      await blocker.query('begin; lock table sys_position in access exclusive mode')
      await blocker.query('select 1')
      const caller = new AbortController()
      const asked = fetch(`${address}${world.ctx.config.apiBase}/sys/position/${path}`, {
        headers: { 'x-test-actor': 'actor-1' },
        signal: caller.signal,
      })
      const outcome = asked.then(
        () => 'answered',
        () => 'cut off',
      )
      // The statements wait for the lock: of an ordinary list, the page and its total.
      await until(statements)
      caller.abort()
      expect(await outcome).toBe('cut off')
      // The lock is still held: nothing but a cancellation ends them.
      await until(0)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
    expect((await list({ name: '*务2*' })).total).toBe(ROWS / 3)
  })

  it('a total that several wait for is counted on when one of them goes away', async () => {
    const waiting = async (): Promise<number> => {
      const { rows } = await world.database.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'active'
           and pid <> pg_backend_pid() and query like '%sys_position%'`,
      )
      return rows[0]?.n ?? 0
    }
    forgetLists(world.ctx.pool, 'position')
    const blocker = await world.database.pool.connect()
    try {
      await blocker.query('begin; lock table sys_position in access exclusive mode')
      const leaving = new AbortController()
      const ask = (signal?: AbortSignal) =>
        fetch(`${address}${world.ctx.config.apiBase}/sys/position/list?pageNo=1`, {
          headers: { 'x-test-actor': 'actor-1' },
          ...(signal ? { signal } : {}),
        })
      const left = ask(leaving.signal).catch(() => 'cut off')
      // His page and the total; then the page of the second, who waits for the same total.
      while ((await waiting()) !== 2) await sleep(10)
      const stays = ask()
      while ((await waiting()) !== 3) await sleep(10)
      leaving.abort()
      expect(await left).toBe('cut off')
      while ((await waiting()) !== 2) await sleep(10)
      await blocker.query('rollback')
      expect(await (await stays).json()).toMatchObject({ success: true, result: { current: 1 } })
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })
})

describe('sorting', () => {
  it('of a list too long for it is refused with the reason, and offered again by a filter', async () => {
    expect((await list({ pageNo: 1 })).sortable).toBeUndefined()
    await world.database.pool.query(
      `insert into sys_position (id, tenant_id, code, name, post_rank, create_time)
       select 'x' || n, 0, 'X' || n, '其他', '2', now() from generate_series(1, ${SORT_CAP}) n`,
    )
    await world.database.pool.query('analyze sys_position')
    forgetLists(world.ctx.pool, 'position')
    expect((await list({ pageNo: 1 })).sortable).toEqual(expect.arrayContaining(['createTime', 'code', 'id']))
    const refused = await me.get('/sys/position/list', { column: 'name', order: 'asc' })
    expect(refused).toMatchObject({
      success: false,
      message: expect.stringContaining('不能按“职务名称”排序'),
    })
    const short = await me.get<Page<Row>>('/sys/position/list', {
      column: 'name',
      order: 'asc',
      postRank: '1',
    })
    expect(short).toMatchObject({ success: true, result: { records: { length: 10 } } })
    const sorted = await me.get('/sys/position/list', { column: 'code', order: 'asc', pageNo: 5000 })
    expect(sorted).toMatchObject({ success: true, result: { records: { length: 10 } } })
  })
})
