import { shanghaiMoment } from '@suoan/kit/shanghai'
import { describe, expect, it } from 'vitest'
import { plannedTicket } from './testing.ts'
import { timeRows } from './time-rows.ts'

const at = (time: string) => `2026-12-01 ${time}:00`
const planned = {
  from: shanghaiMoment('2026-12-01'),
  to: shanghaiMoment('2026-12-02'),
  tickets: [
    plannedTicket('B', at('11:00'), at('13:00'), { equips: [{ id: 'p', name: 'P-101' }] }),
    plannedTicket('A', at('06:00'), at('12:00'), {
      equips: [
        { id: 'p', name: 'P-101' },
        { id: 'c', name: 'C-101' },
      ],
    }),
    plannedTicket('C', at('12:00'), at('18:00'), { areaId: 'tanks', areaName: '罐区' }),
  ],
  conflicts: [
    {
      a: 'A',
      b: 'B',
      kind: 'ADJ',
      ruleCode: 'X',
      severity: 3,
      from: shanghaiMoment(at('11:00')),
      to: shanghaiMoment(at('12:00')),
      reason: '',
      state: 0,
    },
  ],
}
const now = shanghaiMoment(at('20:00'))
const told = (by: 'area' | 'equip') =>
  timeRows(planned, by, now).map(
    ({ name, lanes, bars }) => `${name} ${lanes}: ${bars.map((bar) => `${bar.ticket.id}${bar.lane}`).join()}`,
  )

describe('the time map', () => {
  it('has a row for each area, with what overlaps in lanes', () => {
    expect(told('area')).toEqual(['罐区 1: C0', '压缩机房 2: A0,B1'])
  })
  it('or for each piece of equipment, and one at the end for tickets without', () => {
    expect(told('equip')).toEqual(['C-101 1: A0', 'P-101 2: A0,B1', '未指定设备 1: C0'])
  })
  it('a short bar has its name beside it, and nothing stands there', () => {
    const short = (id: string, from: string, to: string) => plannedTicket(id, at(from), at(to))
    const tickets = [short('A', '06:00', '07:00'), short('B', '08:00', '13:00'), short('Z', '23:00', '23:30')]
    const [row] = timeRows({ ...planned, tickets }, 'area', now)
    expect(row?.bars.map(({ ticket, lane, label }) => [ticket.id, lane, label])).toEqual([
      ['A', 0, 'after'],
      ['B', 1, 'inside'],
      ['Z', 0, 'before'],
    ])
  })
  it('bars stand where they are planned, marked by their clashes, and reach to now when they are overdue', () => {
    const [, house] = timeRows(planned, 'area', now)
    expect(house?.bars[0]).toMatchObject({ left: 25, width: 25, conflicts: [{ severity: 3 }] })
    const late = plannedTicket('L', at('06:00'), at('08:00'), { isOverdue: true })
    const [row] = timeRows({ ...planned, tickets: [late] }, 'area', now)
    expect(row?.bars[0]?.left).toBe(25)
    expect(row?.bars[0]?.width).toBeCloseTo((14 / 24) * 100)
  })
})
