/** What a filter compares with. Decimals are kept as text so that no digit is lost on the way to the database. */
export type FilterValue = string | number | boolean

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** Operators that look inside a text. `listHas`: the comma list (or JSON array) has this very part. */
export type TextMatch = 'contains' | 'startsWith' | 'endsWith' | 'listHas'

/**
 * The one language of conditions: list operators, advanced queries, data rules and scopes all become this value.
 * A leaf on an absent (null) value is false, also for `ne`; `not` is the plain complement of what stands below it.
 */
export type Filter =
  | { readonly op: 'true' }
  | { readonly op: 'false' }
  | { readonly op: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly op: 'not'; readonly of: Filter }
  | { readonly op: Comparison; readonly field: string; readonly value: FilterValue }
  | { readonly op: TextMatch; readonly field: string; readonly value: string }
  | { readonly op: 'in'; readonly field: string; readonly values: readonly FilterValue[] }
  | { readonly op: 'isNull'; readonly field: string }

/** Matches every row. */
export const everything: Filter = Object.freeze({ op: 'true' })

/** Matches no row. */
export const nothing: Filter = Object.freeze({ op: 'false' })

/** All of them; `and()` is `everything`. Nested groups are flattened, `nothing` wins, duplicates of one value stay. */
export function and(...filters: readonly Filter[]): Filter {
  return group('and', filters, everything, nothing)
}

/** Any of them; `or()` is `nothing`. */
export function or(...filters: readonly Filter[]): Filter {
  return group('or', filters, nothing, everything)
}

/** The rows that `filter` leaves out, rows with absent values included. */
export function not(filter: Filter): Filter {
  if (filter.op === 'true') return nothing
  if (filter.op === 'false') return everything
  if (filter.op === 'not') return filter.of
  return Object.freeze({ op: 'not', of: filter })
}

/** One comparison of a field with a value, e.g. `compare('ge', 'battery', 20)`. */
export function compare(op: Comparison, field: string, value: FilterValue): Filter {
  return Object.freeze({ op, field, value })
}

/** The field equals the value. */
export const eq = (field: string, value: FilterValue): Filter => compare('eq', field, value)
/** The field has another value; an absent one does not count. */
export const ne = (field: string, value: FilterValue): Filter => compare('ne', field, value)
/** The field is greater. */
export const gt = (field: string, value: FilterValue): Filter => compare('gt', field, value)
/** The field is greater or equal. */
export const ge = (field: string, value: FilterValue): Filter => compare('ge', field, value)
/** The field is less. */
export const lt = (field: string, value: FilterValue): Filter => compare('lt', field, value)
/** The field is less or equal. */
export const le = (field: string, value: FilterValue): Filter => compare('le', field, value)

/** One of the values; an empty list matches nothing. */
export function isIn(field: string, values: readonly FilterValue[]): Filter {
  if (values.length === 0) return nothing
  return Object.freeze({ op: 'in', field, values: Object.freeze([...values]) })
}

/** One look inside a text, e.g. `matchText('startsWith', 'sysOrgCode', 'A01')`. */
export function matchText(op: TextMatch, field: string, value: string): Filter {
  return Object.freeze({ op, field, value })
}

/** The value stands somewhere in the text. */
export const contains = (field: string, value: string): Filter => matchText('contains', field, value)
/** The text begins with the value. */
export const startsWith = (field: string, value: string): Filter => matchText('startsWith', field, value)
/** The text ends with the value. */
export const endsWith = (field: string, value: string): Filter => matchText('endsWith', field, value)
/** The comma list or JSON array has this very part. */
export const listHas = (field: string, value: string): Filter => matchText('listHas', field, value)

/** The field holds no value. */
export const isNull = (field: string): Filter => Object.freeze({ op: 'isNull', field })

function group(op: 'and' | 'or', filters: readonly Filter[], neutral: Filter, absorbing: Filter): Filter {
  const parts: Filter[] = []
  for (const filter of filters) {
    if (filter.op === absorbing.op) return absorbing
    if (filter.op === neutral.op) continue
    if (filter.op === op) parts.push(...filter.of)
    else parts.push(filter)
  }
  const [first] = parts
  if (first === undefined) return neutral
  if (parts.length === 1) return first
  return Object.freeze({ op, of: Object.freeze(parts) })
}
