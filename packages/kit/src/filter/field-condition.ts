import { and, compare, isIn, matchText, nothing, or } from './filter.ts'
import type { Comparison, Filter, TextMatch } from './filter.ts'
import { readFieldValue, unreadable, unsuitable } from './filter-field.ts'
import type { FilterField, FilterProblem } from './filter-field.ts'

/** A filter, or the reason why there is none. */
export type Condition = { readonly filter: Filter } | { readonly problem: FilterProblem }

/** `name op text` with the text read as the field's type; the common end of every way to say a condition. */
export function comparisonOn(name: string, field: FilterField, op: Comparison, text: string): Condition {
  const value = readFieldValue(field.type, text)
  if (value === undefined) return { problem: unreadable(name, field, text) }
  if (field.type === 'dateTime' && typeof value === 'string' && value.length === 10) {
    return { filter: wholeDay(name, op, value) }
  }
  return { filter: compare(op, name, value) }
}

/** From and to, parted by a comma, both included; one side may be empty, not both. */
export function betweenOn(name: string, field: FilterField, text: string): Condition {
  const [from = '', to = '', ...more] = text.split(',').map((part) => part.trim())
  if ((from === '' && to === '') || more.length > 0) return { problem: unreadable(name, field, text) }
  const sides: Condition[] = [
    ...(from === '' ? [] : [comparisonOn(name, field, 'ge', from)]),
    ...(to === '' ? [] : [comparisonOn(name, field, 'le', to)]),
  ]
  const filters: Filter[] = []
  for (const side of sides) {
    if ('problem' in side) return side
    filters.push(side.filter)
  }
  return { filter: and(...filters) }
}

/** `name` is one of the comma parts; empty parts are dropped, so `a,` is an exact match by list. */
export function listOn(name: string, field: FilterField, text: string): Condition {
  return membersOn(name, field, partsOf(text))
}

/** `name` is one of the texts. One unreadable text makes the whole condition unreadable. */
function membersOn(name: string, field: FilterField, texts: readonly string[]): Condition {
  if (field.type === 'dateTime') return eitherOf(texts.map((part) => comparisonOn(name, field, 'eq', part)))
  const values = []
  for (const part of texts) {
    const value = readFieldValue(field.type, part)
    if (value === undefined) return { problem: unreadable(name, field, part) }
    values.push(value)
  }
  return { filter: isIn(name, values) }
}

/** A look inside a text; only text fields have an inside (JSON lists know `listHas`). */
export function matchOn(name: string, field: FilterField, op: TextMatch, text: string): Condition {
  if (field.type === 'text' || (field.type === 'json' && op === 'listHas')) {
    return { filter: matchText(op, name, text) }
  }
  return { problem: unsuitable(name, field) }
}

/** The non-empty parts of a comma text. */
export function partsOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** OR of conditions; the first problem wins. */
export function eitherOf(conditions: readonly Condition[]): Condition {
  const filters: Filter[] = []
  for (const condition of conditions) {
    if ('problem' in condition) return condition
    filters.push(condition.filter)
  }
  return { filter: filters.length === 0 ? nothing : or(...filters) }
}

// A bare date against a moment means the whole day: nobody who asks for "on the 31st" means midnight only.
function wholeDay(name: string, op: Comparison, day: string): Filter {
  const first = `${day} 00:00:00`
  const last = `${day} 23:59:59`
  switch (op) {
    case 'eq':
      return and(compare('ge', name, first), compare('le', name, last))
    case 'ne':
      return or(compare('lt', name, first), compare('gt', name, last))
    case 'ge':
    case 'lt':
      return compare(op, name, first)
    case 'gt':
    case 'le':
      return compare(op, name, last)
    default:
      return op satisfies never
  }
}
