import { and, everything } from './filter.ts'
import type { Comparison, Filter } from './filter.ts'
import { comparisonOn, eitherOf, listOn, matchOn, partsOf } from './field-condition.ts'
import type { Condition } from './field-condition.ts'
import { fieldNamed } from './filter-field.ts'
import type { FilterField, FilterFields, FilterProblem } from './filter-field.ts'

/** Names that are never filters, even where an entity has such a field (4-api.md §4.2). */
const neverFilters = new Set(['class', 'ids', 'page', 'rows', 'sort', 'order'])

/**
 * Reads the query parameters of a list page as one filter (4-api.md §4.2, §4.3).
 * Unknown names are ignored; a value that its field cannot hold is a problem, never silently dropped.
 * @example parseListQuery({ lockCode: '*LK*', battery: '>=20' }, { lockCode: { type: 'text' }, battery: { type: 'integer' } })
 */
export function parseListQuery(
  params: Readonly<Record<string, unknown>>,
  fields: FilterFields,
): { filter: Filter; problems: FilterProblem[] } {
  const filters: Filter[] = []
  const problems: FilterProblem[] = []
  for (const [name, raw] of Object.entries(params)) {
    if (neverFilters.has(name)) continue
    const text = textOf(raw)
    if (text === '') continue
    const condition = conditionOf(name, text, fields)
    if (condition === undefined) continue
    if ('problem' in condition) problems.push(condition.problem)
    else filters.push(condition.filter)
  }
  return { filter: and(...filters), problems }
}

function conditionOf(name: string, text: string, fields: FilterFields): Condition | undefined {
  const field = fieldNamed(fields, name)
  if (field) return parseFieldText(name, field, text)
  for (const [suffix, read] of suffixes) {
    if (!name.endsWith(suffix)) continue
    const base = name.slice(0, -suffix.length)
    const ranged = fieldNamed(fields, base)
    if (ranged) return read(base, ranged, text)
  }
  return undefined
}

const suffixes: readonly (readonly [
  string,
  (name: string, field: FilterField, text: string) => Condition,
])[] = [
  ['_begin', (name, field, text) => comparisonOn(name, field, 'ge', text)],
  ['_end', (name, field, text) => comparisonOn(name, field, 'le', text)],
  ['_MultiString', listOn],
]

const spelledComparisons: Record<string, Comparison> = {
  '>=': 'ge',
  '<=': 'le',
  '!=': 'ne',
  gt: 'gt',
  ge: 'ge',
  lt: 'lt',
  le: 'le',
  eq: 'eq',
  ne: 'ne',
  '>': 'gt',
  '<': 'lt',
  '=': 'eq',
}

/** One property's text by the value rules of 4-api.md §4.2, in the order of its table. */
function parseFieldText(name: string, field: FilterField, text: string): Condition {
  const spelled = /^(>=|<=|!=|gt|ge|lt|le|eq|ne|in|>|<|=) +(.+)$/s.exec(text)
  if (spelled) {
    const [, word = '', rest = ''] = spelled
    const op = spelledComparisons[word]
    return op === undefined ? listOn(name, field, rest) : comparisonOn(name, field, op, rest)
  }
  if (field.type !== 'text') {
    const tight = /^(>=|<=|!=|>|<|=|!)(.+)$/s.exec(text)
    if (tight) {
      const [, sign = '', rest = ''] = tight
      return comparisonOn(name, field, spelledComparisons[sign] ?? 'ne', rest)
    }
  }
  if (text === '*') return comparisonOn(name, field, 'eq', text)
  if (text.length > 2 && text.startsWith(',') && text.endsWith(',')) {
    if (field.type !== 'text') return listOn(name, field, text)
    return eitherOf(partsOf(text).map((part) => matchOn(name, field, 'contains', part)))
  }
  if (/^\*+$/.test(text)) return { filter: everything }
  if (text.startsWith('*') && text.endsWith('*')) return matchOn(name, field, 'contains', text.slice(1, -1))
  if (text.startsWith('*')) return matchOn(name, field, 'endsWith', text.slice(1))
  if (text.endsWith('*')) return matchOn(name, field, 'startsWith', text.slice(0, -1))
  if (text.includes(',')) return listOn(name, field, text)
  if (text.startsWith('!')) return comparisonOn(name, field, 'ne', text.slice(1))
  if (text.indexOf('++') > 0) return comparisonOn(name, field, 'eq', text.replaceAll('++', ','))
  return comparisonOn(name, field, 'eq', text)
}

// A name given twice arrives as a list, which is the same as its comma text.
function textOf(raw: unknown): string {
  if (typeof raw === 'string') return raw.trim()
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw)
  if (Array.isArray(raw))
    return raw
      .map(textOf)
      .filter((part) => part !== '')
      .join(',')
  return ''
}
