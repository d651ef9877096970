import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openRetried } from './open-retried.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a sub-form without a place is tried three times more, 100 ms apart, then gives up and says so once (2-data-entry.md §4, §8)', () => {
  const open = vi.fn<() => boolean>(() => false)
  const giveUp = vi.fn<() => void>()
  openRetried(open, giveUp)
  vi.advanceTimersByTime(299)
  expect([open.mock.calls.length, giveUp.mock.calls.length]).toEqual([3, 0])
  vi.advanceTimersByTime(10_000)
  expect([open.mock.calls.length, giveUp.mock.calls.length]).toEqual([4, 1])
})

it('one that finds its place is tried no more, and one that is stopped gives nothing up', () => {
  const giveUp = vi.fn<() => void>()
  const second = vi.fn<() => boolean>().mockReturnValueOnce(false).mockReturnValue(true)
  openRetried(second, giveUp)
  openRetried(() => false, giveUp)()
  vi.advanceTimersByTime(10_000)
  expect([second.mock.calls.length, giveUp.mock.calls.length]).toEqual([2, 0])
})
