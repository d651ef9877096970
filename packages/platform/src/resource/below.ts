import type { Resource } from '@suoan/contract'
import { and, isIn, isNull, not, or, type Filter, type FilterValue } from '@suoan/kit/filter'
import type { Context } from '../context.ts'
import { compile, type CompiledResource } from '../db/compile.ts'
import { runSql } from '../db/run-sql.ts'
import { engineOf } from './engine.ts'

/** A field that refers to a tree whose rows spell their path. */
interface PathRef {
  readonly target: Resource
  /** The field of the tree that the reference holds. */
  readonly by: string
  /** The field with the path. */
  readonly path: string
}

/**
 * What somebody asked of a list, with the rows of a tree meant as people mean them: who asks for an area asks for what lies
 * below it too (3-domain.md §6), and who leaves one out leaves that out too. Deleted rows of the tree count: old records
 * still name them. A value that is no row of the tree stays as it is.
 * @param tenantId whose tree is meant
 */
export async function askedBelow(
  ctx: Context,
  compiled: CompiledResource,
  tenantId: number,
  filter: Filter,
): Promise<Filter> {
  const refs = pathRefsOf(ctx, compiled)
  return refs.size === 0 ? filter : await widened(ctx, refs, tenantId, filter)
}

function pathRefsOf(
  ctx: Context,
  { resource: listed, refFields }: CompiledResource,
): ReadonlyMap<string, PathRef> {
  const engine = engineOf(ctx)
  return new Map(
    refFields.flatMap(({ name, resource, by, many }): [string, PathRef][] => {
      // A row's own parent is asked for as it is: the tree pages open one level by it.
      if (many || resource === listed.name) return []
      const target = engine.resource(resource)
      const path = target?.traits.tree?.path
      return target === undefined || path === undefined ? [] : [[name, { target, by, path }]]
    }),
  )
}

async function widened(
  ctx: Context,
  refs: ReadonlyMap<string, PathRef>,
  tenantId: number,
  filter: Filter,
): Promise<Filter> {
  const each = (parts: readonly Filter[]) =>
    Promise.all(parts.map((part) => widened(ctx, refs, tenantId, part)))
  switch (filter.op) {
    case 'and':
      return and(...(await each(filter.of)))
    case 'or':
      return or(...(await each(filter.of)))
    case 'not':
      return not(await widened(ctx, refs, tenantId, filter.of))
    case 'eq':
    case 'ne':
    case 'in': {
      const ref = refs.get(filter.field)
      if (ref === undefined) return filter
      const asked = filter.op === 'in' ? filter.values : [filter.value]
      const meant = isIn(filter.field, await withBelow(ctx, ref, tenantId, asked))
      // An absent value is no answer to "another one" either (`ne`).
      return filter.op === 'ne' ? and(not(meant), not(isNull(filter.field))) : meant
    }
    default:
      return filter
  }
}

/** The given values and those of every row below theirs. */
async function withBelow(
  ctx: Context,
  { target, by, path }: PathRef,
  tenantId: number,
  asked: readonly FilterValue[],
): Promise<FilterValue[]> {
  const { columns, from } = compile(target)
  const [key, code] = [columns.get(by), columns.get(path)]
  const texts = asked.filter((value): value is string => typeof value === 'string' && !value.includes('\0'))
  if (!key || !code || texts.length === 0) return [...asked]
  const isOwn = (alias: string) => (target.traits.tenanted ? `${alias}.tenant_id = $2` : 'true')
  const rows = await runSql<{ key: string }>(
    ctx.pool,
    `select distinct t.${key.column} as key from ${from}
      join ${target.table} above on ${isOwn('above')} and starts_with(t.${code.column}, above.${code.column})
      where ${isOwn('t')} and above.${key.column} = any($1::text[]) and above.${code.column} <> ''`,
    target.traits.tenanted ? [texts, tenantId] : [texts],
  )
  return [...new Set([...asked, ...rows.map((row) => row.key)])]
}
