import { expect, it } from 'vitest'
import { credentialGap, credentialsOf } from './credentials.ts'

const card = `card:${'9a'.repeat(32)}`

it('§3.3 credRef: digests, serial numbers and places in the lock are credentials', () => {
  for (const list of [null, undefined, [], [card], ['key:K001', 'slot:3'], [card, 'slot:9999']])
    expect(credentialGap(list)).toBeNull()
  expect(credentialsOf([card, 'slot:3'])).toEqual([card, 'slot:3'])
  expect(credentialsOf(null)).toEqual([])
})

it.each([
  ['a plain code', ['1234']],
  ['a plain number of a card', ['card:0012345678']],
  ['no place in a lock', ['slot:0']],
  ['no list', { card }],
  ['a text', card],
  ['twice the same', [card, card]],
  ['more than anybody has', Array.from({ length: 6 }, (_, n) => `slot:${n + 1}`)],
])('§3.3 credRef: %s is refused in words, and no lock is told of it', (_, list) => {
  expect(credentialGap(list)).toMatch(/凭证引用/)
  expect(credentialsOf(list)).toEqual([])
})
