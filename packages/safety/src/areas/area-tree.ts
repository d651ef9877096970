import { area, type AreaNode, type InputOf, type areaEndpoints } from '@suoan/contract'
import { openStatuses } from '@suoan/domain/lock'
import { eq, everything } from '@suoan/kit/filter'
import { listToTree, type TreeNode } from '@suoan/kit/tree'
import { sql } from 'kysely'
import type { Actor, Context } from '@suoan/platform/context'
import { dataScope } from '@suoan/platform/resource/scope'
import { present, resourceStore, type RowRecord } from '@suoan/platform/resource'

const store = resourceStore(area)
const MOST = 20_000
const bySortNo = [
  { field: 'sortNo', direction: 'asc' },
  { field: 'areaCode', direction: 'asc' },
] as const

interface Counts {
  locks: number
  open: number
  warnings: number
}

/** The area tree in scope; `keyword` keeps matching areas with everything above them, `departId` a department's own. */
export async function areaTree(
  ctx: Context,
  actor: Actor,
  input: InputOf<(typeof areaEndpoints)['queryTreeList']>,
): Promise<AreaNode[]> {
  const scope = await dataScope(ctx, actor, area)
  const rows = await store.list(ctx.pool, scope, everything, { limit: MOST, sort: bySortNo })
  const codes = rows.map((row) => String(row['areaCode']))
  const own = input.departId ? await codesOfDepart(ctx, actor.tenantId, input.departId) : null
  const matching = codes.filter((code, index) => {
    const title = String(rows[index]?.['areaName'] ?? '')
    const isFound = !input.keyword || title.includes(input.keyword) || code.startsWith(input.keyword)
    return isFound && (own === null || own.some((owned) => code.startsWith(owned)))
  })
  const isAll = matching.length === codes.length
  const shown = isAll
    ? rows
    : rows.filter((row) => matching.some((code) => code.startsWith(String(row['areaCode']))))
  const codeOf = new Map(shown.map((row) => [row, String(row['areaCode'])]))
  await present(ctx, area, actor, shown)
  const counts = input.withCount === '1' ? await countsByCode(ctx, actor.tenantId) : new Map<string, Counts>()
  const trees = listToTree(
    shown,
    (row) => String(row['id']),
    (row) => String(row['pid'] ?? '0'),
  )
  return trees.map((tree) => nodeOf(tree, counts, codeOf))
}

/** Counted by the codes as they are stored, whether or not the caller is given them. */
function nodeOf(
  { row, children }: TreeNode<RowRecord>,
  counts: ReadonlyMap<string, Counts>,
  codeOf: ReadonlyMap<RowRecord, string>,
): AreaNode {
  const areaCode = codeOf.get(row) ?? ''
  let [lockTotal, openTotal, warnTotal] = [0, 0, 0]
  for (const [code, count] of counts) {
    if (!code.startsWith(areaCode)) continue
    lockTotal += count.locks
    openTotal += count.open
    warnTotal += count.warnings
  }
  return {
    // Whole rows: the list of areas shows this tree, and its actions need what a row has.
    ...row,
    key: String(row['id']),
    value: String(row['id']),
    title: String(row['areaName'] ?? ''),
    areaCode: String(row['areaCode'] ?? ''),
    riskLevel: row['riskLevel'] === null || row['riskLevel'] === undefined ? null : Number(row['riskLevel']),
    lockTotal,
    openTotal,
    warnTotal,
    isLeaf: children.length === 0,
    ...(children.length === 0 ? {} : { children: children.map((child) => nodeOf(child, counts, codeOf)) }),
  }
}

/** Numbers per area code that has any; few, however many areas there are. */
async function countsByCode(ctx: Context, tenantId: number): Promise<Map<string, Counts>> {
  const { rows } = await sql<{ areaCode: string; locks: number; open: number; warnings: number }>`
    select area_code, sum(locks)::int as locks, sum(open)::int as open, sum(warnings)::int as warnings from (
      select area_code, count(*) as locks, count(*) filter (where lock_status = any(${[...openStatuses]}::int[])) as open, 0 as warnings
        from lo_lock where tenant_id = ${tenantId} and del_flag = 0 group by area_code
      union all
      select area_code, 0, 0, count(*) from lo_unclose_lock where tenant_id = ${tenantId} and status in (0, 1, 2)
        group by area_code
    ) part group by area_code`.execute(ctx.db)
  return new Map(rows.map(({ areaCode, ...counts }) => [areaCode, counts]))
}

async function codesOfDepart(ctx: Context, tenantId: number, departId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('loDepartArea')
    .select('areaCode')
    .where('tenantId', '=', tenantId)
    .where('departId', '=', departId)
    .where('delFlag', '=', 0)
    .execute()
  return rows.flatMap(({ areaCode }) => (areaCode === null ? [] : [areaCode]))
}

/** One level of the tree as list rows. */
export async function areaChildren(
  ctx: Context,
  actor: Actor,
  pid: string,
): Promise<(RowRecord & { hasChildren: boolean })[]> {
  const scope = await dataScope(ctx, actor, area)
  const rows = await store.list(ctx.pool, scope, eq('pid', pid), { limit: MOST, sort: bySortNo })
  await present(ctx, area, actor, rows)
  const ids = rows.map((row) => String(row['id']))
  const { rows: parents } = await sql<{ pid: string }>`
    select distinct pid from lo_area where tenant_id = ${actor.tenantId} and pid = any(${ids}::text[])
      and del_flag = 0`.execute(ctx.db)
  const withChildren = new Set(parents.map((row) => row.pid))
  return rows.map((row) => ({ ...row, hasChildren: withChildren.has(String(row['id'])) }))
}
