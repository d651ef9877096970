import type { PlannedTicket, PlannedTickets, SimopsConflict } from '@suoan/contract'
import { conflictsOf, lanesOf, placeOf } from '../simops/simops-layout.ts'
import { standsUntil } from './planned-days.ts'

/** A ticket's bar: lane from 0, place and width in percent of the shown time. */
export interface TimeBar {
  readonly ticket: PlannedTicket
  readonly lane: number
  readonly left: number
  readonly width: number
  /** Where its name stands: a short bar has it beside itself, on the side where there is room. */
  readonly label: 'inside' | 'after' | 'before'
  /** Of its clashes the worst first. */
  readonly conflicts: readonly SimopsConflict[]
}

export interface TimeRow {
  readonly id: string
  readonly name: string
  readonly lanes: number
  readonly bars: readonly TimeBar[]
}

/** A name takes this much of the shown time, percent. */
const labelWidth = 14

const withoutEquip = { id: '', name: '未指定设备' }

/** Areas or equipment down, time across; a ticket of several pieces of equipment stands in the row of each. */
export function timeRows(
  planned: Pick<PlannedTickets, 'from' | 'to' | 'tickets' | 'conflicts'>,
  by: 'area' | 'equip',
  now: number,
): TimeRow[] {
  const rows = new Map<string, { name: string; tickets: PlannedTicket[] }>()
  for (const ticket of planned.tickets) {
    const places: PlannedTicket['equips'] =
      by === 'area'
        ? [{ id: ticket.areaId, name: ticket.areaName }]
        : ticket.equips.length > 0
          ? ticket.equips
          : [withoutEquip]
    for (const { id, name } of places) {
      const row = rows.get(id) ?? { name, tickets: [] }
      row.tickets.push(ticket)
      rows.set(id, row)
    }
  }
  return [...rows]
    .map(([id, { name, tickets }]): TimeRow => {
      const room = ((planned.to - planned.from) * labelWidth) / 100
      const drawn = tickets
        .map((ticket) => {
          const { start } = ticket
          const end = standsUntil(ticket, now)
          const place = placeOf(planned, start, end)
          const label =
            place.width >= labelWidth
              ? ('inside' as const)
              : place.left + place.width + labelWidth <= 100
                ? ('after' as const)
                : ('before' as const)
          return {
            ticket,
            ...place,
            label,
            conflicts: conflictsOf(planned, ticket.id),
            start: label === 'before' ? start - room : start,
            end: label === 'after' ? end + room : end,
          }
        })
        .toSorted((a, b) => a.start - b.start || a.end - b.end)
      const { laneOf, lanes } = lanesOf(drawn)
      const bars = drawn.map(({ start: _start, end: _end, ...bar }, index) => ({
        ...bar,
        lane: laneOf[index] ?? 0,
      }))
      return { id, name, lanes, bars }
    })
    .toSorted((a, b) =>
      a.id === '' || b.id === ''
        ? Number(a.id === '') - Number(b.id === '')
        : a.name.localeCompare(b.name, 'zh-CN'),
    )
}
