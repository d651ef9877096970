import {
  and,
  everything,
  parseListQuery,
  parsePage,
  parseSort,
  parseSuperQuery,
  type Filter,
} from '@suoan/kit/filter'
import type { Actor, Context } from '../context.ts'
import { fail } from '../fail.ts'
import type { CompiledResource, RowRecord } from '../db/compile.ts'
import type { ListQuery } from './page.ts'
import { askedBelow } from './below.ts'
import { refuseHidden, refuseHiddenSearch, sortParam, unaskedColumns } from './hidden-columns.ts'
import { askedOfHidden } from './sensitive.ts'

/** What the parameters left out, for the log. */
export type Ignored = (ignored: readonly string[]) => void

/**
 * Reads the parameters of a list page (4-api.md §4): filters, ranges, advanced query, sort, paging. A value that its
 * field cannot hold is a `BAD_INPUT` naming the field, and so is a question that would tell what `actor` sees masked or is not given at all; unknown names are ignored. `exactTotal=1` asks for the total
 * counted to the end instead of rows (decision 0440).
 */
export async function readListQuery(
  ctx: Context,
  compiled: CompiledResource,
  actor: Actor | null,
  params: RowRecord,
  extra: Filter = everything,
  onIgnored: Ignored = () => {},
): Promise<ListQuery> {
  const { filterFields, resource } = compiled
  const hidden = await unaskedColumns(ctx, actor, resource)
  const asked = parseListQuery(params, filterFields)
  const advanced = parseSuperQuery(params['superQueryParams'], params['superQueryMatchType'], filterFields)
  const { sort, problems } = parseSort(sortParam(hidden, params['column']), params['order'], filterFields, [
    { field: resource.sort.column, direction: resource.sort.order },
  ])
  const all = [...asked.problems, ...advanced.problems, ...problems]
  if (all.length > 0) throw fail('BAD_INPUT', { detail: all.map(({ message }) => message).join('；') })
  if (advanced.ignored.length > 0) onIgnored(advanced.ignored)
  const own = and(asked.filter, advanced.filter)
  refuseHidden(resource, hidden, own, sort)
  refuseHiddenSearch(resource, hidden, extra)
  const whole = askedOfHidden(compiled, actor, own, sort)
  const filter = and(extra, actor === null ? whole : await askedBelow(ctx, compiled, actor.tenantId, whole))
  return {
    filter,
    sort,
    ...parsePage(params['pageNo'], params['pageSize']),
    isCount: params['exactTotal'] === '1',
  }
}
