import type { PermissionNode, PermissionTree } from '@suoan/contract'
import type { Pool } from 'pg'

interface Row {
  id: string
  parent_id: string | null
  name: string
  icon: string | null
  is_leaf: boolean | null
  rule_flag: number | null
}

/**
 * Live menus and buttons as a tree that can be ticked: every one, or those of `only`. `forDrawer` moves the name into the
 * slot (4-api.md §3.8).
 */
export async function permissionTree(
  pool: Pool,
  forDrawer: boolean,
  only: readonly string[] | null = null,
): Promise<PermissionTree> {
  const { rows } = await pool.query<Row>(
    `select id, parent_id, name, icon, is_leaf, rule_flag from sys_permission
     where del_flag = 0 and ($1::text[] is null or id = any($1::text[]))
     order by sort_no nulls last, create_time, id`,
    [only],
  )
  const nodes = new Map(rows.map((row) => [row.id, nodeOf(row, forDrawer)]))
  const roots: PermissionNode[] = []
  for (const node of nodes.values()) {
    const above = nodes.get(node.parentId ?? '')
    if (above && above !== node) (above.children ??= []).push(node)
    else roots.push(node)
  }
  return { treeList: roots, ids: rows.map(({ id }) => id) }
}

/** What stands directly below a menu, or the first level for `''`. */
export async function permissionLevel(pool: Pool, parentId: string): Promise<PermissionNode[]> {
  const { rows } = await pool.query<Row>(
    `select id, parent_id, name, icon, is_leaf, rule_flag from sys_permission
     where del_flag = 0 and coalesce(parent_id, '') = $1 order by sort_no nulls last, create_time, id`,
    [parentId],
  )
  return rows.map((row) => nodeOf(row, false))
}

function nodeOf(row: Row, forDrawer: boolean): PermissionNode {
  return {
    key: row.id,
    value: row.id,
    title: forDrawer ? null : row.name,
    label: forDrawer ? null : row.name,
    slotTitle: row.name,
    scopedSlots: forDrawer ? { title: 'hasDatarule' } : null,
    isLeaf: row.is_leaf ?? true,
    icon: row.icon,
    ruleFlag: row.rule_flag ?? 0,
    parentId: row.parent_id,
    children: null,
  }
}
