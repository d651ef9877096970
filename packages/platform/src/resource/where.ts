import { and, type Filter } from '@suoan/kit/filter'
import type { Scope } from './scope.ts'
import { filterToSql } from '../db/filter-to-sql.ts'
import type { CompiledResource } from '../db/compile.ts'
import { withConditions } from './conditions.ts'

export interface Where {
  readonly text: string
  readonly values: unknown[]
  /** The text may be prepared under a name: it looks inside no text (performance.md, trap of the generic plan). */
  readonly isPlain: boolean
}

/**
 * The condition of every statement on a resource: tenant, deletion mark, data rules, and then what was asked for, each
 * ANDed, so that no `or` of a client reaches past the scope (security.md V5, V11).
 */
export function whereOf(
  { resource, filterColumns }: CompiledResource,
  scope: Scope,
  asked: Filter,
  options: { readonly deleted?: 'without' | 'with' | 'only' } = {},
): Where {
  const parts: string[] = []
  const values: unknown[] = []
  if (resource.traits.tenanted) parts.push(`t.tenant_id = $${values.push(scope.tenantId)}`)
  if (resource.traits.softDeleted && options.deleted !== 'with') {
    parts.push(options.deleted === 'only' ? 't.del_flag <> 0' : 't.del_flag = 0')
  }
  const filter = and(scope.filter, asked)
  if (filter.op !== 'true') {
    const written = filterToSql(filter, withConditions(resource, filterColumns), values.length + 1)
    parts.push(written.text)
    values.push(...written.values)
  }
  return { text: parts.length === 0 ? 'true' : parts.join(' and '), values, isPlain: isPlain(filter) }
}

function isPlain(filter: Filter): boolean {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.of.every(isPlain)
    case 'not':
      return isPlain(filter.of)
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'listHas':
      return false
    default:
      return true
  }
}
