import type { Resource } from '@suoan/contract'
import type { Filter } from '@suoan/kit/filter'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { compile } from '../db/compile.ts'
import type { Scope } from './scope.ts'
import { whereOf } from './where.ts'

/** Rows of a scope that a filter finds, as a condition of Kysely's `sql` on the resource's table, which is called `t` there. */
export function filterInSql(resource: Resource, scope: Scope, filter: Filter): RawBuilder<SqlBool> {
  const { text, values } = whereOf(compile(resource), scope, filter)
  const parts = text
    .split(/\$(\d+)/)
    .map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`))
  return sql`(${sql.join(parts, sql.raw(''))})`
}
