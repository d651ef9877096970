import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import type { Consumer, Context, Reacting } from '../context.ts'
import { type Emit, inTransaction } from '../db/transaction.ts'
import type { BroadcastName, ReactionName } from '@suoan/contract/events'
import type { Broadcaster } from '../realtime/broadcaster.ts'
import { createTestWorld, type TestWorld } from '../testing/test-world.ts'
import { createReactions, oneByOne, startReactions } from './index.ts'

let world: TestWorld
/** What the handler does before it writes its effect. */
let act: (item: Gap) => Promise<void>
type Gap = { readonly sn: string; readonly from: number }

const query = async (text: string) => (await world.database.pool.query(text)).rows
/** The effects in the order they were committed. */
const effects = async () =>
  (await query('select subject, n from effect order by place')).map(({ subject, n }) => `${subject}${n}`)
const waiting = () => query('select subject, attempts, first_error, last_error from reaction order by id')
const gap = (sn: string, from: number) => ({ tenantId: 0, sn, from, to: from })
const announce = (...gaps: ReturnType<typeof gap>[]) =>
  inTransaction(world.ctx, async (_, emit) => gaps.forEach((each) => emit('device.gap', each)))
/** As when the time of the next try has come, and as when a lease has run out. */
const nextTry = () => query('update reaction set next_time = now()')
const endLeases = () => query(`update reaction set lease_until = now() - interval '1 second'`)

const consumer: Consumer<'device.gap'> = {
  name: 'test.effects',
  title: '写一行',
  event: 'device.gap',
  key: ({ sn }) => sn,
  wants: (_, gaps) => gaps.filter(({ sn }) => !sn.startsWith('idle')),
  handle: oneByOne(async ({ tx }: Reacting, item) => {
    await act(item)
    await sql`insert into effect (subject, n) values (${item.sn}, ${item.from})`.execute(tx)
  }),
}

/** Another node over the same database. */
function neighbour(atOnce = 1) {
  const reactions = createReactions()
  reactions.declare({ ...consumer, atOnce })
  const ctx: Context = { ...world.ctx, reactions }
  return { ctx, start: () => startReactions(ctx) }
}

beforeEach(async () => {
  world = await createTestWorld({ features: [] })
  act = async () => {}
  await query('create table effect (place serial, subject text, n int)')
  world.ctx.reactions.declare(consumer)
})
afterEach(() => world[Symbol.asyncDispose]())

describe('a reaction', () => {
  it('is stored only with its change and only if a consumer wants it, and is done once', async () => {
    await announce(gap('a', 1), gap('idle', 1))
    await world.settled()
    expect([await effects(), await waiting()]).toEqual([['a1'], []])
    const failed = inTransaction(world.ctx, async (_, emit) => {
      emit('device.gap', gap('never', 1))
      throw new Error('the change did not happen')
    })
    await expect(failed).rejects.toThrow('did not happen')
    await world.settled()
    expect(await effects()).toEqual(['a1'])
  })

  it('that waits is done when its time has come, with all that happened to its subject meanwhile', async () => {
    const handled: number[][] = []
    world.ctx.reactions.declare({
      name: 'test.waiting',
      title: '等一等',
      event: 'device.gap',
      key: ({ sn }) => sn,
      atOnce: 20,
      waitS: 3_600,
      handle: async (_, items) => {
        handled.push(items.map(({ from }) => from))
      },
    })
    await announce(gap('a', 1))
    await announce(gap('a', 2))
    await world.settled()
    expect([await effects(), handled]).toEqual([['a1', 'a2'], []])
    await nextTry()
    await world.settled()
    expect([handled, await waiting()]).toEqual([[[1, 2]], []])
  })

  it('stored before a crash is done after the restart', async () => {
    await world.withoutReactions(async () => {
      await announce(gap('a', 1))
      expect(await waiting()).toHaveLength(1)
    })
    await world.settled()
    expect(await effects()).toEqual(['a1'])
  })

  it('that throws ten times holds up its own subject only, in order, and is done once in the end', async () => {
    let failures = 0
    let isBroken = true
    act = async ({ sn, from }) => {
      if (sn !== 'bad' || from !== 1 || !isBroken) return
      failures += 1
      throw new Error(`failure ${failures}`)
    }
    await announce(gap('bad', 1), gap('bad', 2), gap('good', 1), gap('good', 2))
    while (failures < 10) {
      await nextTry()
      await world.settled()
    }
    expect(await effects()).toEqual(['good1', 'good2'])
    expect(await waiting()).toMatchObject([
      { subject: 'bad', first_error: '处理出错：failure 1' },
      { subject: 'bad', attempts: 0, first_error: null },
    ])
    isBroken = false
    await nextTry()
    await world.settled()
    expect([await effects(), await waiting()]).toEqual([['good1', 'good2', 'bad1', 'bad2'], []])
  })

  it('taken together with one that fails is done all the same', async () => {
    await world.withoutReactions(async () => {
      const seen: number[] = []
      world.ctx.reactions.declare({
        ...consumer,
        name: 'test.together',
        atOnce: 50,
        wants: (_, gaps) => gaps.filter(({ to }) => to >= 100),
        handle: async (reacting, items) => {
          seen.push(items.length)
          for (const item of items) {
            if (item.sn === 'bad') throw new Error('bad')
            await sql`insert into effect (subject, n) values (${item.sn}, 0)`.execute(reacting.tx)
          }
        },
      })
      act = async () => {
        throw new Error('not this one')
      }
      await announce(gap('x', 100), gap('bad', 100), gap('y', 100))
    })
    await world.settled()
    expect((await effects()).toSorted()).toEqual(['x0', 'y0'])
    expect(await query(`select subject from reaction where consumer = 'test.together'`)).toEqual([
      { subject: 'bad' },
    ])
  })

  it('that is taken together with what follows it of its subject is done in order, and a failure holds that back', async () => {
    const batches: string[][] = []
    let isBad = true
    await world.withoutReactions(async () => {
      world.ctx.reactions.declare({
        ...consumer,
        name: 'test.several',
        atOnce: 50,
        wants: (_, gaps) => gaps.filter(({ to }) => to >= 100),
        handle: async (reacting, items) => {
          batches.push(items.map(({ sn, from }) => `${sn}${from}`))
          for (const { sn, from } of items) {
            if (isBad && sn === 'a' && from === 102) throw new Error('bad')
            await sql`insert into effect (subject, n) values (${sn}, ${from})`.execute(reacting.tx)
          }
        },
      })
      act = async () => {
        throw new Error('not this one')
      }
      await announce(gap('a', 101), gap('b', 101), gap('a', 102), gap('a', 103), gap('b', 102))
    })
    await world.settled()
    expect(batches[0]).toEqual(['a101', 'a102', 'a103', 'b101', 'b102'])
    expect((await effects()).toSorted()).toEqual(['a101', 'b101', 'b102'])
    const left = () =>
      query(`select data->>'from' as n, attempts from reaction where consumer = 'test.several'`)
    // What only waited has not been tried.
    expect(await left()).toEqual(
      expect.arrayContaining([
        { n: '102', attempts: 1 },
        { n: '103', attempts: 0 },
      ]),
    )
    isBad = false
    await nextTry()
    await world.settled()
    expect((await effects()).filter((each) => each.startsWith('a'))).toEqual(['a101', 'a102', 'a103'])
    expect(await left()).toEqual([])
  })
})

describe('slow reactions', () => {
  it('hold up their own subject and leave room for other subjects and other kinds', async () => {
    let release = (): void => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    world.ctx.reactions.declare({
      ...consumer,
      name: 'test.other',
      wants: (_, gaps) => gaps.filter(({ sn }) => sn === 'other'),
    })
    act = async ({ sn }) => (sn.startsWith('slow') ? slow : undefined)
    await announce(gap('slow', 1), gap('slow', 2), gap('quick', 1))
    await expect.poll(effects).toEqual(['quick1'])
    // As many slow ones of a kind as there may be: what they hold up is their own kind.
    await announce(...Array.from({ length: 20 }, (_, index) => gap(`slow-${index}`, 1)))
    await announce(gap('other', 1))
    await expect.poll(async () => (await effects()).includes('other1')).toBe(true)
    release()
    await world.settled()
    const done = await effects()
    expect(done).toHaveLength(25)
    expect(done.indexOf('slow1')).toBeLessThan(done.indexOf('slow2'))
  })

  it('keep their claim by renewing it, so that no other node does them too', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      let release = (): void => {}
      const slow = new Promise<void>((resolve) => (release = resolve))
      let begun = 0
      act = async () => {
        begun += 1
        await slow
      }
      await announce(gap('a', 1))
      await expect.poll(() => begun).toBe(1)
      await endLeases()
      vi.advanceTimersByTime(5_000)
      await expect.poll(() => query('select 1 from reaction where lease_until > now()')).toHaveLength(1)
      const other = neighbour().start()
      await other.settle()
      expect([begun, await effects()]).toEqual([1, []])
      release()
      await world.settled()
      expect(await effects()).toEqual(['a1'])
      await other.stop()
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('several nodes', () => {
  it('a node that wakes after its lease was taken commits nothing', async () => {
    let release = (): void => {}
    const asleep = new Promise<void>((resolve) => (release = resolve))
    let isFirst = true
    act = async () => {
      if (!isFirst) return
      isFirst = false
      await asleep
    }
    await announce(gap('a', 1))
    await expect.poll(() => isFirst).toBe(false)
    await endLeases()
    const other = neighbour().start()
    await other.settle()
    expect(await effects()).toEqual(['a1'])
    release()
    await world.settled()
    expect([await effects(), await waiting()]).toEqual([['a1'], []])
    await other.stop()
  })

  it.each([1, 7])(
    'share the work: each reaction happens exactly once, in order per subject (%i at once)',
    async (atOnce) => {
      const subjects = ['a', 'b', 'c', 'd', 'e']
      const other = neighbour(atOnce)
      await world.withoutReactions(async () => {
        for (let n = 1; n <= 20; n += 1) await announce(...subjects.map((sn) => gap(sn, n)))
      })
      const workers = [other.start(), other.start()]
      await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(0)
      const done = await effects()
      for (const sn of subjects)
        expect(done.filter((each) => each.startsWith(sn))).toEqual(
          Array.from({ length: 20 }, (_, index) => `${sn}${index + 1}`),
        )
      for (const worker of workers) await worker.stop()
    },
  )

  it('work that a dead node had claimed is done when its lease is over, and not before', async () => {
    await world.withoutReactions(async () => {
      await announce(gap('a', 1))
      await query(`update reaction set lease_id = 'dead', lease_until = now() + interval '1 hour'`)
    })
    await world.settled()
    expect(await effects()).toEqual([])
    await endLeases()
    await world.settled()
    expect(await effects()).toEqual(['a1'])
  })

  it('a node that is stopped gives back what it had claimed and not begun', async () => {
    await world.withoutReactions(() =>
      announce(...Array.from({ length: 30 }, (_, index) => gap(`s${index}`, 1))),
    )
    await world.withoutReactions(async () => {
      expect(await query('select 1 from reaction where lease_id is not null')).toEqual([])
    })
    await world.settled()
    expect(await effects()).toHaveLength(30)
  })
})

it('what must happen and what may be missed cannot be taken for each other', () => {
  expectTypeOf<ReactionName & BroadcastName>().toBeNever()
  expectTypeOf<Parameters<Broadcaster['on']>[0]>().toEqualTypeOf<BroadcastName>()
  expectTypeOf<Parameters<Broadcaster['emit']>[0]>().toEqualTypeOf<BroadcastName>()
  expectTypeOf<Parameters<Emit>[0]>().toEqualTypeOf<BroadcastName | ReactionName>()
})
