import { describe, expect, it, vi } from 'vitest'
import { createBatcher, type BatcherOptions } from './batcher.ts'

type Item = { readonly from: string; readonly n: number }

function setUp(
  deliver: (items: readonly Item[]) => Promise<void>,
  options: Partial<BatcherOptions<Item>> = {},
) {
  const refused: Item[] = []
  const pauses: number[] = []
  const batcher = createBatcher<Item>({
    maxBatch: 3,
    maxWaitMs: 5,
    deliver,
    groupOf: (item) => item.from,
    onRefused: (item) => refused.push(item),
    onFailure: (_error, _items, pauseMs) => pauses.push(pauseMs),
    ...options,
  })
  return { batcher, refused, pauses }
}

const items = (from: string, count: number): Item[] => Array.from({ length: count }, (_, n) => ({ from, n }))

describe('batcher', () => {
  it('groups what arrives together, no batch above the limit, one batch on its way at a time', async () => {
    const sizes: number[] = []
    let running = 0
    const { batcher } = setUp(async (batch) => {
      expect(++running).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      sizes.push(batch.length)
      running -= 1
    })
    await Promise.all(items('a', 8).map((item) => batcher.add(item)))
    expect(sizes).toEqual([3, 3, 2])
    expect(await batcher.drain(1000)).toBe(true)
    expect(batcher.size()).toBe(0)
  })

  it('waits longer after each failure and stores everything in order in the end', async () => {
    vi.useFakeTimers()
    try {
      let away = true
      const stored: number[] = []
      const { batcher, pauses, refused } = setUp(async (batch) => {
        if (away) throw new Error('database gone')
        stored.push(...batch.map((item) => item.n))
      })
      const all = Promise.all(items('a', 3).map((item) => batcher.add(item)))
      await vi.advanceTimersByTimeAsync(20_000)
      expect(pauses.slice(0, 7)).toEqual([100, 200, 400, 800, 1600, 3200, 5000])
      away = false
      await vi.advanceTimersByTimeAsync(5000)
      await all
      expect(stored).toEqual([0, 1, 2])
      expect(refused).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  it('sets one poisonous item aside when the others prove that the store is alive', async () => {
    const stored: Item[] = []
    const { batcher, refused } = setUp(
      async (batch) => {
        if (batch.some((item) => item.from === 'bad' && item.n === 1)) throw new Error('constraint')
        stored.push(...batch)
      },
      { maxBatch: 10 },
    )
    const [good, bad] = [items('good', 2), items('bad', 3)]
    const last = { from: 'late', n: 9 }
    const waiting = [...good, ...bad].map((item) => batcher.add(item))
    // Later arrivals go on proving that the store works while the poisonous item is tried again.
    const feed = setInterval(() => void batcher.add(last), 20)
    await Promise.all(waiting)
    clearInterval(feed)
    expect(refused).toEqual([{ from: 'bad', n: 1 }])
    expect(stored.filter((item) => item.from === 'bad').map((item) => item.n)).toEqual([0, 2])
  })

  it('three sick senders in front hold nobody up, and are set aside at once, when the store says that it refuses them', async () => {
    const stored: string[] = []
    const { batcher, refused, pauses } = setUp(
      async (batch) => {
        if (batch.some(({ from }) => from.startsWith('sick'))) throw new Error('22003')
        stored.push(...batch.map(({ from }) => from))
      },
      { maxBatch: 10, blame: (error) => (String(error).includes('22003') ? 'refused' : 'unknown') },
    )
    const sick = ['sick1', 'sick2', 'sick3', 'sick4'].flatMap((from) => items(from, 1))
    await Promise.all([...sick, ...items('well', 2)].map((item) => batcher.add(item)))
    expect(stored).toEqual(['well', 'well'])
    expect(refused).toEqual(sick)
    // Nobody waited: there is no outage.
    expect(pauses).toEqual([])
  })

  it('senders whose rows clash are tried three times, while everybody else is stored the first time', async () => {
    const stored: string[] = []
    const { batcher, refused, pauses } = setUp(
      async (batch) => {
        if (batch.some(({ from }) => from.startsWith('sick'))) throw new Error('23505')
        stored.push(...batch.map(({ from }) => from))
      },
      { maxBatch: 10, blame: () => 'alive' },
    )
    const sick = ['sick1', 'sick2', 'sick3', 'sick4'].flatMap((from) => items(from, 1))
    await Promise.all([...sick, ...items('well', 1)].map((item) => batcher.add(item)))
    expect([stored, refused]).toEqual([['well'], sick])
    expect(pauses).toEqual([100, 100])
  })

  it('abandons what is not stored when it closes, and takes nothing any more', async () => {
    const { batcher } = setUp(() => Promise.reject(new Error('database gone')))
    const lost = batcher.add({ from: 'a', n: 1 })
    expect(await batcher.drain(20)).toBe(false)
    batcher.close()
    await expect(lost).rejects.toThrow('closed')
    await expect(batcher.add({ from: 'a', n: 2 })).rejects.toThrow('closed')
  })
})
