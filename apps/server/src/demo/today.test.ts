import { expect, test } from 'vitest'
import { todayTickets, type TodayTicket } from './today.ts'

const fieldCrewOf = ({ crew = {} }: TodayTicket): readonly string[] =>
  [crew.lead ?? 'u5', ...(crew.workers ?? ['u6', 'u7']), crew.guard ?? 'u8'].flat()

/** Whoever is on a ticket that is overdue and not given back is free for nothing else. */
const endOf = ({ upTo, ends }: TodayTicket): number => (upTo === 'verified' && ends < 0 ? Infinity : ends)

const overlap = (one: TodayTicket, other: TodayTicket): boolean =>
  one.starts < endOf(other) && other.starts < endOf(one)

test('one person of the field crews is on two tickets of today at the same time: that is the conflict to be seen', () => {
  const written = todayTickets.filter(({ upTo }) => upTo !== 'draft')
  const twice = written.flatMap((one, index) =>
    written
      .slice(index + 1)
      .filter((other) => overlap(one, other))
      .flatMap((other) =>
        fieldCrewOf(one)
          .filter((person) => fieldCrewOf(other).includes(person))
          .map((person) => `${person}: ${one.equip} and ${other.equip}`),
      ),
  )
  expect(twice).toEqual(['u53: P-102 and P-202B'])
})

test('one ticket of today is planned on equipment that another works on at that time', () => {
  const pairs = todayTickets.flatMap((one, index) =>
    todayTickets.slice(index + 1).filter((other) => other.equip === one.equip && overlap(one, other)),
  )
  expect(pairs.map(({ equip, upTo }) => [equip, upTo])).toEqual([['P-501A', 'draft']])
})
