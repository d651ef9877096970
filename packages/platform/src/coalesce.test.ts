import { expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

it('takes what comes while it is busy as one batch, in order', async () => {
  const batches: number[][] = []
  const take = coalesce<number>(async (items) => {
    batches.push([...items])
    await Promise.resolve()
  })
  const first = take(1)
  await Promise.all([take(2), take(3)])
  await first
  await take(4)
  expect(batches).toEqual([[1], [2, 3], [4]])
})

it('goes on after a failed batch and reports it to the one who started the run', async () => {
  const done: number[] = []
  const take = coalesce<number>(async (items) => {
    await Promise.resolve()
    if (items.includes(1)) throw new Error('no')
    done.push(...items)
  })
  const first = take(1)
  await take(2)
  await expect(first).rejects.toThrow('no')
  await take(3)
  expect(done).toEqual([2, 3])
})
