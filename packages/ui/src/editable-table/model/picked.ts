import type { Column } from './column.ts'
import type { RowPart } from './row.ts'

/** A record that a popup of the console gave, by its fields. */
export type PickedRecord = Readonly<Record<string, unknown>>

const listed = (names: string | undefined): readonly string[] =>
  (names ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/** The field of a record that becomes the column's own value. */
export function ownField(column: Column): string {
  const at = listed(column.destFields).indexOf(column.field ?? column.key)
  return listed(column.orgFields)[at] ?? 'id'
}

/**
 * What the chosen records of a popup write into a row (spec/2-data-entry.md §3: popupCode, field, orgFields, destFields): each
 * field of `orgFields` into the column of `destFields` that stands at its place; several records joined by commas. `field` of
 * `destFields` is the column's own. Throws where the two lists differ in length: that is a fault of the page.
 */
export function pickedPart(column: Column, records: readonly PickedRecord[]): RowPart {
  const from = listed(column.orgFields)
  const to = listed(column.destFields)
  if (from.length !== to.length)
    throw new Error(`列 ${column.key} 的 orgFields 与 destFields 不成对：${from.length} 个与 ${to.length} 个`)
  const own = column.field ?? column.key
  const filled = to.flatMap((name, index) =>
    name === own ? [] : [[name, joinedOf(records, from[index] ?? '')] as const],
  )
  return Object.fromEntries([[column.key, joinedOf(records, ownField(column))], ...filled])
}

/** A field of one record as it is, of several as joined text. */
function joinedOf(records: readonly PickedRecord[], field: string): unknown {
  const values = records.map((record) => record[field] ?? null)
  return values.length === 1 ? values[0] : values.filter((each) => each !== null).join(',')
}
