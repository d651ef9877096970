import { expect, it } from 'vitest'
import { at } from '../testing/plant.ts'
import { wordOfTwo, type ClosedByWord } from './index.ts'

const closed: ClosedByWord = {
  closedAt: at('13:00'),
  lock: { status: 2, custody: 2, lastSeen: at('12:59') },
  listedOpen: 0,
}
const lock = (changes: Partial<NonNullable<ClosedByWord['lock']>>): ClosedByWord => ({
  ...closed,
  lock: { status: 2, custody: 2, lastSeen: at('12:59'), ...changes },
})

it.each<[string, ClosedByWord, string | null, string, ReturnType<typeof wordOfTwo>]>([
  ['holds while the lock says nothing', closed, '08:00', '13:30', 'holds'],
  ['is taken back by a later word', lock({ lastSeen: at('13:01') }), '08:00', '13:01', 'takenBack'],
  [
    'is taken back of a half shut lock',
    lock({ status: 3, lastSeen: at('13:01') }),
    null,
    '13:01',
    'takenBack',
  ],
  [
    'is taken back of an unknown lock',
    lock({ status: 0, lastSeen: at('13:01') }),
    null,
    '13:01',
    'takenBack',
  ],
  ['lapses at the change of shift', closed, '16:00', '16:00', 'takenBack'],
  [
    'lapses after half a day without shifts',
    { ...closed, closedAt: at('13:00') - 43_200_000 },
    null,
    '13:00',
    'takenBack',
  ],
  [
    'is settled by a lock that is shut',
    lock({ status: 1, lastSeen: at('13:01') }),
    '16:00',
    '16:00',
    'settled',
  ],
  [
    'is settled by a lock in repair',
    lock({ custody: 4, lastSeen: at('13:01') }),
    '16:00',
    '16:00',
    'settled',
  ],
  ['of a gateway is settled with its list', { ...closed, lock: null }, '16:00', '16:00', 'settled'],
  [
    'of a gateway lapses with the shift',
    { ...closed, lock: null, listedOpen: 1 },
    '16:00',
    '16:00',
    'takenBack',
  ],
])('two people’s word %s', (_what, facts, change, now, expected) => {
  expect(wordOfTwo(facts, change === null ? null : at(change), at(now))).toBe(expected)
})
