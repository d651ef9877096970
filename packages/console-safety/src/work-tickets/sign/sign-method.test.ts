import { expect, test } from 'vitest'
import { firstWay, waysFor } from './sign-method.ts'

const state = { hasPin: true, hasTotp: true, pinLockedMin: 0, passwordLockedMin: 0, totpLockedMin: 0 }

test('every way a person has is offered, and only dynamic codes where they are demanded', () => {
  expect(waysFor('SECRET', state)).toEqual(['PIN', 'PWD', 'TOTP'])
  expect(waysFor('SECRET', { ...state, hasPin: false, hasTotp: false })).toEqual(['PWD'])
  expect(waysFor('TOTP', state)).toEqual(['TOTP'])
  expect(waysFor('TOTP', { ...state, hasTotp: false })).toEqual([])
})

test('the way used last comes first, unless it is locked', () => {
  const ways = waysFor('SECRET', state)
  expect(firstWay(ways, state, 'TOTP')).toBe('TOTP')
  expect(firstWay(ways, state, null)).toBe('PIN')
  expect(firstWay(ways, { ...state, pinLockedMin: 15 }, 'PIN')).toBe('PWD')
  expect(firstWay([], state, 'PIN')).toBeNull()
})
