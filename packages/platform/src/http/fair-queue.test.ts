import { expect, test } from 'vitest'
import { AppError } from '../fail.ts'
import { fairQueue, type QueueLimits } from './fair-queue.ts'

/** A queue whose work ends when it is told to; `ended` says who was served, in order. */
function queueOf(limits: QueueLimits) {
  const run = fairQueue(limits)
  const ends: (() => void)[] = []
  const ended: string[] = []
  const ask = (key: string): Promise<string> =>
    run(key, async () => {
      await new Promise<void>((resolve) => ends.push(resolve))
      ended.push(key)
      return 'done'
    }).catch((error: unknown) => {
      if (error instanceof AppError) return error.errorCode
      throw error
    })
  const endAll = async (): Promise<void> => {
    for (let idle = 0; idle < 3; idle += 1) {
      const end = ends.shift()
      if (end) idle = -1
      end?.()
      await new Promise(setImmediate)
    }
  }
  return { ask, ended, endAll }
}

test('keys take turns: a flood of one address delays another by one piece of work', async () => {
  const { ask, ended, endAll } = queueOf({ running: 1, waiting: 100, ofOne: 50 })
  const flood = Array.from({ length: 50 }, () => ask('flood'))
  const other = ask('other')
  await endAll()
  expect(await Promise.all([...flood, other])).toEqual(Array.from({ length: 51 }, () => 'done'))
  expect(ended.indexOf('other')).toBe(2)
})

test('one key has its share and no more, and gets it back', async () => {
  const { ask, endAll } = queueOf({ running: 1, waiting: 100, ofOne: 3 })
  const asked = Array.from({ length: 5 }, () => ask('one'))
  expect(await Promise.all(asked.slice(3))).toEqual(['TOO_MANY', 'TOO_MANY'])
  await endAll()
  expect(await Promise.all(asked.slice(0, 3))).toEqual(['done', 'done', 'done'])
  const again = ask('one')
  await endAll()
  expect(await again).toBe('done')
})

test('a full queue makes room for a newcomer at the cost of who fills it, and refuses when nobody has more than he', async () => {
  const { ask, endAll } = queueOf({ running: 1, waiting: 3, ofOne: 10 })
  const flood = Array.from({ length: 4 }, () => ask('flood'))
  const first = ask('first')
  expect(await flood[3]).toBe('BUSY')
  expect(await ask('flood')).toBe('BUSY')
  const second = ask('second')
  expect(await flood[2]).toBe('BUSY')
  expect(await ask('third')).toBe('BUSY')
  await endAll()
  expect(await Promise.all([first, second, flood[0], flood[1]])).toEqual(['done', 'done', 'done', 'done'])
})

test('work that fails gives its place back', async () => {
  const run = fairQueue({ running: 1, waiting: 1, ofOne: 1 })
  const broken = run('one', async () => {
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(await run('one', async () => 'done')).toBe('done')
})
