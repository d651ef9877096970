import type { BoardTrend } from '@suoan/contract'

/** Two series over the hours of the day, ready for a bar chart. */
export function hourSeries(byHour: BoardTrend['byHour']) {
  return {
    labels: byHour.map((row) => (row.date.length > 10 ? `${row.date.slice(11, 13)}时` : row.date.slice(5))),
    opened: byHour.map((row) => row.openCount),
    closed: byHour.map((row) => row.closeCount),
    isEmpty: byHour.every((row) => row.openCount + row.closeCount === 0),
  }
}

/** Tickets by type, stacked by status; a type without any ticket is not there. */
export function statusStacks(tickets: BoardTrend['tickets']) {
  const types = [...new Map(tickets.map((row) => [row.workType, row.workTypeText]))]
  const statuses = [...new Map(tickets.map((row) => [row.status, row.statusText]))].toSorted(
    ([a], [b]) => a - b,
  )
  return {
    types: types.map(([, text]) => text),
    series: statuses.map(([status, name]) => ({
      status,
      name,
      data: types.map(
        ([type]) => tickets.find((row) => row.workType === type && row.status === status)?.count ?? 0,
      ),
    })),
    isEmpty: tickets.every((row) => row.count === 0),
  }
}
