import type { PlannedArea } from '@suoan/contract'
import { expect, it } from 'vitest'
import { onPlan, plansOf } from './plan-tickets.ts'
import { plannedTicket } from './testing.ts'

const area = (id: string, pid: string, spot: PlannedArea['spot'], planFile: string | null = 'x.png') => ({
  id,
  pid,
  areaCode: id,
  areaName: id,
  planFile,
  spot,
})
const time = ['2026-12-01 08:00:00', '2026-12-01 10:00:00'] as const
const planned = {
  areas: [
    area('unit', '0', null),
    area('house', 'unit', { x: 0.1, y: 0.2 }),
    area('tanks', 'unit', null, null),
  ],
  tickets: [
    plannedTicket('A', ...time, { areaId: 'house', spot: { x: 0.5, y: 0.5 } }),
    plannedTicket('B', ...time, { areaId: 'house' }),
    plannedTicket('C', ...time, { areaId: 'tanks', spot: { x: 0.3, y: 0.3 } }),
  ],
}
const told = (planId: string) => {
  const { pinned, unmarked } = onPlan(planned, planId)
  return [pinned.map(({ id, spot }) => `${id} ${spot.x}`), unmarked.map(({ id }) => id)]
}

it('no ticket of an area is missing: what has no place on its plan is told beside it', () => {
  expect(told('house')).toEqual([['A 0.5'], ['B']])
  expect(told('unit')).toEqual([['A 0.1', 'B 0.1'], ['C']])
  expect(told('tanks')).toEqual([['C 0.3'], []])
})

it('every area says how much its plan shows, and without a plan it shows nothing', () => {
  expect(
    plansOf(planned).map(({ id, depth, tickets, pinned, names }) => [
      id,
      depth,
      tickets,
      pinned,
      names.length,
    ]),
  ).toEqual([
    ['unit', 0, 3, 2, 1],
    ['house', 1, 2, 1, 0],
    ['tanks', 1, 1, 0, 0],
  ])
})
