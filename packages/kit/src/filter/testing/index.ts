import { compareValues } from './compare-values.ts'
import type { Filter, FilterValue, TextMatch } from '../filter.ts'
import { fieldNamed } from '../filter-field.ts'
import type { FilterFieldType, FilterFields } from '../filter-field.ts'

export type FilterPredicate = (row: Readonly<Record<string, unknown>>) => boolean

/**
 * The filter as a function over rows, with the very meaning it has in the database.
 * Without a description of the field, the type of the filter's value decides how to compare.
 */
export function toPredicate(filter: Filter, fields: FilterFields = {}): FilterPredicate {
  switch (filter.op) {
    case 'true':
      return () => true
    case 'false':
      return () => false
    case 'and': {
      const parts = filter.of.map((part) => toPredicate(part, fields))
      return (row) => parts.every((part) => part(row))
    }
    case 'or': {
      const parts = filter.of.map((part) => toPredicate(part, fields))
      return (row) => parts.some((part) => part(row))
    }
    case 'not': {
      const part = toPredicate(filter.of, fields)
      return (row) => !part(row)
    }
    case 'isNull':
      return (row) => isAbsent(row[filter.field])
    case 'in': {
      const parts = filter.values.map((value) => {
        const type = typeFor(filter.field, value, fields)
        return (given: unknown): boolean => compareValues(type, given, value) === 0
      })
      return (row) => {
        const given = row[filter.field]
        return !isAbsent(given) && parts.some((part) => part(given))
      }
    }
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'listHas': {
      const matches = textMatches[filter.op]
      return (row) => {
        const given = row[filter.field]
        return !isAbsent(given) && matches(given, filter.value)
      }
    }
    default: {
      const type = typeFor(filter.field, filter.value, fields)
      const holds = comparisons[filter.op]
      return (row) => {
        const given = row[filter.field]
        return !isAbsent(given) && holds(compareValues(type, given, filter.value))
      }
    }
  }
}

const comparisons = {
  eq: (order: number) => order === 0,
  ne: (order: number) => order !== 0,
  gt: (order: number) => order > 0,
  ge: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  le: (order: number) => order <= 0,
}

const textMatches: Record<TextMatch, (given: unknown, value: string) => boolean> = {
  contains: (given, value) => String(given).includes(value),
  startsWith: (given, value) => String(given).startsWith(value),
  endsWith: (given, value) => String(given).endsWith(value),
  listHas: (given, value) =>
    Array.isArray(given) ? given.includes(value) : `,${String(given)},`.includes(`,${value},`),
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined
}

function typeFor(field: string, value: FilterValue, fields: FilterFields): FilterFieldType {
  const described = fieldNamed(fields, field)
  if (described) return described.type
  return typeof value === 'number' ? 'decimal' : typeof value === 'boolean' ? 'boolean' : 'text'
}
