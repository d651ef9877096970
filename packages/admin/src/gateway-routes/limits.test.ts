import { expect, it } from 'vitest'
import { createBreaker, createBuckets } from './limits.ts'

it('a breaker opens after failures in a row, lets one request try after a while, and closes when it succeeds', () => {
  const breaker = createBreaker({ failures: 2, seconds: 10 })
  breaker.failed(0)
  breaker.succeeded()
  breaker.failed(0)
  expect(breaker.mayPass(0)).toBe(true)
  breaker.failed(0)
  expect(breaker.mayPass(9_999)).toBe(false)
  expect(breaker.mayPass(10_000)).toBe(true)
  expect(breaker.mayPass(10_001)).toBe(false)
  breaker.failed(10_500)
  expect(breaker.mayPass(20_400)).toBe(false)
  expect(breaker.mayPass(20_500)).toBe(true)
  breaker.succeeded()
  expect(breaker.mayPass(20_501)).toBe(true)
})

it('a bucket gives what it holds and is filled again, each key for itself', () => {
  const may = createBuckets({ perSecond: 2, burst: 3 })
  expect([1, 2, 3, 4].map(() => may('a', 0))).toEqual([true, true, true, false])
  expect(may('b', 0)).toBe(true)
  expect([may('a', 499), may('a', 500), may('a', 501)]).toEqual([false, true, false])
  // A clock that is set back gives nothing and takes nothing.
  expect(may('a', 0)).toBe(false)
})
