import type { SimopsConflict, SimopsMap, SimopsTicket } from '@suoan/contract'
import { isOfKind } from '@suoan/domain/work-ticket'

/** Of a filter: tickets with clashes of any severity, and with none. */
const anySeverity = 0

/** Where the bar of a ticket stands in its row: lane from 0, place and width in percent of the shown time. */
export interface BarPlace {
  readonly lane: number
  readonly left: number
  readonly width: number
  /** Where its name stands: a short bar has it beside itself, on the side where there is room. */
  readonly label: 'inside' | 'after' | 'before'
}

/** A ticket's bar in its area's row. */
export interface Bar extends BarPlace {
  readonly ticket: SimopsTicket
  /** Clashes of this ticket, worst first. */
  readonly conflicts: readonly SimopsConflict[]
}

export interface AreaRow {
  readonly areaCode: string
  readonly areaName: string
  /** Depth in the area tree, for indenting; a code grows by three characters a level. */
  readonly depth: number
  readonly lanes: number
  readonly bars: readonly Bar[]
}

export interface SimopsFilter {
  readonly areaCode: string
  readonly workType: string
  /** Only tickets with a clash of at least this severity; 0 = all. */
  readonly severity: number
}

/** Clashes of one ticket, worst first. */
export const conflictsOf = (map: Pick<SimopsMap, 'conflicts'>, id: string): SimopsConflict[] =>
  map.conflicts
    .filter((each) => each.a === id || each.b === id)
    .toSorted((x, y) => y.severity - x.severity || x.from - y.from)

/** Areas × time: bars of one area that overlap stand in lanes below each other. */
export function simopsRows(map: SimopsMap, filter: SimopsFilter): AreaRow[] {
  const shown = map.tickets.filter(
    (ticket) =>
      ticket.areaCode.startsWith(filter.areaCode) &&
      (filter.workType === '' || isOfKind(ticket, filter.workType)) &&
      (filter.severity === anySeverity ||
        conflictsOf(map, ticket.id).some((each) => each.severity >= filter.severity)),
  )
  return map.areas.flatMap(({ areaCode, areaName }) => {
    const tickets = shown
      .filter((ticket) => ticket.areaCode === areaCode)
      .toSorted((a, b) => a.start - b.start || a.end - b.end)
    if (tickets.length === 0) return []
    const { bars: placed, lanes } = barsWithNames(map, tickets)
    const bars = placed.map(({ of: ticket, ...place }): Bar => ({
      ticket,
      ...place,
      conflicts: conflictsOf(map, ticket.id),
    }))
    return [{ areaCode, areaName, depth: areaCode.length / 3 - 1, lanes, bars }]
  })
}

/** A name takes this much of the shown time, percent. */
const nameWidth = 18

interface Span {
  readonly start: number
  readonly end: number
}

/** Bars in lanes, with room for the name of each: inside a long one, beside a short one. */
export function barsWithNames<T extends Span>(
  axis: Pick<SimopsMap, 'from' | 'to'>,
  spans: readonly T[],
): { readonly bars: readonly (BarPlace & { readonly of: T })[]; readonly lanes: number } {
  const room = ((axis.to - axis.from) * nameWidth) / 100
  const drawn = spans
    .map((of) => {
      const { start, end } = of
      const place = placeOf(axis, start, end)
      const label =
        place.width >= nameWidth
          ? ('inside' as const)
          : place.left + place.width + nameWidth <= 100
            ? ('after' as const)
            : ('before' as const)
      const taken = {
        start: label === 'before' ? start - room : start,
        end: label === 'after' ? end + room : end,
      }
      return { of, ...place, label, taken }
    })
    .toSorted((a, b) => a.taken.start - b.taken.start || a.taken.end - b.taken.end)
  const { laneOf, lanes } = lanesOf(drawn.map(({ taken }) => taken))
  return {
    bars: drawn.map(({ taken: _taken, ...bar }, index) => ({ ...bar, lane: laneOf[index] ?? 0 })),
    lanes,
  }
}

/** Spans in the order of their beginning, each in the first lane that is free: what overlaps stands below, what only touches beside. */
function lanesOf(spans: readonly Span[]): {
  readonly laneOf: readonly number[]
  readonly lanes: number
} {
  const laneEnds: number[] = []
  const laneOf = spans.map(({ start, end }) => {
    const free = laneEnds.findIndex((laneEnd) => laneEnd <= start)
    const lane = free === -1 ? laneEnds.length : free
    laneEnds[lane] = end
    return lane
  })
  return { laneOf, lanes: laneEnds.length }
}

/** Where a time stands on the axis, in percent, cut at its ends. */
export function placeOf(
  { from, to }: Pick<SimopsMap, 'from' | 'to'>,
  start: number,
  end: number,
): { left: number; width: number } {
  const percent = (at: number) => ((Math.min(to, Math.max(from, at)) - from) / (to - from)) * 100
  return { left: percent(start), width: percent(end) - percent(start) }
}

const hour = 3_600_000
const zone = 8 * hour

/** Marks of the time axis: every 2 hours of a day, every day of a week (Asia/Shanghai). */
export function ticksOf({ from, to }: Pick<SimopsMap, 'from' | 'to'>): { at: number; label: string }[] {
  const step = to - from > 48 * hour ? 24 * hour : 2 * hour
  const first = Math.ceil((from + zone) / step) * step - zone
  const count = Math.max(0, Math.ceil((to - first) / step))
  return Array.from({ length: count }, (_, index) => {
    const at = first + index * step
    const text = new Date(at + zone).toISOString()
    return { at, label: step === 24 * hour ? text.slice(5, 10) : text.slice(11, 16) }
  })
}
