import { expect, it } from 'vitest'
import { sharesOf } from './monitor-shares.ts'

const locks = { total: 300, online: 299, open: 2, notFull: 0, lowBattery: 5, offline: 1 }

it('299 of 300 online is not a hundred percent, and not good', () => {
  expect(sharesOf({ locks })[0]).toMatchObject({ count: 299, percent: 99, isGood: false })
})

it('all locks fully shut is good only when all of them are online to say so', () => {
  expect(sharesOf({ locks })[2]).toMatchObject({ percent: 100, isGood: false })
  expect(sharesOf({ locks: { ...locks, online: 300, offline: 0 } })[2]).toMatchObject({ isGood: true })
})

it('a plant without locks has no share', () => {
  expect(sharesOf({ locks: { ...locks, total: 0, online: 0, open: 0, lowBattery: 0 } })[0]?.percent).toBe(0)
})
