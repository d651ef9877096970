import { expect, it } from 'vitest'
import { lateness, limitLook } from './limit-look.ts'

it('used time is red from 100 %, yellow from 90 %, blue below', () => {
  expect([89, 90, 99, 100].map((used) => limitLook(used).look)).toEqual(['fine', 'soon', 'soon', 'late'])
  expect([limitLook(90).is('late'), limitLook(90).is('soon'), limitLook(90).is('all')]).toEqual([
    false,
    true,
    true,
  ])
})

it('a step without a limit is neither late nor urged', () => {
  expect([lateness(null, 'late'), lateness(null, 'soon'), lateness(null, 'all')]).toEqual([
    false,
    false,
    true,
  ])
  expect([lateness(1, 'late'), lateness(0, 'late'), lateness(0, 'soon'), lateness(-60, 'soon')]).toEqual([
    true,
    false,
    true,
    false,
  ])
})
