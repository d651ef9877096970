import { and, everything, or } from './filter.ts'
import type { Filter } from './filter.ts'
import { fieldNamed } from './filter-field.ts'
import type { FilterFields, FilterProblem } from './filter-field.ts'
import { ruleNamed } from './rule-names.ts'

/** More conditions than anybody clicks together; past it the request is refused (security.md V5). */
const maxItems = 50
const maxCharacters = 100_000

export type SuperQuery = {
  /** One group; the caller ANDs it with scope and list filter, so that `or` cannot widen them. */
  readonly filter: Filter
  /** Answer as a parameter error. */
  readonly problems: readonly FilterProblem[]
  /** Left out as the contract says, worth a line in the log. */
  readonly ignored: readonly string[]
}

/**
 * Reads `superQueryParams` and `superQueryMatchType` (4-api.md §4.4, §4.5).
 * The text is percent-decoded once more (a `+` stays a plus); unreadable JSON, unknown fields and unknown rules
 * are ignored and reported; a value its field cannot hold, or more than 50 conditions, is a problem.
 */
export function parseSuperQuery(text: unknown, matchType: unknown, fields: FilterFields): SuperQuery {
  if (typeof text !== 'string' || text.trim() === '') return only({})
  if (text.length > maxCharacters) return only({ problem: '高级查询条件过长，请减少条件后重试' })
  const items = readItems(text)
  if (items === undefined) return only({ ignored: 'superQueryParams is not a JSON array' })
  if (items.length > maxItems) {
    return only({ problem: `高级查询最多支持${maxItems}个条件，当前为${items.length}个，请减少条件后重试` })
  }
  const filters: Filter[] = []
  const problems: FilterProblem[] = []
  const ignored: string[] = []
  for (const [index, item] of items.entries()) {
    const read = readItem(item)
    const field = read && fieldNamed(fields, read.field)
    const rule = read && ruleNamed(read.rule)
    if (!read) ignored.push(`item ${index}: field, rule or val is missing`)
    else if (!field) ignored.push(`item ${index}: unknown field ${short(read.field)}`)
    else if (!rule) ignored.push(`item ${index}: unknown rule ${short(read.rule)}`)
    else {
      const condition = rule(read.field, field, read.val)
      if ('problem' in condition) problems.push(condition.problem)
      else filters.push(condition.filter)
    }
  }
  const isOr = typeof matchType === 'string' && matchType.trim().toLowerCase() === 'or'
  // An `or` of no conditions would hide every row; no conditions means no restriction.
  const filter = filters.length === 0 ? everything : isOr ? or(...filters) : and(...filters)
  return { filter, problems, ignored }
}

function only({ problem, ignored }: { problem?: string; ignored?: string }): SuperQuery {
  return {
    filter: everything,
    problems: problem === undefined ? [] : [{ field: 'superQueryParams', message: problem }],
    ignored: ignored === undefined ? [] : [ignored],
  }
}

function readItems(text: string): unknown[] | undefined {
  return arrayIn(percentDecoded(text)) ?? arrayIn(text)
}

// The plain text is tried as well: a value such as `50%` is not a percent-encoding, and must not lose the query.
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

function arrayIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readItem(item: unknown): { field: string; rule: string; val: string } | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const { field, rule, val } = { field: undefined, rule: undefined, val: undefined, ...item }
  const text = valuesText(val)
  if (typeof field !== 'string' || typeof rule !== 'string' || field === '' || rule === '' || text === '') {
    return undefined
  }
  return { field, rule, val: text }
}

function valuesText(val: unknown): string {
  return Array.isArray(val) ? val.map(valueText).join(',') : valueText(val)
}

function valueText(val: unknown): string {
  if (typeof val === 'string') return val
  return typeof val === 'number' || typeof val === 'boolean' ? String(val) : ''
}

function short(text: string): string {
  return JSON.stringify(text.slice(0, 60))
}
