import { expect, it } from 'vitest'
import { unprotected } from './unprotected.ts'

const shut = { lockCode: 'PL6', lockStatus: 1 }
const box = { lockCode: 'LB1', lockStatus: 1 }

it('says nothing of a lock and a box that are shut, or that have not said anything (G13)', () => {
  expect(unprotected({ own: shut, box })).toEqual([])
  expect(unprotected({ own: { ...shut, lockStatus: 0 }, box: undefined })).toEqual([])
})

it.each([2, 3, 7])('says that a personal lock of status %i does not protect (G13)', (lockStatus) => {
  expect(unprotected({ own: { ...shut, lockStatus }, box })).toEqual([
    expect.stringMatching(/个人锁 PL6 .*不起保护作用/),
  ])
})

it('says that a lock on an open box does not protect (G13)', () => {
  expect(unprotected({ own: shut, box: { ...box, lockStatus: 2 } })).toEqual([
    expect.stringMatching(/锁箱 LB1 .*不起保护作用.*先关好锁箱/),
  ])
})
