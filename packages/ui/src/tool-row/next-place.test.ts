import { expect, it } from 'vitest'
import { nextPlace } from './next-place.ts'

it.each([
  ['ArrowRight', 1, 2],
  ['ArrowRight', 3, 0],
  ['ArrowLeft', 0, 3],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 1, 3],
  ['Tab', 1, null],
  ['a', 1, null],
])('%s leads from place %i of four to %s', (key, at, next) => expect(nextPlace(key, at, 4)).toBe(next))
