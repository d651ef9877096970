import type { TreeItem } from '@suoan/contract'
import {
  and,
  contains,
  eq,
  everything,
  isIn,
  isNull,
  or,
  readFieldValue,
  type Filter,
} from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { snakeCase } from '@suoan/platform/db/columns'
import { dataScope } from '@suoan/platform/resource/scope'
import { fail } from '@suoan/platform/fail'
import { compile, resourceStore } from '@suoan/platform/resource'
import { tableSource } from './source.ts'

/**
 * `loadTreeData` (4-api.md §5.4) over a described tree: one level below `pid`, which is a value that the tree is chosen by
 * (the key of a node), or an id.
 */
export async function loadTree(
  ctx: Context,
  actor: Actor,
  input: { pid: string; pidField: string; tableName: string; text: string; code: string; condition: string },
): Promise<TreeItem[]> {
  const { resource, by, shownBy } = tableSource(actor, input.tableName, input.text, input.code)
  const { tree } = resource.traits
  if (!tree || snakeCase(input.pidField) !== snakeCase(tree.parent)) throw fail('DICT_REFUSED')
  const scope = await dataScope(ctx, actor, resource, ...shownBy)
  const store = resourceStore(resource)
  const isRoot = ['', '0', tree.root].includes(input.pid)
  // Rows name the one above by its id, a node of the answer by what is stored of it.
  const above =
    isRoot || by === 'id' ? [] : await store.list(ctx.pool, scope, eq(by, input.pid), { limit: 1 })
  const level = isRoot
    ? or(isNull(tree.parent), isIn(tree.parent, ['', '0', tree.root]))
    : eq(tree.parent, String(above[0]?.['id'] ?? input.pid))
  const sort = tree.order === undefined ? {} : { sort: [{ field: tree.order, direction: 'asc' as const }] }
  const rows = await store.list(ctx.pool, scope, and(level, conditionOf(ctx, resource, input.condition)), {
    limit: 10_000,
    ...sort,
  })
  const ids = rows.map((row) => String(row['id']))
  const below =
    ids.length === 0 ? [] : await store.list(ctx.pool, scope, isIn(tree.parent, ids), { limit: 10_000 })
  const parents = new Set(below.map((row) => String(row[tree.parent])))
  return rows.map((row) => {
    const value = String(row[by] ?? '')
    const parent = row[tree.parent]
    return {
      key: value,
      value,
      title: String(row[resource.label] ?? ''),
      leaf: !parents.has(String(row['id'])),
      icon: null,
      parentId: typeof parent === 'string' && parent !== '' ? parent : '0',
      code: null,
      children: null,
    }
  })
}

/** `{"column":"value"}`: keys must be fields of the resource, values single texts or numbers (security.md V2). */
function conditionOf(ctx: Context, resource: Parameters<typeof compile>[0], text: string): Filter {
  if (text.trim() === '') return everything
  const given = parsed(text)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw fail('DICT_REFUSED')
  const fields = compile(resource).filterFields
  const filters = Object.entries(given).map(([key, value]): Filter => {
    const name = Object.keys(fields).find((field) => snakeCase(field) === snakeCase(key))
    const field = name === undefined ? undefined : fields[name]
    if (name === undefined || !field || (typeof value !== 'string' && typeof value !== 'number')) {
      ctx.log.warn({ resource: resource.name, key }, 'a tree condition was refused')
      throw fail('DICT_REFUSED')
    }
    if (field.type === 'text') return contains(name, String(value))
    const read = readFieldValue(field.type, String(value))
    if (read === undefined) throw fail('DICT_REFUSED')
    return eq(name, read)
  })
  return and(...filters)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
