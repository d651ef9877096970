import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CronError, longestInterval, nextRuns, shortestInterval } from './index.ts'
import { expressions } from './testing/expressions.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

it.each([
  ['* * * * * ?', second],
  ['0/30 * * * * ?', 30 * second],
  ['0/45 * * * * ?', 15 * second],
  ['0 0/5 * * * ?', 5 * minute],
  ['0 0/7 * * * ?', 4 * minute],
  ['0 0 3 * * ?', day],
  ['0 0 0,23 * * ?', hour],
  ['0 59 23 L * ?', 28 * day],
  ['0 0 3 ? * MON,FRI', 3 * day],
  ['0 0 3 29 2 ?', 1_461 * day],
  ['0 0,1 0 1 1 ? 2030', minute],
  ['0 0 0 1 1 ? 2030', Infinity],
])('%s runs %d ms apart at least', (expression, apart) => {
  expect(shortestInterval(expression)).toBe(apart)
})

it.each([
  ['* * * * * ?', second],
  ['0 10 0 * * ?', day],
  ['0 0 0,23 * * ?', 23 * hour],
  ['0 0 22,23 * * ?', 23 * hour],
  ['0 0 3 1-30 * ?', 2 * day],
  ['0 0 3 * 1-11 ?', 32 * day],
  ['0 0 3 ? * MON-FRI', 3 * day],
  ['0 0 3 29 2 ?', 1_461 * day],
  ['0 0 3 * * ? 2026-2099', Infinity],
])('%s runs %d ms apart at most', (expression, apart) => {
  expect(longestInterval(expression)).toBe(apart)
})

it('is never longer than what lies between two runs that do come', () => {
  fc.assert(
    fc.property(expressions, ({ text }) => {
      const runs = nextRuns(text, {
        from: new Date('2026-11-21T00:00:00Z'),
        count: 30,
        zone: 'Asia/Shanghai',
      })
      const least = shortestInterval(text)
      return runs.every((run, n) => n === 0 || run.getTime() - (runs[n - 1]?.getTime() ?? 0) >= least)
    }),
    { numRuns: 200 },
  )
})

it('of what means nothing is a CronError', () => {
  expect(() => shortestInterval('0 0 0 30 2 ?')).toThrow(CronError)
})
