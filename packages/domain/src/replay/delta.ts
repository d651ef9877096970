import { canonicalJson, type Canonical } from '../evidence-chain/index.ts'

/** One stored row, empty columns left out. */
export type Row = Readonly<Record<string, Canonical>>

/** Everything recorded of a ticket: part (`points`, `holds` …) → row id → row. */
export type Recorded = Readonly<Record<string, Readonly<Record<string, Row>>>>

/**
 * What one event changed: part → row id → its changed columns (null = the column is empty now), or null when the row is
 * gone.
 */
export type Delta = Readonly<Record<string, Readonly<Record<string, Row | null>>>>

/** What leads from `before` to `after`; `applyDelta(before, deltaOf(before, after))` is `after`. */
export function deltaOf(before: Recorded, after: Recorded): Delta {
  const delta: Record<string, Record<string, Row | null>> = {}
  for (const part of union(before, after)) {
    if (before[part] === after[part]) continue
    const rows = changedRows(before[part] ?? {}, after[part] ?? {})
    if (Object.keys(rows).length > 0) delta[part] = rows
  }
  return delta
}

function changedRows(before: Recorded[string], after: Recorded[string]): Record<string, Row | null> {
  const changed: Record<string, Row | null> = {}
  for (const id of union(before, after)) {
    const now = after[id]
    if (now === undefined) changed[id] = null
    else if (now !== before[id]) {
      const columns = changedColumns(before[id], now)
      if (columns !== null) changed[id] = columns
    }
  }
  return changed
}

/** Null when nothing changed; a new row counts as changed even when it says nothing. */
function changedColumns(before: Row | undefined, after: Row): Row | null {
  const columns: Record<string, Canonical> = {}
  for (const column of union(before ?? {}, after)) {
    const [was, is] = [before?.[column] ?? null, after[column] ?? null]
    if (canonicalJson(was) !== canonicalJson(is)) columns[column] = is
  }
  return before !== undefined && Object.keys(columns).length === 0 ? null : columns
}

/** The state after a delta; parts without rows and empty columns are left out, so that equal states are equal texts. */
export function applyDelta(before: Recorded, delta: Delta): Recorded {
  const after: Record<string, Record<string, Row>> = {}
  for (const part of union(before, delta)) {
    const rows: Record<string, Row> = { ...before[part] }
    for (const [id, columns] of Object.entries(delta[part] ?? {})) {
      if (columns === null) delete rows[id]
      else rows[id] = withoutEmpty({ ...rows[id], ...columns })
    }
    if (Object.keys(rows).length > 0) after[part] = rows
  }
  return after
}

/** A row as it is recorded: columns that hold nothing are left out. */
export function withoutEmpty(row: Readonly<Record<string, Canonical | undefined>>): Row {
  const kept: Record<string, Canonical> = {}
  for (const [column, value] of Object.entries(row))
    if (value !== null && value !== undefined) kept[column] = value
  return kept
}

const union = (a: object, b: object): Set<string> => new Set([...Object.keys(a), ...Object.keys(b)])
