import type { Field, FieldKind, Resource } from '@suoan/contract'
import { isQueryLine, type QueryLine } from '@suoan/kit/filter'
import { unusableBecause } from '@suoan/ui/query-lines'
import {
  columnsFromText,
  columnsToText,
  type ChosenColumns,
  type Density,
} from '@suoan/ui/column-preferences'
import { fieldOf } from './list-row.ts'
import { queryFieldsOf } from './query-fields.ts'

/** Where a list stands: page, sort, filters as typed, advanced query. Lives in the address of the page. */
export interface ListState {
  readonly pageNo: number
  readonly pageSize: number
  readonly column: string
  readonly order: 'asc' | 'desc'
  readonly filters: Readonly<Record<string, string>>
  readonly rules: readonly QueryLine[]
  readonly match: 'and' | 'or'
  /** Conditions that this list cannot ask (a field or rule that is gone): not applied, and said so. */
  readonly unapplied: readonly QueryLine[]
  /** The columns of a view; null = those of the person. */
  readonly columns: ChosenColumns | null
  /** How high the rows of a view are; null = as the person likes. */
  readonly density: Density | null
  /** The saved view that was opened; it may have been changed since. */
  readonly view: string | null
}

/** 1-shell.md §9: 10 rows a page, 20 and 30 on offer; as many as the server gives for who looks a whole list through. */
export const pageSizes = [10, 20, 30, 100, 500, 1_000] as const

const densities = ['wide', 'middle', 'small'] as const

export function initialListState(resource: Resource): ListState {
  const { column, order } = resource.sort
  const conditions = { filters: {}, rules: [], match: 'and', unapplied: [] } as const
  return {
    pageNo: 1,
    pageSize: pageSizes[0],
    column,
    order,
    ...conditions,
    columns: null,
    density: null,
    view: null,
  }
}

/**
 * Reads the state out of an address; what does not belong there is left out.
 * @param search names of the query form
 * @param hidden columns that this person is not given
 */
export function readListState(
  params: URLSearchParams,
  resource: Resource,
  search: readonly string[] = resource.search,
  hidden: readonly string[] = [],
): ListState {
  const initial = initialListState(resource)
  const column = params.get('column')
  const isSorted =
    column !== null && fieldOf(resource, column) && hiddenSort(params, resource, hidden) === null
  const sorted = isSorted ? column : null
  const size = Number(params.get('pageSize'))
  const filters: Record<string, string> = {}
  const kept: QueryLine[] = []
  for (const [name, value] of params) {
    if (!value || !search.includes(plainName(name))) continue
    // What he may not see answers him no question; it is told, like a condition that is gone.
    if (hidden.includes(plainName(name))) kept.push(lineOf(name, value))
    else filters[name] = value
  }
  const { rules, unapplied } = readRules(params.get('rules'), resource, hidden)
  return {
    pageNo: Math.max(1, Math.trunc(Number(params.get('pageNo'))) || 1),
    pageSize: pageSizes.some((each) => each === size) ? size : initial.pageSize,
    column: sorted ?? initial.column,
    // The way round belongs to the column that is not sorted by.
    order: (column !== null && sorted === null ? null : orderOf(params.get('order'))) ?? initial.order,
    filters,
    rules,
    unapplied: [...unapplied, ...kept],
    match: params.get('match') === 'or' ? 'or' : 'and',
    columns: columnsFromText(params.get('columns')),
    density: densities.find((each) => each === params.get('density')) ?? null,
    view: params.get('view'),
  }
}

/** The column by which an address sorts and which this person is not given; null where there is none. */
export function hiddenSort(
  params: URLSearchParams,
  resource: Resource,
  hidden: readonly string[],
): string | null {
  const column = params.get('column')
  // The order that a list has by itself is nobody's question (decision 0920).
  return column !== null && column !== resource.sort.column && hidden.includes(column) ? column : null
}

/** The field that a filter of the query form asks about: ranges have two filters. */
export const plainName = (filter: string): string => filter.replace(/_(begin|end)$/, '')

/** A filter of the query form as a condition of the advanced query. */
export function lineOf(filter: string, val: string): QueryLine {
  const rule = filter.endsWith('_begin') ? 'ge' : filter.endsWith('_end') ? 'le' : 'eq'
  return { field: plainName(filter), rule, val }
}

/** Writes the state as an address; defaults are left out so that a plain list has a plain address. */
export function writeListState(state: ListState, resource: Resource): URLSearchParams {
  const initial = initialListState(resource)
  const params = new URLSearchParams(state.filters)
  for (const name of ['pageNo', 'pageSize', 'column', 'order'] as const) {
    if (state[name] !== initial[name]) params.set(name, String(state[name]))
  }
  const rules = [...state.rules, ...state.unapplied]
  if (rules.length > 0) params.set('rules', JSON.stringify(rules))
  if (rules.length > 0 && state.match === 'or') params.set('match', 'or')
  if (state.columns) params.set('columns', columnsToText(state.columns))
  if (state.density) params.set('density', state.density)
  if (state.view) params.set('view', state.view)
  return params
}

/** The query that the server is asked (4-api.md §4.1). */
export function listQuery(state: ListState, resource: Resource): Record<string, string> {
  const query: Record<string, string> = {
    column: state.column,
    order: state.order,
    field: ['id', ...resource.list].join(','),
    pageNo: String(state.pageNo),
    pageSize: String(state.pageSize),
  }
  for (const [name, value] of Object.entries(state.filters)) {
    const field = fieldOf(resource, name.replace(/_(begin|end)$/, ''))
    if (field && value.trim())
      query[name] = /_(begin|end)$/.test(name) ? value : wireFilter(field, value.trim())
  }
  if (state.rules.length > 0) {
    const rules = state.rules.map((rule) => ({ ...rule, type: ruleType(fieldOf(resource, rule.field)) }))
    query['superQueryParams'] = encodeURI(JSON.stringify(rules))
    query['superQueryMatchType'] = state.match
  }
  return query
}

const containing: readonly FieldKind[] = ['text', 'code', 'longText', 'file', 'json']
const several: readonly FieldKind[] = ['dicts', 'refs']

/** A typed filter as the server reads it: texts contain, lists of values hold, everything else equals (4-api.md §4.2). */
function wireFilter(field: Field, value: string): string {
  if (several.includes(field.kind)) return `,${value},`
  // Whoever types an operator means it: *x, x*, !x, >=x.
  if (!containing.includes(field.kind) || /^[!<>=]|^\*|\*$/.test(value)) return value
  return `*${value}*`
}

function ruleType(field: Field | undefined): string {
  if (field?.kind === 'date') return 'date'
  if (field?.kind === 'dateTime') return 'datetime'
  return field?.kind === 'integer' || field?.kind === 'decimal' || field?.kind === 'dictNumber'
    ? 'int'
    : 'input'
}

function orderOf(text: string | null): 'asc' | 'desc' | null {
  return text === 'asc' || text === 'desc' ? text : null
}

function readRules(
  text: string | null,
  resource: Resource,
  hidden: readonly string[],
): Pick<ListState, 'rules' | 'unapplied'> {
  const lines = linesIn(text)
  if (lines.length === 0) return { rules: [], unapplied: [] }
  const fields = queryFieldsOf(resource, hidden)
  const isUsable = (line: QueryLine) => unusableBecause(line, fields) === null
  return { rules: lines.filter(isUsable), unapplied: lines.filter((line) => !isUsable(line)) }
}

function linesIn(text: string | null): readonly QueryLine[] {
  if (!text) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isQueryLine) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

/** Whether anything is asked of the list: what 清空 takes away. */
export const isAsked = ({ filters, rules, unapplied }: ListState): boolean =>
  Object.keys(filters).length > 0 || rules.length > 0 || unapplied.length > 0

/** The page to show after `removed` of the rows on this page are gone: the last page must not stay empty. */
export function pageAfterRemoval(state: ListState, rowsOnPage: number, removed: number): number {
  return rowsOnPage - removed <= 0 ? Math.max(1, state.pageNo - 1) : state.pageNo
}
