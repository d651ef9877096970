import { holdSets, type HoldSet } from '@suoan/domain/isolation'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The condition "the row of `lo_point_hold` known as `alias` is in the set", for statements written as text. */
export function holdInText(set: HoldSet, alias: string): string {
  const { types, states } = holdSets[set]
  return `(${alias}.hold_type in (${types.join(', ')}) and ${alias}.state in (${states.join(', ')}))`
}

/** The same inside Kysely's `sql`. */
export function holdIn(set: HoldSet, alias = 'h'): RawBuilder<SqlBool> {
  return sql.raw(holdInText(set, alias))
}
