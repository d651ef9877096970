import { shanghaiMoment } from '@suoan/kit/shanghai'
import { describe, expect, it } from 'vitest'
import { foldedDay, partOfDay, ticketsByDay } from './planned-days.ts'
import { plannedTicket } from './testing.ts'

const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']
const now = shanghaiMoment('2026-12-03 10:00:00')
const idsOf = (tickets: Parameters<typeof ticketsByDay>[1]) =>
  [...ticketsByDay(days, tickets, now)].map(([, of]) => of.map(({ id }) => id).join())

describe('tickets by day', () => {
  it('a ticket stands on every day it touches, the earlier first', () => {
    const long = plannedTicket('long', '2026-12-01 20:00:00', '2026-12-03 08:00:00')
    const early = plannedTicket('early', '2026-12-02 00:00:00', '2026-12-03 00:00:00')
    expect(idsOf([early, long])).toEqual(['long', 'long,early', 'long', ''])
    expect(days.map((day) => partOfDay(long, day))).toEqual(['20:00', '全天', '至 08:00', '超期'])
  })
  it('an overdue one stands until today, and says so', () => {
    const late = plannedTicket('late', '2026-12-01 08:00:00', '2026-12-01 17:00:00', { isOverdue: true })
    expect(idsOf([late])).toEqual(['late', 'late', 'late', ''])
    expect(partOfDay(late, '2026-12-02')).toBe('超期')
  })
  it('a ticket without any length is of the day on which it begins', () => {
    expect(idsOf([plannedTicket('dot', '2026-12-02 00:00:00', '2026-12-02 00:00:00')])).toEqual([
      '',
      'dot',
      '',
      '',
    ])
  })
  it('a full day is folded, but never for the sake of one', () => {
    expect(foldedDay([1, 2, 3, 4], 3)).toEqual({ shown: [1, 2, 3, 4], folded: 0 })
    expect(foldedDay([1, 2, 3, 4, 5], 3)).toEqual({ shown: [1, 2, 3], folded: 2 })
  })
})
