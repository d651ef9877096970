/** A state machine as rows: in one of `from`, on `event`, go to `to`. */
export interface TableRow<S extends string | number, E extends string> {
  from: readonly S[]
  event: E
  to: S
}

/** The state after an event, or null when no row allows it. The first matching row wins. */
export function nextState<S extends string | number, E extends string>(
  rows: readonly TableRow<S, E>[],
  state: S,
  event: E,
): S | null {
  return rows.find((row) => row.event === event && row.from.includes(state))?.to ?? null
}

/** Events some row allows in a state. */
export function eventsIn<S extends string | number, E extends string>(
  rows: readonly TableRow<S, E>[],
  state: S,
): E[] {
  return [...new Set(rows.filter((row) => row.from.includes(state)).map((row) => row.event))]
}

/** States no row leaves. */
export function finalStates<S extends string | number, E extends string>(
  rows: readonly TableRow<S, E>[],
): S[] {
  const left = new Set(rows.flatMap((row) => row.from))
  return [...new Set(rows.map((row) => row.to))].filter((state) => !left.has(state))
}
