import type { PlannedTicket, PlannedTickets, SimopsConflict } from '@suoan/contract'
import { barsWithNames, conflictsOf, type BarPlace } from '../simops/simops-layout.ts'
import { standsUntil } from './planned-days.ts'

/** A ticket's bar. */
export interface TimeBar extends BarPlace {
  readonly ticket: PlannedTicket
  /** Of its clashes the worst first. */
  readonly conflicts: readonly SimopsConflict[]
}

export interface TimeRow {
  readonly id: string
  readonly name: string
  readonly lanes: number
  readonly bars: readonly TimeBar[]
}

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
      const { bars: placed, lanes } = barsWithNames(
        planned,
        tickets.map((ticket) => ({ ticket, start: ticket.start, end: standsUntil(ticket, now) })),
      )
      const bars = placed.map(({ of: { ticket }, ...place }) => ({
        ticket,
        ...place,
        conflicts: conflictsOf(planned, ticket.id),
      }))
      return { id, name, lanes, bars }
    })
    .toSorted((a, b) =>
      a.id === '' || b.id === ''
        ? Number(a.id === '') - Number(b.id === '')
        : a.name.localeCompare(b.name, 'zh-CN'),
    )
}
