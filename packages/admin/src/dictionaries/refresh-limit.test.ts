import { expect, it } from 'vitest'
import { refreshLimit } from './refresh-limit.ts'

const call = (sessionId: string, tenantId = 0) => ({ sessionId, tenantId })

it('a session refreshes once in ten seconds, a tenant once in two, each tenant for itself', () => {
  const limit = refreshLimit()
  expect(limit.takes(call('a'), 0)).toBe(true)
  expect(limit.takes(call('a'), 9_999)).toBe(false)
  expect(limit.takes(call('b'), 1_999)).toBe(false)
  expect(limit.takes(call('c', 7), 1_999)).toBe(true)
  expect(limit.takes(call('b'), 2_000)).toBe(true)
  expect(limit.takes(call('a'), 10_000)).toBe(true)
})

it('a clock that is set back stops nobody for longer', () => {
  const limit = refreshLimit()
  expect(limit.takes(call('a'), 3_600_000)).toBe(true)
  expect(limit.takes(call('a'), 0)).toBe(true)
})

it('remembers nobody for longer than it needs', () => {
  const limit = refreshLimit()
  for (let n = 0; n < 1000; n++) limit.takes(call(`s${n}`, n), n * 1000)
  expect(limit.size).toBeLessThan(30)
})
