import { fieldNamed } from './filter-field.ts'
import type { FilterFields, FilterProblem } from './filter-field.ts'

export type SortKey = { readonly field: string; readonly direction: 'asc' | 'desc' }

/**
 * Reads `column` and `order` (4-api.md §4.6). Both must be there, else `fallback` holds. `id` is added as the
 * last key so that pages are stable. An unknown column is a problem, except `createTime`: every list page sends
 * it, also for entities that have none.
 */
export function parseSort(
  column: unknown,
  order: unknown,
  fields: FilterFields,
  fallback: readonly SortKey[],
): { sort: SortKey[]; problems: FilterProblem[] } {
  const problems: FilterProblem[] = []
  const keys: SortKey[] = []
  if (typeof column === 'string' && typeof order === 'string' && order.trim() !== '') {
    const direction = order.toLowerCase().includes('asc') ? 'asc' : 'desc'
    for (const part of column.split(',')) {
      const field = part.trim().replace(/_dictText$/, '')
      if (field === '' || keys.some((key) => key.field === field)) continue
      if (fieldNamed(fields, field)) keys.push({ field, direction })
      else if (field !== 'createTime') problems.push(unknownColumn(field))
    }
  }
  const sort = keys.length > 0 ? keys : [...fallback]
  const last = sort.at(-1)
  if (fieldNamed(fields, 'id') && !sort.some((key) => key.field === 'id')) {
    sort.push({ field: 'id', direction: last?.direction ?? 'desc' })
  }
  return { sort, problems }
}

function unknownColumn(field: string): FilterProblem {
  return { field: 'column', message: `请注意，将要排序的列字段不存在：${field.slice(0, 60)}` }
}
