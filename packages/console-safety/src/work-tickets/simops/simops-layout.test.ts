import { describe, expect, it } from 'vitest'
import type { SimopsConflict, SimopsMap, SimopsTicket } from '@suoan/contract'
import { placeOf, simopsRows, ticksOf } from './simops-layout.ts'

const at = (time: string) => Date.parse(`2026-12-01T${time}:00+08:00`)
const ticket = (id: string, areaCode: string, start: string, end: string, workType = '01'): SimopsTicket => ({
  id,
  workNo: id,
  workName: id,
  workType,
  baseTypes: [],
  workLevel: '1',
  workStatus: 4,
  execPhase: 0,
  areaCode,
  areaName: areaCode,
  leaderName: null,
  start: at(start),
  end: at(end),
})
const clash = (a: string, b: string, severity: number): SimopsConflict => ({
  a,
  b,
  kind: 'ADJ',
  ruleCode: 'X',
  severity,
  from: at('11:00'),
  to: at('12:00'),
  reason: '',
  state: 0,
})
const map: SimopsMap = {
  from: at('08:00'),
  to: at('18:00'),
  areas: [
    { areaCode: 'A01A01', areaName: '压缩机房' },
    { areaCode: 'A01A02A01', areaName: '罐' },
  ],
  tickets: [
    ticket('C', 'A01A01', '10:00', '12:00', '02'),
    ticket('D', 'A01A01', '11:00', '13:00'),
    ticket('E', 'A01A01', '12:00', '14:00'),
    ticket('B', 'A01A02A01', '11:00', '13:00'),
  ],
  conflicts: [clash('B', 'C', 3), clash('C', 'D', 1)],
  isCut: false,
  serverTime: at('08:00'),
}
const all = { areaCode: '', workType: '', severity: 0 }

describe('SIMOPS map (M7)', () => {
  it('puts overlapping tickets of an area into lanes, and one that only touches into the same', () => {
    const [first, second] = simopsRows(map, all)
    expect(first?.lanes).toBe(2)
    expect(first?.bars.map((bar) => `${bar.ticket.id}${bar.lane}`)).toEqual(['C0', 'D1', 'E0'])
    expect(second).toMatchObject({ depth: 2, lanes: 1 })
    expect(first?.bars[0]).toMatchObject({ left: 20, width: 20 })
  })

  it('filters by area with what lies inside, by type and by severity', () => {
    const ids = (filter: Partial<typeof all>) =>
      simopsRows(map, { ...all, ...filter }).flatMap((row) => row.bars.map((bar) => bar.ticket.id))
    expect(ids({ areaCode: 'A01A02' })).toEqual(['B'])
    expect(ids({ workType: '02' })).toEqual(['C'])
    expect(ids({ severity: 3 })).toEqual(['C', 'B'])
    const repair = { ...ticket('R', 'A01A01', '10:00', '12:00', '31'), baseTypes: ['02'] }
    const found = simopsRows({ ...map, tickets: [repair] }, { ...all, workType: '02' })
    expect(found.flatMap((row) => row.bars.map((bar) => bar.ticket.id))).toEqual(['R'])
  })

  it('cuts bars at the ends of the axis and marks the hours of the plant', () => {
    expect(placeOf(map, at('06:00'), at('09:00'))).toEqual({ left: 0, width: 10 })
    expect(ticksOf(map).map((tick) => tick.label)).toEqual(['08:00', '10:00', '12:00', '14:00', '16:00'])
  })
})
