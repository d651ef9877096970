import { permissionOf, type Resource } from '@suoan/contract'
import type { Filter, SortKey } from '@suoan/kit/filter'
import type { Actor, Context } from '../context.ts'
import { compile, type RowRecord } from '../db/compile.ts'
import { runSql } from '../db/run-sql.ts'
import { fail } from '../fail.ts'

/** What keeps a row apart from others and in its place: without it nothing else of the row could be shown. */
const structure: ReadonlySet<string> = new Set(['id', 'revision', 'key', 'leaf', 'isLeaf', 'hasChildren'])

const none: ReadonlySet<string> = new Set()

/**
 * The columns of a resource that this person is not given: there is a rule for the column (`<permission>:column:<name>`), it
 * is in force, and he does not hold it (1-shell.md §6, decision 0920). Nobody (`null`) holds none.
 */
export async function hiddenColumns(
  ctx: Context,
  actor: Actor | null,
  resource: Resource,
): Promise<ReadonlySet<string>> {
  const codes = await columnCodes(ctx, actor)
  if (codes.length === 0) return none
  const prefix = permissionOf(resource, 'column:')
  const parent = resource.traits.tree?.parent
  const names = codes
    .filter((code) => code.startsWith(prefix) && actor?.permissions.has(code) !== true)
    .map((code) => code.slice(prefix.length))
  return new Set(names.filter((name) => name !== parent && !structure.has(name)))
}

/** As long as an actor lives, his grants and these rules stay the same; a change of permissions makes another one. */
const loaded = new WeakMap<Actor, Promise<readonly string[]>>()

function columnCodes(ctx: Context, actor: Actor | null): Promise<readonly string[]> {
  const known = actor === null ? undefined : loaded.get(actor)
  if (known || actor === null) return known ?? loadCodes(ctx)
  const loading = loadCodes(ctx)
  loaded.set(actor, loading)
  loading.catch(() => loaded.delete(actor))
  return loading
}

/** Every rule for a column that is in force. */
async function loadCodes(ctx: Context): Promise<readonly string[]> {
  const rows = await runSql<{ perms: string }>(
    ctx.pool,
    `select perms from sys_permission
      where menu_type = 2 and status = '1' and coalesce(perms_type, '1') = '1' and coalesce(del_flag, 0) = 0
        and strpos(perms, ':column:') > 0`,
    [],
  )
  return rows.flatMap(({ perms }) => perms.split(',')).map((code) => code.trim())
}

/** The same with what the caller may not search: versions of rows in the data log hold what he is not given of them. */
export async function unaskedColumns(
  ctx: Context,
  actor: Actor | null,
  resource: Resource,
): Promise<ReadonlySet<string>> {
  const hidden = await hiddenColumns(ctx, actor, resource)
  if (resource.name !== 'dataLog') return hidden
  const codes = await columnCodes(ctx, actor)
  return codes.every((code) => actor?.permissions.has(code) === true)
    ? hidden
    : new Set([...hidden, 'dataContent', 'dataChange'])
}

/** Takes the columns out of rows, with their texts, in place. */
export function withhold(hidden: ReadonlySet<string>, rows: readonly RowRecord[]): void {
  for (const name of hidden)
    for (const row of rows) {
      delete row[name]
      delete row[`${name}_dictText`]
    }
}

/** An edit without the fields that its sender is not given, and the labels of those that he sent filled all the same. */
export function takeWithheld(
  resource: Resource,
  hidden: ReadonlySet<string>,
  input: RowRecord,
): { readonly rest: RowRecord; readonly sent: readonly string[] } {
  if (hidden.size === 0) return { rest: input, sent: [] }
  const isHidden = (name: string): boolean => hidden.has(name.replace(/_dictText$/, ''))
  const entries = Object.entries(input)
  return {
    rest: Object.fromEntries(entries.filter(([name]) => !isHidden(name))),
    sent: entries.flatMap(([name, value]) =>
      hidden.has(name) && value !== null && value !== undefined && value !== ''
        ? [resource.fields[name]?.label ?? name]
        : [],
    ),
  }
}

/** Parameters of a list that say what is no value of a field. */
const reserved: ReadonlySet<string> = new Set(['column', 'order', 'field', 'pageNo', 'pageSize'])

/**
 * Refuses parameters that ask about a column the caller is not given, before anything else reads them.
 * @throws BAD_INPUT with the label
 */
export function refuseHiddenParams(resource: Resource, hidden: ReadonlySet<string>, input: RowRecord): void {
  if (hidden.size === 0) return
  for (const [param, value] of Object.entries(input)) {
    const name = param.replace(/_(begin|end|MultiString|dictText)$/, '')
    if (reserved.has(param) || !hidden.has(name) || value === '' || value === null || value === undefined)
      continue
    throw refusal(resource, name, '不能按它查询，请去掉这个条件')
  }
}

/**
 * The order that was asked for. The clients of the family always send `createTime`, whatever a list shows (4-api.md §4.1):
 * where that is hidden, the list keeps its own order.
 */
export function sortParam(hidden: ReadonlySet<string>, column: unknown): unknown {
  return hidden.has('createTime') && column === 'createTime' ? undefined : column
}

/**
 * Refuses a condition or an order by a column the caller is not given. The order that a list has by itself is its own.
 * @throws BAD_INPUT with the label
 */
export function refuseHidden(
  resource: Resource,
  hidden: ReadonlySet<string>,
  filter: Filter,
  sort: readonly SortKey[] = [],
): void {
  if (hidden.size === 0) return
  const sorted = sort.find(({ field }) => hidden.has(field) && field !== resource.sort.column)
  if (sorted) throw refusal(resource, sorted.field, '不能按它排序，请换一列')
  const asked = fieldsOf(filter).find((name) => hidden.has(name))
  if (asked !== undefined) throw refusal(resource, asked, '不能按它查询，请去掉这个条件')
}

/** Refuses a search for words in a hidden column by a hook of a list; what else a hook asks is whose rows they are. */
export function refuseHiddenSearch(resource: Resource, hidden: ReadonlySet<string>, filter: Filter): void {
  if (hidden.size === 0) return
  const asked = fieldsOf(filter, ['contains', 'startsWith', 'endsWith']).find((name) => hidden.has(name))
  if (asked !== undefined) throw refusal(resource, asked, '不能按它查询，请去掉这个条件')
}

function fieldsOf(filter: Filter, ops?: readonly Filter['op'][]): string[] {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.of.flatMap((part) => fieldsOf(part, ops))
    case 'not':
      return fieldsOf(filter.of, ops)
    case 'true':
    case 'false':
      return []
    default:
      return ops === undefined || ops.includes(filter.op) ? [filter.field] : []
  }
}

const refusal = (resource: Resource, name: string, why: string) =>
  fail('BAD_INPUT', { detail: `“${compile(resource).columns.get(name)?.label ?? name}”对您隐藏，${why}` })
