import { permission, type MenuNode } from '@suoan/contract'
import { eq, everything, isIn, type Filter } from '@suoan/kit/filter'
import type { Actor, Context } from '@suoan/platform/context'
import { scopeFor } from '@suoan/platform/resource/scope'
import { present, resourceStore, treeOf, type RowRecord, type TreeNode } from '@suoan/platform/resource'

const MOST = 20_000

/** Every menu and button as a tree, by `sortNo`. */
export async function menuTree(ctx: Context, actor: Actor): Promise<MenuNode[]> {
  return treeOf(await menuRows(ctx, actor, everything), 'parentId', 'name').map(asMenu)
}

function asMenu(node: TreeNode): MenuNode {
  return {
    ...nodeOf(node),
    leaf: node.isLeaf,
    isLeaf: node.isLeaf,
    children: node.children?.map(asMenu) ?? null,
  }
}

/** First-level menus without their children. */
export async function firstLevel(ctx: Context, actor: Actor): Promise<MenuNode[]> {
  return (await menuRows(ctx, actor, eq('menuType', 0))).map(nodeOf)
}

/** Direct children of the given menus, by parent; each given menu is there. */
export async function childrenOf(
  ctx: Context,
  actor: Actor,
  parentIds: readonly string[],
): Promise<Record<string, MenuNode[]>> {
  const rows = parentIds.length === 0 ? [] : await menuRows(ctx, actor, isIn('parentId', parentIds))
  return Object.fromEntries(
    parentIds.map((id) => [id, rows.filter((row) => row['parentId'] === id).map(nodeOf)]),
  )
}

async function menuRows(ctx: Context, actor: Actor, filter: Filter): Promise<RowRecord[]> {
  const scope = await scopeFor(ctx, actor, permission)
  const rows = await resourceStore(permission).list(ctx.pool, scope, filter, {
    limit: MOST,
    sort: [
      { field: 'sortNo', direction: 'asc' },
      { field: 'createTime', direction: 'asc' },
    ],
  })
  await present(ctx, permission, actor, rows)
  return rows
}

/** A node by itself. Of one with children the list is there and empty: tables that load them later open it only then. */
function nodeOf(row: RowRecord): MenuNode {
  const isLeaf = row['leaf'] !== false
  const id = String(row['id'])
  return {
    ...row,
    id,
    key: id,
    title: String(row['name'] ?? ''),
    leaf: isLeaf,
    isLeaf,
    children: isLeaf ? null : [],
  }
}
