import type { ListViewBody, ListViewContent, Resource } from '@suoan/contract'
import type { ColumnPreferences } from '@suoan/ui/column-preferences'
import { fieldOf } from './list-row.ts'
import {
  initialListState,
  lineOf,
  plainName,
  readListState,
  writeListState,
  type ListState,
} from './list-state.ts'

/** What is drawn of a list when it is kept as a view. */
export type DrawnColumns = Pick<ColumnPreferences, 'shown' | 'pins' | 'density'>

/** A list as it stands, to be kept under a name: what is asked and how it is drawn, without page and rows. */
export function viewBodyOf(state: ListState, drawn: DrawnColumns): ListViewBody {
  const { filters, rules, unapplied, match, column, order } = state
  return {
    filters: { ...filters },
    rules: [...rules, ...unapplied],
    match,
    column,
    order,
    columns: drawn.shown && { shown: [...drawn.shown], pins: { ...drawn.pins } },
    density: drawn.density,
  }
}

/** A view as a list reads it, and what of it is not used, in words. */
export interface OpenedView {
  readonly state: ListState
  readonly unused: readonly string[]
}

/**
 * The list as a view keeps it. Conditions on fields that are gone stay in it as conditions that are not applied, so that
 * they are told above the list; a sort that is gone, and what the server withheld, are told here.
 * @param search names of the query form
 * @param hidden columns that this person is not given
 */
export function stateOfView(
  { id, body, withheld }: ListViewContent,
  resource: Resource,
  search: readonly string[] = resource.search,
  hidden: readonly string[] = [],
): OpenedView {
  const initial = initialListState(resource)
  const inForm = Object.entries(body.filters).filter(([name]) => search.includes(plainName(name)))
  const others = Object.entries(body.filters).filter(([name]) => !search.includes(plainName(name)))
  const isSortGone = body.column !== null && !fieldOf(resource, body.column)
  const written = writeListState(
    {
      ...initial,
      filters: Object.fromEntries(inForm),
      // What the query form no longer asks about is asked, or told, as a condition of the advanced query.
      rules: [...body.rules, ...others.map(([name, value]) => lineOf(name, value))],
      match: body.match,
      column: body.column === null || isSortGone ? initial.column : body.column,
      order: body.order === null || isSortGone ? initial.order : body.order,
      columns: body.columns,
      density: body.density,
      view: id,
    },
    resource,
  )
  return {
    state: readListState(written, resource, search, hidden),
    unused: [
      ...withheld.map((name) => `“${fieldOf(resource, name)?.label ?? name}”您无权查看，未使用`),
      ...(isSortGone ? [`排序所用的列“${body.column ?? ''}”已不存在，未使用`] : []),
    ],
  }
}

/** Whether a list stands as a view keeps it; on which page of it does not count. */
export function isAsKept(state: ListState, kept: ListState, resource: Resource): boolean {
  const { pageNo, pageSize } = initialListState(resource)
  const text = (some: ListState) => {
    const params = writeListState({ ...some, pageNo, pageSize, view: null }, resource)
    params.sort()
    return params.toString()
  }
  return text(state) === text(kept)
}
