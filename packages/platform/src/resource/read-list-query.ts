import {
  and,
  everything,
  parseListQuery,
  parsePage,
  parseSort,
  parseSuperQuery,
  type Filter,
} from '@suoan/kit/filter'
import type { Actor } from '../context.ts'
import { fail } from '../fail.ts'
import type { CompiledResource, RowRecord } from '../db/compile.ts'
import type { ListQuery } from './page.ts'
import { askedOfHidden } from './sensitive.ts'

/** What the parameters left out, for the log. */
export type Ignored = (ignored: readonly string[]) => void

/**
 * Reads the parameters of a list page (4-api.md §4): filters, ranges, advanced query, sort, paging. A value that its
 * field cannot hold is a `BAD_INPUT` naming the field, and so is a question that would tell what `actor` sees masked; unknown names are ignored. `exactTotal=1` asks for the total
 * counted to the end instead of rows (decision 0440).
 */
export function readListQuery(
  compiled: CompiledResource,
  actor: Actor | null,
  params: RowRecord,
  extra: Filter = everything,
  onIgnored: Ignored = () => {},
): ListQuery {
  const { filterFields, resource } = compiled
  const asked = parseListQuery(params, filterFields)
  const advanced = parseSuperQuery(params['superQueryParams'], params['superQueryMatchType'], filterFields)
  const { sort, problems } = parseSort(params['column'], params['order'], filterFields, [
    { field: resource.sort.column, direction: resource.sort.order },
  ])
  const all = [...asked.problems, ...advanced.problems, ...problems]
  if (all.length > 0) throw fail('BAD_INPUT', { detail: all.map(({ message }) => message).join('；') })
  if (advanced.ignored.length > 0) onIgnored(advanced.ignored)
  const filter = and(extra, askedOfHidden(compiled, actor, and(asked.filter, advanced.filter), sort))
  return {
    filter,
    sort,
    ...parsePage(params['pageNo'], params['pageSize']),
    isCount: params['exactTotal'] === '1',
  }
}
