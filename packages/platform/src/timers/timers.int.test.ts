import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { cancelTimers, createTimerHandlers, createTimerLook, scheduleTimer } from './index.ts'
import { runDueTimers } from './testing.ts'

let world: TestWorld
let ran: string[]
/** What the handler does with the next timer. */
let act: (subjectId: string) => Promise<void>

beforeAll(async () => {
  world = await createTestWorld({ features: [] })
  world.ctx.timers.on('ticket.expire', async (_ctx, { subjectId, key }) => {
    await act(subjectId)
    ran.push(subjectId + key)
  })
})
beforeEach(() => {
  ran = []
  act = async () => {}
})
afterAll(() => world[Symbol.asyncDispose]())

const set = (subjectId: string, inMs: number, key = '') =>
  world.ctx.db.transaction().execute(async (tx) => {
    const dueAt = world.clock.now() + inMs
    await scheduleTimer(tx, { tenantId: 0, kind: 'ticket.expire', subjectId, key, dueAt, data: {} })
  })
const waiting = async () =>
  Number((await world.database.pool.query('select count(*) from lo_timer')).rows[0].count)
/** As after a crash: the lease is there, and over. */
const endLeases = () =>
  world.database.pool.query("update lo_timer set lease_until = now() - interval '1 second'")

const leased = async () =>
  (await world.database.pool.query('select subject_id from lo_timer where lease_until > now()')).rows

describe('timers', () => {
  it('run once when their moment has come, in order, and are gone', async () => {
    await set('late', 2000)
    await set('soon', 1000)
    expect(await runDueTimers(world.ctx)).toBe(0)
    world.clock.advance(2000)
    expect(await runDueTimers(world.ctx)).toBe(2)
    expect(await runDueTimers(world.ctx)).toBe(0)
    expect(ran).toEqual(['soon', 'late'])
  })

  it('setting one again moves it; taking a subject back takes all of its timers', async () => {
    await set('moved', 0)
    await set('moved', 60_000)
    await set('moved', 0, 'other')
    expect(await runDueTimers(world.ctx)).toBe(1)
    expect(ran).toEqual(['movedother'])
    await world.ctx.db.transaction().execute((tx) => cancelTimers(tx, { tenantId: 0, subjectId: 'moved' }))
    expect(await waiting()).toBe(0)
  })

  it('many servers that look at once share the work: each timer runs exactly once', async () => {
    for (let each = 0; each < 150; each += 1) await set(`s${each}`, 0)
    const counts = await Promise.all(Array.from({ length: 6 }, () => runDueTimers(world.ctx)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(150)
    expect(new Set(ran).size).toBe(150)
    expect(ran).toHaveLength(150)
  })

  it('one whose handler fails stays, waits, and is done at the next try', async () => {
    await set('hard', 0)
    act = async () => {
      throw new Error('not now')
    }
    expect(await runDueTimers(world.ctx)).toBe(0)
    expect(await runDueTimers(world.ctx)).toBe(0)
    act = async () => {}
    await endLeases()
    expect(await runDueTimers(world.ctx)).toBe(1)
    expect(await waiting()).toBe(0)
  })

  it('one that a dead server had claimed is done by another when the lease is over', async () => {
    await set('orphan', 0)
    await world.database.pool.query(
      "update lo_timer set lease_id = 'dead', lease_until = now() + interval '1 hour'",
    )
    expect(await runDueTimers(world.ctx)).toBe(0)
    await endLeases()
    expect(await runDueTimers(world.ctx)).toBe(1)
  })

  it('a slow one delays no other subject, and those of its own subject wait for it', async () => {
    let release = (): void => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    const look = await createTimerLook(world.ctx)
    const begun: string[] = []
    act = async (subjectId) => {
      begun.push(subjectId)
      if (subjectId === 'slow') await slow
    }
    await set('slow', 0)
    const first = look()
    await expect.poll(async () => (await leased()).map(({ subject_id: id }) => id)).toEqual(['slow'])
    await set('slow', 0, 'second')
    // More than run at once: each place that becomes free is filled again while the slow one goes on.
    const quick = Array.from({ length: 6 }, (_, index) => `quick${index}`)
    for (const subjectId of quick) await set(subjectId, 0)
    const second = look()
    await expect.poll(() => ran.toSorted()).toEqual(quick)
    expect(begun.filter((subjectId) => subjectId === 'slow')).toHaveLength(1)
    release()
    expect((await first) + (await second)).toBe(8)
    expect(ran.slice(6)).toEqual(['slow', 'slowsecond'])
  })

  it('a lease is renewed while the handler runs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      let release = (): void => {}
      const slow = new Promise<void>((resolve) => (release = resolve))
      act = () => slow
      await set('slow', 0)
      const running = runDueTimers(world.ctx)
      await expect.poll(async () => (await leased()).length).toBe(1)
      await endLeases()
      vi.advanceTimersByTime(5_000)
      await expect.poll(async () => (await leased()).length).toBe(1)
      expect(await runDueTimers(world.ctx)).toBe(0)
      release()
      expect(await running).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('one that its own handler sets again is kept for the new moment', async () => {
    await set('again', 0)
    act = (subjectId) => set(subjectId, 5000)
    expect(await runDueTimers(world.ctx)).toBe(1)
    expect(await waiting()).toBe(1)
    act = async () => {}
    world.clock.advance(5000)
    expect(await runDueTimers(world.ctx)).toBe(1)
    expect(await waiting()).toBe(0)
  })

  it('a kind this server does not know is left for one that does, and a kind has one handler', async () => {
    await world.database.pool.query(
      "insert into lo_timer (id, tenant_id, kind, subject_id, key, due_time, data) values ('x', 0, 'unknown', 's', '', now() - interval '40 years', '{}')",
    )
    expect(await runDueTimers(world.ctx)).toBe(0)
    expect(await waiting()).toBe(1)
    const handlers = createTimerHandlers()
    handlers.on('ticket.expire', async () => {})
    expect(() => handlers.on('ticket.expire', async () => {})).toThrow()
  })
})
