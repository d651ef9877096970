import type { CategoryRow, TreeItem } from '@suoan/contract'
import { groupBy } from '@suoan/kit/group'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { fail } from '@suoan/platform/fail'

/** Rows a tree is answered with at most. */
const MOST = 20_000

/** The fields a condition may name and `loadOne` may look in; nothing else becomes a column (security.md V1, V2). */
const columns = { id: sql`id`, pid: sql`pid`, name: sql`name`, code: sql`code` } as const
const columnOf = (field: string) =>
  Object.hasOwn(columns, field) ? columns[field as keyof typeof columns] : undefined

const like = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** One level of the tree, in the order of the codes. */
export async function levelOf(
  ctx: Context,
  actor: Actor,
  pid: string,
  condition: Readonly<Record<string, string>> = {},
): Promise<TreeItem[]> {
  const filters = Object.entries(condition).map(([field, value]) => {
    const column = columnOf(field)
    if (!column) throw fail('BAD_INPUT', { detail: `分类字典没有“${field}”这个条件` })
    return sql`${column} like ${`%${like(value)}%`}`
  })
  const { rows } = await sql<CategoryRow>`
    select id, pid, name, code, has_child from sys_category
    where tenant_id = ${actor.tenantId} and pid = ${pid} and ${sql.join([sql`true`, ...filters], sql` and `)}
    order by code, id limit ${MOST}`.execute(ctx.db)
  return rows.map(nodeOf)
}

/** Everything below a node, as trees. */
export async function branchOf(ctx: Context, actor: Actor, pid: string): Promise<TreeItem[]> {
  const { rows } = await sql<CategoryRow>`
    select id, pid, name, code, has_child from sys_category where tenant_id = ${actor.tenantId}
    order by code, id limit ${MOST}`.execute(ctx.db)
  const below = groupBy(rows, (row) => row.pid)
  const grow = (at: string): TreeItem[] =>
    (below.get(at) ?? []).map((row) => {
      const children = grow(row.id)
      return { ...nodeOf(row), children: children.length > 0 ? children : null }
    })
  return grow(pid)
}

/** The id of the node with that code; "0" are the roots (4-api.md §7.8). */
export async function nodeWithCode(ctx: Context, actor: Actor, pcode: string): Promise<string> {
  if (pcode === '' || pcode === '0') return '0'
  const { rows } = await sql<{ id: string }>`
    select id from sys_category where tenant_id = ${actor.tenantId} and code = ${pcode}`.execute(ctx.db)
  const [node] = rows
  if (!node) throw fail('BAD_INPUT', { detail: `加载分类字典树参数有误.[${pcode}]!` })
  return node.id
}

/** The one category whose field has this value. */
export async function loadOne(ctx: Context, actor: Actor, field: string, val: string): Promise<CategoryRow> {
  const column = columnOf(field)
  if (!column) throw fail('BAD_INPUT', { detail: '字段无效，请检查!' })
  const { rows } = await sql<CategoryRow>`
    select id, pid, name, code, has_child from sys_category
    where tenant_id = ${actor.tenantId} and ${column} = ${val} limit 2`.execute(ctx.db)
  const [row, second] = rows
  if (!row) throw fail('BAD_INPUT', { detail: '查询无果' })
  if (second) throw fail('BAD_INPUT', { detail: '查到多个分类，请换一个条件' })
  return row
}

/** Names of ids, in their order; unknown ones are dropped, or stay as they are. */
export async function namesOf(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  dropUnknown: boolean,
): Promise<string[]> {
  if (ids.length === 0) throw fail('BAD_INPUT', { detail: 'ids 不能为空' })
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from sys_category where tenant_id = ${actor.tenantId} and id = any(${[...ids]}::text[])`.execute(
    ctx.db,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ids.flatMap((id) => names.get(id) ?? (dropUnknown ? [] : [id]))
}

/** Every category whose code begins with this one, as items of a select. */
export async function allBelow(ctx: Context, actor: Actor, code: string) {
  const prefix = code === '0' || code === '' ? '' : code
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from sys_category where tenant_id = ${actor.tenantId} and code like ${`${like(prefix)}%`}
    order by code limit ${MOST}`.execute(ctx.db)
  if (rows.length === 0) throw fail('BAD_INPUT', { detail: `无数据,参数有误.[${code}]` })
  return rows.map(({ id, name }) => ({ value: id, text: name, title: name, label: name }))
}

const nodeOf = ({ id, pid, name, code, hasChild }: CategoryRow): TreeItem => ({
  key: id,
  value: id,
  title: name,
  leaf: hasChild !== '1',
  icon: null,
  parentId: pid,
  code,
  children: null,
})

/** `condition` of `loadTreeData`: a JSON object of texts. */
export function conditionOf(text: string): Readonly<Record<string, string>> {
  if (text.trim() === '') return {}
  const bad = () => fail('BAD_INPUT', { detail: '组件JTreeSelect-condition传值有误，需要一个json字符串!' })
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw bad()
    throw error
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw bad()
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
}

/** What a code below this parent begins with. */
export async function codePrefix(ctx: Context, actor: Actor, pid: string): Promise<string> {
  if (pid === '' || pid === '0') return ''
  return (await loadOne(ctx, actor, 'id', pid)).code
}
