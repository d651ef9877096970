import { expect, it } from 'vitest'
import { perMinute } from './rate-limit.ts'

it('refuses one key above its number, no other key, and takes it again after a minute or a step back of the clock', () => {
  const take = perMinute(2)
  take('a', 0)
  take('a', 10)
  expect(() => take('a', 20)).toThrow()
  take('b', 20)
  take('a', 60_000)
  take('a', -3_600_000)
})

it('forgets the oldest key when somebody comes from everywhere', () => {
  const take = perMinute(1)
  for (let i = 0; i <= 10_000; i++) take(`k${i}`, 0)
  take('k0', 1)
  expect(() => take('k9999', 1)).toThrow()
})
