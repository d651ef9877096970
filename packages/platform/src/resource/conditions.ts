import type { Resource } from '@suoan/contract'
import type { FilterColumns } from '../db/filter-to-sql.ts'

/**
 * A condition on the row `t` about one bound value that no column answers (who is named on a ticket). `placeholder`
 * stands for the value, cast by the condition itself. The text is our own, never anything from a request.
 */
export type RowCondition = (placeholder: string) => string

const known = new WeakMap<Resource, Readonly<Record<string, RowCondition>>>()

/**
 * Gives a resource conditions that filters of the server ask with `eq(name, value)`. Clients cannot: a condition is no
 * field of the description.
 */
export function defineConditions(
  resource: Resource,
  conditions: Readonly<Record<string, RowCondition>>,
): void {
  known.set(resource, conditions)
}

/** The columns of a resource's filters together with its conditions. */
export function withConditions(resource: Resource, columns: FilterColumns): FilterColumns {
  const conditions = known.get(resource)
  if (conditions === undefined) return columns
  const asked = Object.entries(conditions).map(([name, test]) => [name, { test }] as const)
  return { ...columns, ...Object.fromEntries(asked) }
}
